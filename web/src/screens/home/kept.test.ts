import { expect, it } from 'vitest';
import type { KeptTable } from '../../net/keys';
import { knownNames, ours, span } from './kept';

it('offers tables where this device holds something, newest first', () => {
	const table = (change: Partial<KeptTable>): KeptTable => ({
		table: 'a',
		game: 'hopscotch',
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
