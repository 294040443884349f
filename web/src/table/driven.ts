import type { GameEvent } from '../contract';

/**
 * What happened while a robot played for somebody of this device who has just come back, from the word that it plays to the word that
 * they are here again; nothing when the news is another. Whoever has moved since has seen it.
 */
export function drivenFor(
	own: readonly number[],
	known: readonly GameEvent[],
	news: readonly GameEvent[],
): GameEvent[] {
	const mine = (event: GameEvent) => own.includes(event.seat as number);
	if (!news.some((event) => event.kind === 'table_back' && mine(event))) return [];
	const all = [...known, ...news];
	const back = all.findLastIndex((event) => event.kind === 'table_back' && mine(event));
	const seat = all[back]!.seat;
	const from = all.findLastIndex(
		(event, i) => i < back && event.seat === seat && /^table_(stand_in|bot)$/.test(event.kind),
	);
	const since = all.slice(back + 1).some((event) => event.seat === seat && !event.kind.startsWith('table_'));
	return from < 0 || since ? [] : all.slice(from, back + 1);
}

const KEY = 'tailback.reached';

/** How far this device has seen the last table it was at: whoever loads the page anew still learns what a robot did. */
export function reached(table: string): number | null {
	try {
		const [id, v] = JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string?, number?];
		return id === table && typeof v === 'number' ? v : null;
	} catch {
		return null;
	}
}
export function reach(table: string, v: number): void {
	try {
		localStorage.setItem(KEY, JSON.stringify([table, v]));
	} catch {
		// Nothing is kept here.
	}
}
