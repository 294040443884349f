import { describe, expect, it } from 'vitest';
import { pure } from '../art/test-kit';
import { plainTile } from '../art/tiles';
import type { Tile } from '../contract';
import { byFolder } from './folders';
import { inOrder, tilePicture } from './tiles';

const games = [...byFolder(import.meta.glob('./*/index.ts')).keys()];
const tiles = byFolder(import.meta.glob<{ default: Tile }>('./*/tile.ts', { eager: true }));

describe('tiles', () => {
	it('every game brings one, by day and by night, and a place of its own', () => {
		expect([...tiles.keys()]).toEqual(games);
		const drawn = games.flatMap((game) => [tilePicture(game), tilePicture(game, true)]);
		expect(new Set(drawn).size).toBe(2 * games.length);
		for (const tile of drawn) pure(tile);
		const places = [...tiles.values()].map((module) => module.default.place);
		expect(new Set(places).size).toBe(places.length);
	});

	it('a game that brings none has a plain one, with cars of its own', () => {
		for (const dark of [false, true]) {
			expect(tilePicture('hopscotch', dark)).toBe(plainTile(dark, 'hopscotch'));
			expect(tilePicture('hopscotch', dark)).not.toBe(tilePicture('tag', dark));
			pure(plainTile(dark));
			pure(plainTile(dark, 'hopscotch'));
		}
	});

	it('the games stand in their order, and one without a place comes last, wherever the server names it', () => {
		const given = ['hopscotch', ...games, 'tag'].map((id) => ({ id }));
		const ordered = inOrder(given).map((one) => one.id);
		expect(ordered.slice(-2)).toEqual(['hopscotch', 'tag']);
		expect(inOrder([...given].reverse()).map((one) => one.id)).toEqual([...ordered.slice(0, -2), 'tag', 'hopscotch']);
	});
});
