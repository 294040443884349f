// What a seat did last, and where the words for a robot's reason stand.
import type { GameEvent } from '../../contract';
import type { Deed } from '../../table/deeds';

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

/**
 * `why.<level>` may be one sentence, or one for each kind of question; where a question has answers of quite another
 * sort, such as drawing a card, `web.why.<level>.<kind>.<event>` is about just that.
 */
export function reasonKey(has: (key: string) => boolean, level: string, deed: Deed): string {
	const special = deed.events.map((event) => `web.why.${level}.${deed.kind}.${event.kind}`);
	return [...special, `why.${level}.${deed.kind}`, `why.${level}`].find(has) ?? '';
}
