// Studies for tests: as the lab prints them, whole and half-filled.
import { readTexts } from '../../places.ts';
import { Texts } from '../i18n/format';
import find from './fixtures/find.json';
import run from './fixtures/run.json';
import sweep from './fixtures/sweep.json';
import type { Arm, Figure, Study } from './study';

const copy = (study: unknown): Study => structuredClone(study) as Study;

export const studies = { run: () => copy(run), sweep: () => copy(sweep), find: () => copy(find) };

export const wordsIn = (language: string): Texts => new Texts(language, [readTexts(language, 'lab')]);

const NOTHING: Figure = { value: 0, low: 0, high: 1, n: 0 };

/** As a study begins: nothing is counted, watched or followed. */
export function begun(): Study {
	const study = studies.run();
	const arm: Arm = {
		...study.arms[0]!,
		matches: 0,
		watched: 0,
		followed: 0,
		seats: Array.from({ length: 4 }, () => ({ ...NOTHING, settled: false })),
		order: [],
		ties: NOTHING,
		skill: null,
		decisions: null,
		turns: null,
		minutes: null,
		scores: null,
		scores_by_seat: Array.from({ length: 4 }, () => ({ ...NOTHING, high: 0 })),
		margin: null,
		rules: [],
		choice: null,
		options_offered: null,
		wait: null,
		drama: null,
	};
	const progress = { done: 0, matches: 10000, tried: 0, trials: 0, seconds_left: null, finished: false };
	return { ...study, sentences: [], arms: [arm], progress };
}
