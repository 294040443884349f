// Which turn it is, read off what happened: everything between two of these is one turn.
import type { GameEvent } from '../../contract';

const BEGINS = ['opened', 'turn_taken', 'passed', 'hand_empty', 'row_gone', 'last_row'];

/** The event that began this turn; undefined at the start, or after a reload in the middle of it. */
export const turnOf = (log: readonly GameEvent[]): GameEvent | undefined =>
	log.findLast((event) => BEGINS.includes(event.kind));
