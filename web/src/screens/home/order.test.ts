import { expect, it } from 'vitest';
import type { KeptTable } from '../../net/keys';
import type { GameFace } from '../../net/protocol';
import { inOrder, knownNames, ours, span } from './order';

it('shows the games in their order, and one that nobody thought of last', () => {
	const games = ['trafic_turbo', 'hopscotch', 'rush_hour'].map((id) => ({ id }) as GameFace);
	expect(inOrder(games).map((game) => game.id)).toEqual(['rush_hour', 'trafic_turbo', 'hopscotch']);
});

it('offers tables where this device holds something, newest first', () => {
	const table = (change: Partial<KeptTable>): KeptTable => ({
		table: 'a',
		game: 'mau_mau',
		seen: 1,
		names: [],
		tokens: [{ seat: 0, token: 'x' }],
		...change,
	});
	const kept = [
		table({}),
		table({ table: 'b', seen: 2 }),
		table({ table: 'c', tokens: [] }),
		table({ table: 'd', game: '' }),
	];
	expect(ours(kept).map((one) => one.table)).toEqual(['b', 'a']);
});

it('names only those who are known', () => {
	expect(knownNames(['Mia', '2', 'Ben', ''])).toBe('Mia, Ben');
});

it('writes a span as short as it is', () => {
	expect(span(2, 5)).toBe('2–5');
	expect(span(4, 4)).toBe('4');
});
