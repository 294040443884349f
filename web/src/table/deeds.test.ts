import { expect, it } from 'vitest';
import type { SeatUpdate } from '../net/protocol';
import { deedsAfter } from './deeds';

function update(v: number, kind: string, awaited: number[], events: object[] = []): SeatUpdate {
	const decision = { kind, seats: awaited, gate: 'all' as const, hold: false, seconds: null, ms: null, opens_ms: 0 };
	return { seat: 0, v, n: v, events: events as never, view: {}, decision, legal: [], awaited };
}

it('keeps what a seat did with the question it answered, not the one it is asked next', () => {
	const asked = update(1, 'turn', [1]);
	// The robot laid a card and is asked for a colour.
	const then = update(2, 'name_colour', [1], [{ kind: 'laid', seat: 1 }]);
	const deeds = deedsAfter({}, asked, then, false);
	expect(deeds[1]).toEqual({ kind: 'turn', events: [{ kind: 'laid', seat: 1 }] });
	// Others are asked something meanwhile: what it did stays.
	expect(deedsAfter(deeds, then, update(3, 'catch', [0, 1], [{ kind: 'colour' }]), false)).toEqual(deeds);
});

it('is somebody else who brought it about when the seat was not asked', () => {
	const deeds = deedsAfter({}, update(1, 'turn', [2]), update(2, 'turn', [0], [{ kind: 'fined', seat: 1 }]), false);
	expect(deeds).toEqual({});
});

it('says nothing about what it has not seen', () => {
	const known = { 1: { kind: 'turn', events: [] } };
	const late = update(9, 'turn', [0], [{ kind: 'laid', seat: 1 }]);
	expect(deedsAfter(known, update(1, 'turn', [1]), late, true)).toEqual({});
	expect(deedsAfter(known, update(1, 'turn', [1]), late, false)).toEqual({});
});
