// How what happened on the lot is shown. What was turned back is gone from the screen: remembering it is the game.

import { type Beat, LEAST } from '../../contract';
import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';

type Told = Beat<TrafficMemoryView> | Beat<TrafficMemoryView>[] | null;

/** So long the cards that are left over can be looked at. */
const LEFT = 1800;

export const bayPiece = (place: number): string => `lot:${place}`;

const laid = (view: TrafficMemoryView, spots: number[], card: (at: number) => string | null) =>
	view.table.map((old, at) => (spots.includes(at + 1) ? card(at) : old));

export function tell(view: TrafficMemoryView, event: TrafficMemoryEvent): Told {
	switch (event.kind) {
		case 'opened':
			return turned(view, event);
		case 'turned_back': {
			// A child needs a moment to see what it was.
			const closed = { ...view, table: laid(view, event.spots, () => '?'), opened: [] };
			return [
				{ view, rest: LEAST.miss, least: LEAST.miss },
				{ view: closed, ms: 260, sound: 'closed' },
			];
		}
		case 'taken': {
			const seats = view.seats.map((one, seat) =>
				seat === event.seat
					? { cards: one.cards + event.n, score: one.score + event.n, pile: [...one.pile, ...event.cards] }
					: one,
			);
			const away = { ...view, table: laid(view, event.spots, () => null), opened: [] };
			const moves = event.spots.map((place, i) => ({
				piece: bayPiece(place),
				to: `seat-${event.seat}`,
				delay: i * 70,
			}));
			return [
				{ view, rest: 450, least: LEAST.card },
				{ view: away, ms: 500, moves, sound: 'found' },
				{ view: { ...away, seats } },
			];
		}
		case 'laid_out':
			return { view, rest: 200, sound: 'dealt' };
		case 'too_long':
			return { view, rest: 600, sound: 'shrug' };
		case 'match_over':
			return ended(view, event);
		default:
			return { view };
	}
}

/** What it is, is told and drawn elsewhere only once the card lies open. */
function turned(
	view: TrafficMemoryView,
	event: Extract<TrafficMemoryEvent, { kind: 'opened' }>,
): Beat<TrafficMemoryView>[] {
	const open = { ...view, turn: event.seat, table: laid(view, [event.place], () => event.card) };
	return [
		{ view: open, rest: 260, sound: 'flipped', line: { key: 'web.doing.first_card', params: { seat: event.seat } } },
		{ view: { ...open, opened: [...view.opened, event.place] }, rest: 420, least: LEAST.card, speaks: true },
	];
}

/** What nobody won is turned up, and looked at. */
function ended(
	view: TrafficMemoryView,
	event: Extract<TrafficMemoryEvent, { kind: 'match_over' }>,
): Beat<TrafficMemoryView> {
	const left = view.table.flatMap((card, i) => (card === null ? [] : [i + 1]));
	const rest = Object.fromEntries(left.map((place, i) => [place, event.rest[i] ?? '?']));
	return { view: { ...view, rest }, rest: left.length ? LEFT : 400, sound: 'flag' };
}
