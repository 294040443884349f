// The page that `tailback lab --report` writes: all it needs stands in it.
import { mount } from 'svelte';
import '../app.css';
import './report.css';
import { type Catalogue, Texts } from '../i18n/format';
import Report from './Report.svelte';
import type { Study } from './study';

const read = (id: string): unknown => JSON.parse(document.getElementById(id)!.textContent!);

const words = new Texts(document.documentElement.lang, [read('words') as Catalogue]);
mount(Report, { target: document.getElementById('app')!, props: { study: read('study') as Study, words } });
