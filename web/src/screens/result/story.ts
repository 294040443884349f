// What was worth telling: from what this device heard, or, after a reload, from the game as it was played.
import type { GameEvent } from '../../contract';
import { api } from '../../net/api';

const MOST = 8;

/** The newest big moments, in order. */
export function moments(events: readonly GameEvent[], kinds: readonly string[]): GameEvent[] {
	return events.filter((event) => kinds.includes(event.kind)).slice(-MOST);
}

const PAGE = 200;

/** Every event of a finished game as everyone may know it. */
export async function played(table: string, number: number, ask = api.replay): Promise<GameEvent[]> {
	const found: GameEvent[] = [];
	for (let since = 0, total = 1; since < total; since += PAGE) {
		const page = await ask(table, number, { since, limit: PAGE });
		total = page.total;
		for (const step of page.steps) found.push(...(step.events as GameEvent[]));
	}
	return found;
}
