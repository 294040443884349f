// What was worth telling: the biggest moments of the game as it was played, each with its step in the replay.
import type { GameEvent } from '../../contract';
import type { Moment } from '../../table/played';

const MOST = 6;

/** How much it was about: points, or cards, or whatever is counted; null where nothing is. */
function size(event: GameEvent): number | null {
	for (const counted of [event.points, event.n, event.cards]) {
		if (typeof counted === 'number') return counted;
		if (Array.isArray(counted)) return counted.length;
	}
	return null;
}

/** The biggest moments, in the order in which they happened: the most of their kind, and what happens seldom. */
export function biggest(played: readonly Moment[], kinds: readonly string[]): Moment[] {
	const found = played.filter(({ event }) => kinds.includes(event.kind));
	const often = new Map<string, number>();
	const most = new Map<string, number>();
	for (const { event } of found) {
		often.set(event.kind, (often.get(event.kind) ?? 0) + 1);
		most.set(event.kind, Math.max(most.get(event.kind) ?? 0, size(event) ?? 0));
	}
	const weight = ({ event }: Moment): number => {
		const much = size(event);
		const share = much === null ? 0.5 : much / (most.get(event.kind) || 1);
		return share + 1 / often.get(event.kind)!;
	};
	return found
		.map((moment, place) => ({ moment, place, weight: weight(moment) }))
		.sort((a, b) => b.weight - a.weight || b.place - a.place)
		.slice(0, MOST)
		.sort((a, b) => a.place - b.place)
		.map(({ moment }) => moment);
}
