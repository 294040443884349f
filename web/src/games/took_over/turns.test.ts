import { expect, it } from 'vitest';
import { turnOf } from './turns';

it('cards that are laid and let be belong to one turn; a cut-in begins another', () => {
	const log = [
		{ kind: 'opened', seat: 0, card: 15 },
		{ kind: 'placed', seat: 0, card: 20 },
		{ kind: 'let_go', seat: 1 },
		{ kind: 'placed', seat: 0, card: 31 },
	];
	expect(turnOf(log)).toBe(log[0]);
	expect(turnOf(log.slice(0, 2))).toBe(turnOf(log));
	const taken = { kind: 'turn_taken', seat: 1 };
	expect(turnOf([...log, taken])).toBe(taken);
	expect(turnOf([])).toBeUndefined();
});
