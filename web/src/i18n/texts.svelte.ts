// The words of the language that is set, loaded when they are needed.
import { api } from '../net/api';
import { adoptPrefs, keptPrefs, type Language, PREFS_KEY, prefs } from '../prefs.svelte';
import { type Catalogue, type Params, Texts } from './format';

/** Catalogues by `language/name`; a change of language draws everything anew. */
const loaded: Record<string, Catalogue> = $state({});

export async function loadTexts(...names: string[]): Promise<void> {
	await loadLanguage(prefs.language, ...names);
}

async function loadLanguage(language: Language, ...names: string[]): Promise<void> {
	await Promise.all(
		names.map(async (name) => {
			if (!loaded[`${language}/${name}`]) loaded[`${language}/${name}`] = await api.texts(language, name);
		}),
	);
}

/** The words of a game are others now: those of the language that is set at once, others when they are needed. */
export async function renewTexts(game: string): Promise<void> {
	for (const name of [game, 'games']) {
		const mine = `${prefs.language}/${name}`;
		for (const key of Object.keys(loaded)) if (key.endsWith(`/${name}`) && key !== mine) delete loaded[key];
		if (loaded[mine]) loaded[mine] = await api.texts(prefs.language, name);
	}
}

/** Every catalogue that is here in one language, also in another one. */
export async function changeLanguage(language: Language): Promise<void> {
	const names = new Set(Object.keys(loaded).map((key) => key.slice(3)));
	await loadLanguage(language, ...names);
}

// What is set in one window holds in all of them, once its words are here.
globalThis.addEventListener?.('storage', async (event) => {
	if (event.key !== PREFS_KEY) return;
	await changeLanguage(keptPrefs().language);
	adoptPrefs();
});

/** Texts of a game with the names of its players; without a game those of the screens. */
export function textsOf(game = '', names: string[] = []): Texts {
	const language = prefs.language;
	const wanted = game ? [game, 'web', 'app'] : ['web', 'app'];
	return new Texts(
		language,
		wanted.map((name) => loaded[`${language}/${name}`]).filter((one) => one !== undefined),
		names,
	);
}

/** A text of the screens. */
export function t(key: string, params: Params = {}): string {
	return textsOf().say(key, params);
}

/** The name or pitch of a game, known before its own texts are. */
export function gameText(game: string, what: 'name' | 'pitch'): string {
	const games = loaded[`${prefs.language}/games`] as Record<string, Record<string, string>> | undefined;
	return games?.[game]?.[what] ?? '';
}
