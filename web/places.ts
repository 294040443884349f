// Where things of the Python side stand. Tests and the build ask here; nothing of it reaches the bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** What the whole app says, by language. */
export const TEXTS = resolve(root, 'src/tailback/texts');

/** Words in a language: of the app (`app`), of charts (`lab`), of the screens (`web`), or of a game. */
export function readTexts(language: string, name: string): Record<string, unknown> {
	const common = ['app', 'lab', 'web'].includes(name);
	const path = common
		? `${TEXTS}/${language}/${name}.json`
		: `${root}/src/tailback/games/${name}/texts/${language}.json`;
	return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

/** The record of a game that never changes. */
export function readGolden(game: string, record: string): string {
	return readFileSync(`${root}/tests/games/${game}/golden/${record}.txt`, 'utf8');
}

/** Their names. */
export const goldenOf = (game: string): string[] =>
	readdirSync(`${root}/tests/games/${game}/golden`).map((file) => file.replace(/\.txt$/, ''));

/** A file that the server reads from the folder of a game. */
export const gameFile = (game: string, name: string): string => `${root}/src/tailback/games/${game}/${name}`;
