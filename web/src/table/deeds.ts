// What each seat did last, and which question it answered with it: a robot is asked for its reason by that.
import type { GameEvent } from '../contract';
import type { SeatUpdate } from '../net/protocol';

export interface Deed {
	/** The number of the question. */
	n: number;
	events: GameEvent[];
}

/** The deeds after an update. `before` is the update of the same seat that came before it. */
export function deedsAfter(
	deeds: Readonly<Record<number, Deed>>,
	before: SeatUpdate | undefined,
	now: SeatUpdate,
	missed: boolean,
): Record<number, Deed> {
	const events = (now.events as GameEvent[]).filter((event) => !event.kind.startsWith('table_'));
	const found = { ...deeds };
	// Of several moves at once nobody can say which question each answered.
	if (missed || now.v !== (before?.v ?? 0) + 1) {
		for (const event of events) if (typeof event.seat === 'number') delete found[event.seat];
		return found;
	}
	// Sealed answers are seen when the last one is in: then all who were asked have done something.
	for (const seat of before?.decision?.seats ?? []) {
		const own = events.filter((event) => event.seat === seat);
		if (own.length) found[seat] = { n: before!.n, events: own };
	}
	return found;
}
