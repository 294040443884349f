import { describe, expect, it } from 'vitest';
import type { ChairFace } from '../../net/protocol';
import { type Facts, noted } from './notes';

const chair = (seat: number, change: Partial<ChairFace> = {}): ChairFace => ({
	seat,
	name: 'Mia',
	colour: 'red',
	sitter: 'person',
	level: '',
	stand_in: false,
	here: true,
	away_ms: null,
	...change,
});
const facts = (change: Partial<Facts> = {}): Facts => ({
	phase: 'playing',
	looking: false,
	chairs: [chair(0), chair(1), chair(2, { sitter: 'bot' })],
	local: [0],
	kept: [0],
	me: 0,
	done: false,
	awaited: [0],
	...change,
});

describe('the line beside the hand', () => {
	it('says nothing to somebody who just plays', () => {
		expect(noted(facts())).toBeNull();
		expect(noted(facts({ awaited: [2] }))).toBeNull();
	});

	it('says that one is watching', () => {
		expect(noted(facts({ local: [], kept: [], me: null }))).toEqual({ kind: 'watching' });
	});

	it('says that a robot plays for whoever sat here before, also before anything else', () => {
		expect(noted(facts({ local: [], kept: [2], me: null }))).toEqual({ kind: 'robot', seat: 2 });
		// A person has the seat now: it cannot be taken over.
		expect(noted(facts({ local: [], kept: [1], me: null }))).toEqual({ kind: 'watching' });
	});

	it('leads back from the table to the result', () => {
		expect(noted(facts({ phase: 'over', looking: true, awaited: [] }))).toEqual({ kind: 'looking' });
		expect(noted(facts({ phase: 'over', awaited: [] }))).toBeNull();
	});

	it('has something to do for whoever is done, unless they are asked once more', () => {
		expect(noted(facts({ done: true, awaited: [1] }))).toEqual({ kind: 'done' });
		expect(noted(facts({ done: true, awaited: [0, 1] }))).toBeNull();
	});

	it('says for whom the table waits, and whether a robot comes', () => {
		const gone = (change: Partial<ChairFace>) => [chair(0), chair(1, { here: false, ...change })];
		expect(noted(facts({ chairs: gone({ away_ms: 9000 }), awaited: [1] }))).toEqual({ kind: 'away', seat: 1 });
		expect(noted(facts({ chairs: gone({ away_ms: -1 }), awaited: [1] }))).toEqual({ kind: 'waits', seat: 1 });
		expect(noted(facts({ chairs: gone({ stand_in: true }), awaited: [1] }))).toBeNull();
	});
});
