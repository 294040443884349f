// What the screens say, by key: a better wording of a button needs no other test.
import { readTexts } from '../places';
import { type Catalogue, type Params, Texts } from '../src/i18n/format';

const read = new Map<string, Catalogue>();

function catalogue(language: string, name: string): Catalogue {
	const key = `${language}/${name}`;
	const found: Catalogue = read.get(key) ?? readTexts(language, name);
	read.set(key, found);
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
