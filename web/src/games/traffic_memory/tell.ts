// How what happened on the lot is shown. What was turned back is gone from the screen: remembering it is the game.

import { type Beat, LEAST } from '../../contract';
import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';

type Told = Beat<TrafficMemoryView> | Beat<TrafficMemoryView>[] | null;

export const bayPiece = (place: number): string => `lot:${place}`;

const laid = (view: TrafficMemoryView, spots: number[], card: (at: number) => string | null) =>
	view.table.map((old, at) => (spots.includes(at + 1) ? card(at) : old));

export function tell(view: TrafficMemoryView, event: TrafficMemoryEvent): Told {
	switch (event.kind) {
		case 'opened':
			return {
				view: {
					...view,
					turn: event.seat,
					table: laid(view, [event.place], () => event.card),
					opened: [...view.opened, event.place],
				},
				ms: 260,
				rest: 420,
				least: LEAST.card,
				sound: 'reveal',
			};
		case 'turned_back': {
			// A child needs a moment to see what it was.
			const closed = { ...view, table: laid(view, event.spots, () => '?'), opened: [] };
			return [
				{ view, rest: LEAST.miss, least: LEAST.miss },
				{ view: closed, ms: 260, sound: 'select' },
			];
		}
		case 'taken': {
			const seats = view.seats.map((one, seat) =>
				seat === event.seat
					? { cards: one.cards + event.n, score: one.score + event.n, pile: [...one.pile, ...event.cards] }
					: one,
			);
			const moves = event.spots.map((place, i) => ({
				piece: bayPiece(place),
				to: `seat-${event.seat}`,
				delay: i * 70,
			}));
			return [
				{ view, rest: 450, least: LEAST.card },
				{
					view: { ...view, seats, table: laid(view, event.spots, () => null), opened: [] },
					ms: 500,
					moves,
					sound: 'win',
				},
			];
		}
		case 'laid_out':
			return { view, rest: 200, sound: 'reveal' };
		case 'match_over':
			return { view, rest: 400 };
		default:
			return { view };
	}
}
