// What the screens say, by key: a better wording of a button needs no other test.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Catalogue, type Params, Texts } from '../src/i18n/format';

const folder = resolve(import.meta.dirname, '../../src/tailback/texts');
const read = new Map<string, Catalogue>();

function catalogue(language: string, name: string): Catalogue {
	const path = `${language}/${name}.json`;
	const found = read.get(path) ?? (JSON.parse(readFileSync(resolve(folder, path), 'utf8')) as Catalogue);
	read.set(path, found);
	return found;
}

/** The texts as a device with this language shows them. */
export function wordsOf(language = 'en', game = '', names: string[] = []): Texts {
	const wanted = game ? [game, 'web', 'app'] : ['web', 'app'];
	return new Texts(
		language,
		wanted.map((name) => catalogue(language, name)),
		names,
	);
}

/** English words of a screen. */
export function t(key: string, params: Params = {}): string {
	return inWords('en', key, params);
}

export function inWords(language: string, key: string, params: Params = {}, game = ''): string {
	const texts = wordsOf(language, game);
	if (!texts.has(key)) throw new Error(`no text ${key}`);
	return texts.say(key, params);
}
