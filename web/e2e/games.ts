// The games that can be tried out: every folder that says how.
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plan, Scenes } from './scenes';

const folder = resolve(import.meta.dirname, '../src/games');
const path = (game: string) => resolve(folder, game, 'e2e/scenes.ts');

export const GAMES: string[] = readdirSync(folder)
	.filter((game) => existsSync(path(game)))
	.sort();

const found = await Promise.all(GAMES.map(async (game) => (await import(path(game))) as { default: Scenes }));

export function scenesOf(game: string): Scenes {
	return found[GAMES.indexOf(game)]!.default;
}

/** Where Mia is asked this. */
export const questionOf = (game: string, kind: string): Plan => ({
	stop: 0,
	...scenesOf(game).shown.questions[kind],
	kinds: [kind],
});

/** A game for what could be tried out with many: the first of which this holds. */
export function aGame(fits: (scenes: Scenes) => unknown = () => true): string {
	const game = GAMES.find((one) => fits(scenesOf(one)));
	if (game === undefined) throw new Error(`no game for this: ${fits}`);
	return game;
}
