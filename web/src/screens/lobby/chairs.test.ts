import { describe, expect, it } from 'vitest';
import type { ChairFace } from '../../net/protocol';
import { freeSeats, moved, placeOf, without } from './chairs';

const chair = (change: Partial<ChairFace>): ChairFace => ({
	seat: 0,
	name: 'Mia',
	colour: 'red',
	sitter: 'person',
	level: '',
	stand_in: false,
	here: true,
	away_ms: null,
	...change,
});

describe('a chair in the lobby', () => {
	it('can be taken when it is free', () => {
		expect(placeOf(chair({ sitter: 'open' }), [], false)).toMatchObject({ free: true, mine: false, opens: 'sit' });
		// The old token of a freed chair does not make it ours.
		expect(placeOf(chair({ sitter: 'open' }), [0], true).mine).toBe(false);
	});

	it('can be changed by whoever sits there, and by the host', () => {
		expect(placeOf(chair({}), [0], false)).toMatchObject({ mine: true, opens: 'change' });
		expect(placeOf(chair({}), [1], false).opens).toBeNull();
		expect(placeOf(chair({ sitter: 'bot' }), [], true)).toMatchObject({ bot: true, opens: 'change' });
	});

	it('shows who is away', () => {
		expect(placeOf(chair({ here: false }), [], false).away).toBe(true);
		expect(placeOf(chair({ sitter: 'bot', here: false }), [], false).away).toBe(false);
	});
});

describe('the order of the chairs', () => {
	it('changes by one place', () => {
		expect(moved(4, 1, -1)).toEqual([1, 0, 2, 3]);
		expect(moved(4, 1, 1)).toEqual([0, 2, 1, 3]);
		expect(moved(4, 0, -1)).toBeNull();
		expect(moved(4, 3, 1)).toBeNull();
	});

	it('closes up when a chair goes', () => {
		expect(without(3, 1)).toEqual([0, 2]);
	});
});

it('knows which chairs are free', () => {
	expect(freeSeats([chair({}), chair({ seat: 1, sitter: 'open' }), chair({ seat: 2, sitter: 'bot' })])).toEqual([1]);
});
