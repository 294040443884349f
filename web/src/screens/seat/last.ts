// What a seat did last, as far as it was told here.
import type { GameEvent } from '../../contract';

/** At most so many sentences. */
const MOST = 3;

/** The newest events in a row that this seat brought about. */
export function lastMove(log: readonly GameEvent[], seat: number): GameEvent[] {
	let end = log.length;
	while (end > 0 && log[end - 1]!.seat !== seat) end--;
	let start = end;
	while (start > 0 && end - start < MOST && log[start - 1]!.seat === seat) start--;
	return log.slice(start, end).filter((event) => !event.kind.startsWith('table_'));
}
