// What happened in a finished game, as everyone may know it.
import type { GameEvent } from '../contract';
import { api } from '../net/api';

export interface Moment {
	event: GameEvent;
	/** The step of the replay that shows it. */
	step: number;
}

/** Every event of it, in their order. */
export async function played(table: string, number: number, ask = api.replay): Promise<Moment[]> {
	const found: Moment[] = [];
	for (let since = 0, total = 1; since < total; ) {
		const page = await ask(table, number, { since, views: 0 });
		if (!page.steps.length) break;
		total = page.total;
		since += page.steps.length;
		for (const step of page.steps)
			for (const event of step.events) found.push({ event: event as GameEvent, step: step.step });
	}
	return found;
}
