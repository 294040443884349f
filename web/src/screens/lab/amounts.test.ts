import { describe, expect, it } from 'vitest';
import { begun as emptyStudy, studies } from '../../lab/test-studies';
import type { Kept, Order } from '../../net/lab';
import { begun, goesOnTo, left, MATCHES, partOf, placeIn, tenth } from './amounts';
import { keepKey, keptKey, keyIn } from './key';

const kept = (more: Partial<Kept>) => ({ state: 'running', done: 0, of: 0, ...more }) as Kept;

describe('how many', () => {
	it('a slider stands at the number, or at the next one above it', () => {
		expect(MATCHES[placeIn(MATCHES, 2000)]).toBe(2000);
		expect(MATCHES[placeIn(MATCHES, 2001)]).toBe(5000);
		expect(MATCHES[placeIn(MATCHES, 10_000_000)]).toBe(1_000_000);
	});

	it('there is always more, until there is not', () => {
		const run = (matches: number, state: Kept['state'] = 'finished') =>
			goesOnTo(kept({ state, order: { kind: 'run', matches } as Order }));
		expect([2000, 150, 1_000_000].map((matches) => run(matches))).toEqual([5000, 200, null]);
		// What was stopped goes on to what was asked for.
		expect(run(2000, 'stopped')).toBe(2000);
		const find = (trials: number) => goesOnTo(kept({ state: 'finished', order: { kind: 'find', trials } as Order }));
		expect([60, 1000].map(find)).toEqual([100, null]);
		expect(goesOnTo(kept({ state: 'kept', order: null }))).toBeNull();
	});
});

describe('how far', () => {
	it('only what is finished is all of it', () => {
		expect(partOf(kept({}))).toBe(0);
		expect(partOf(kept({ done: 500, of: 2000 }))).toBe(0.25);
		expect(partOf(kept({ done: 2000, of: 2000 }))).toBe(0.99);
		expect(partOf(kept({ done: 2000, of: 2000, state: 'finished' }))).toBe(1);
	});

	it('tenths are counted without slips', () => {
		expect([0, 0.0999, 0.1, 0.3, 0.7, 0.99, 1].map(tenth)).toEqual([0, 0, 1, 3, 7, 9, 10]);
	});

	it('the time is said roughly', () => {
		expect(left(0)).toEqual({ unit: 'seconds', n: 1 });
		expect(left(12.2)).toEqual({ unit: 'seconds', n: 13 });
		expect(left(47)).toEqual({ unit: 'seconds', n: 50 });
		expect(left(100)).toEqual({ unit: 'minutes', n: 2 });
		expect(left(9000)).toEqual({ unit: 'hours', n: 3 });
	});

	it('nothing is drawn before a match of its own was played', () => {
		expect(begun({ ...emptyStudy(), progress: { ...emptyStudy().progress, done: 2000 } })).toBe(false);
		expect(begun(studies.run())).toBe(true);
		expect(begun({ ...studies.find(), arms: [] })).toBe(true);
	});
});

describe('the key', () => {
	const key = 'abcdefghij_-0123456789';

	it('is found alone and in its address', () => {
		expect(keyIn(` ${key}\n`)).toBe(key);
		expect(keyIn(`Only for you: https://games.example.org/lab#${key}`)).toBe(key);
		expect(keyIn('abc')).toBe('');
		expect(keyIn('')).toBe('');
	});

	it('is kept for this tab only, and forgotten', () => {
		keepKey(key);
		expect(keptKey()).toBe(key);
		expect(JSON.stringify({ ...localStorage })).not.toContain(key);
		keepKey('');
		expect(keptKey()).toBe('');
		expect(sessionStorage.length).toBe(0);
	});
});
