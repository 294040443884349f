// What happened, as a list of moves: the newest events first looked at, equal ones in a row told once.
import type { Game, GameEvent, Play, Small } from '../contract';

export interface Told {
	small: Small;
	event: GameEvent;
	/** How often in a row. */
	times: number;
	/** Where the event stands in the log. */
	at: number;
}

/** The last so many moves of the log, the newest last. */
export function lastMoves(log: readonly GameEvent[], game: Game, view: unknown, most: number): Told[] {
	const found: Told[] = [];
	for (let at = log.length - 1; at >= 0; at--) {
		const event = log[at]!;
		const small = game.small?.(event, view);
		if (!small) continue;
		const after = found[0];
		if (after && after.small.seat === small.seat && after.small.picture === small.picture) {
			after.times += 1;
			continue;
		}
		if (found.length === most) break;
		found.unshift({ small, event, times: 1, at });
	}
	return found;
}

/** A move in words that everybody at the table may hear: nothing of what only one hand knows. */
export function moveWords(play: Play, { small, event, times }: Told): string {
	const brief = `web.events.${event.kind}`;
	const key = small.text ?? (play.texts.has(brief) ? brief : `events.${event.kind}`);
	const words = play.say(key, event);
	return times > 1 ? `${words} ×${times}` : words;
}
