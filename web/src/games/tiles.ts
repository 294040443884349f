// The pictures and the order of the games on the home screen. Light: the first screen waits for it.
import { plainTile } from '../art/tiles';
import type { Kind } from '../art/vehicles';
import type { Tile } from '../contract';
import { byFolder } from './folders';

const tiles = byFolder(import.meta.glob<{ default: Tile }>('./*/tile.ts', { eager: true }));

/** The picture of a game for a window with the viewBox `TILE_BOX`; a game that brings none has a plain one. */
export function tilePicture(game: string, dark = false): string {
	return tiles.get(game)?.default.picture(dark) ?? plainTile(dark, game);
}

/** The car of a chair as the table will draw it; undefined where chairs have no cars there. */
export function chairCar(game: string): Kind | undefined {
	return tiles.get(game)?.default.car;
}

/** In the order of their places; a game that brings none comes last. */
export function inOrder<G extends { id: string }>(games: readonly G[]): G[] {
	const place = (game: G) => tiles.get(game.id)?.default.place ?? Number.POSITIVE_INFINITY;
	return [...games].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}
