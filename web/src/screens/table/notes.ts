// What a line beside the hand tells whoever looks at a table: that they watch, are done, or have a robot playing.
import type { ChairFace } from '../../net/protocol';

export interface Facts {
	phase: 'lobby' | 'playing' | 'over';
	/** The result was put aside. */
	looking: boolean;
	chairs: readonly ChairFace[];
	/** Seats of people at this device. */
	local: readonly number[];
	/** Seats that this device holds or once held a token for. */
	kept: readonly number[];
	/** Whose eyes we see with. */
	me: number | null;
	/** That seat has nothing left to do in this round. */
	done: boolean;
	/** Whom the table waits for. */
	awaited: readonly number[];
}

export type Noted =
	| { kind: 'looking' | 'done' | 'watching' }
	/** A robot plays for somebody of this device, or soon for somebody who is away. */
	| { kind: 'robot' | 'away' | 'waits'; seat: number };

export function noted({ phase, looking, chairs, local, kept, me, done, awaited }: Facts): Noted | null {
	if (phase === 'over') return looking ? { kind: 'looking' } : null;
	if (phase === 'lobby') return null;
	if (!local.length) {
		const driven = kept.find((seat) => chairs[seat]?.sitter === 'bot');
		return driven === undefined ? { kind: 'watching' } : { kind: 'robot', seat: driven };
	}
	if (done && me !== null && !awaited.includes(me)) return { kind: 'done' };
	const gone = awaited.map((seat) => chairs[seat]).find((chair) => chair?.sitter === 'person' && !chair.here);
	if (!gone || gone.stand_in) return null;
	return { kind: (gone.away_ms ?? -1) < 0 ? 'waits' : 'away', seat: gone.seat };
}
