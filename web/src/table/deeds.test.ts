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
	expect(deeds[1]).toEqual({ n: 1, events: [{ kind: 'laid', seat: 1 }] });
	// Others are asked something meanwhile: what it did stays.
	expect(deedsAfter(deeds, then, update(3, 'catch', [0, 1], [{ kind: 'colour' }]), false)).toEqual(deeds);
});

it('is somebody else who brought it about when the seat was not asked', () => {
	const deeds = deedsAfter({}, update(1, 'turn', [2]), update(2, 'turn', [0], [{ kind: 'fined', seat: 1 }]), false);
	expect(deeds).toEqual({});
});

it('says nothing about what it has not seen', () => {
	const known = { 1: { n: 1, events: [] } };
	const late = update(9, 'turn', [0], [{ kind: 'laid', seat: 1 }]);
	expect(deedsAfter(known, update(1, 'turn', [1]), late, true)).toEqual({});
	expect(deedsAfter(known, update(1, 'turn', [1]), late, false)).toEqual({});
});

it('is the question of a sealed answer when it is shown, also for those who answered first', () => {
	const asked = update(4, 'choose_card', [0, 1, 2]);
	const waiting = { ...update(5, 'choose_card', [0, 1, 2]), n: 4, awaited: [2] };
	const told = [0, 1, 2].map((seat) => ({ kind: 'opened', seat }));
	const shown = update(6, 'choose_card', [0, 1, 2], told);
	const deeds = deedsAfter(deedsAfter({}, asked, waiting, false), waiting, shown, false);
	expect([0, 1, 2].map((seat) => deeds[seat]?.n)).toEqual([4, 4, 4]);
});
