// How the convoy grows, lets somebody in, and drives off.

import { type Beat, LEAST, type Move } from '../../contract';
import type { TookOverEvent, TookOverView } from '../../net/shapes';

/** What is drawn: the view, and for a moment the car that cuts in. */
export interface Shown extends TookOverView {
	fresh?: number;
}

type Told = Beat<Shown> | Beat<Shown>[] | null;

export const carPiece = (card: number): string => `car:${card}`;

function laid(view: Shown, seat: number, card: number, fromStack = false): { view: Shown; moves: Move[] } {
	const own = view.seat === seat && view.hand !== undefined && !fromStack;
	const next: Shown = {
		...view,
		row: [...view.row, card].sort((a, b) => a - b),
		seats: view.seats.map((one, at) =>
			at === seat
				? { ...one, hand: one.hand - (fromStack ? 0 : 1), stack: one.stack - (fromStack ? 1 : 0), score: one.score - 1 }
				: one,
		),
	};
	if (own) next.hand = view.hand!.filter((held) => held !== card);
	return { view: next, moves: [{ piece: carPiece(card), from: own ? `card:${card}` : `seat-${seat}` }] };
}

export function tell(view: Shown, event: TookOverEvent): Told {
	switch (event.kind) {
		case 'opened': {
			// A row begins with the top of a stack, as long as there is one.
			const fromStack = (view.seats[event.seat]?.stack ?? 0) > 0;
			return { ...laid(view, event.seat, event.card, fromStack), ms: 380, rest: 180, least: LEAST.card, sound: 'laid' };
		}
		case 'placed':
			return { ...laid(view, event.seat, event.card), ms: 380, rest: 180, least: LEAST.card, sound: 'laid' };
		case 'took_over':
			return {
				...laid({ ...view, window: null, fresh: event.card }, event.seat, event.card),
				ms: 420,
				rest: 500,
				least: LEAST.card,
				sound: 'horn',
			};
		case 'took_more':
			return {
				...laid({ ...view, fresh: event.card }, event.seat, event.card),
				ms: 420,
				rest: 200,
				least: LEAST.card,
				sound: 'laid',
			};
		case 'drew': {
			const seats = view.seats.map((one, at) =>
				at === event.seat ? { ...one, hand: one.hand + event.n, stack: Math.max(0, one.stack - event.n) } : one,
			);
			const next: Shown = { ...view, seats };
			const cards = event.cards ?? [];
			if (view.hand && view.seat === event.seat) next.hand = [...view.hand, ...cards].sort((a, b) => a - b);
			const moves = cards.map((card, i) => ({ piece: `card:${card}`, from: `seat-${event.seat}`, delay: i * 60 }));
			return { view: next, ms: 320, rest: 120, moves, sound: 'select' };
		}
		case 'row_gone': {
			const gone = [...view.gone, ...event.cards].sort((a, b) => a - b);
			const moves = event.cards.map((card, i) => ({ piece: carPiece(card), to: 'way-out', delay: i * 40 }));
			return { view: { ...view, row: [], gone, window: null }, ms: 700, rest: 150, moves, sound: 'drive' };
		}
		case 'let_go':
			return { view: { ...view, window: null }, rest: 150 };
		case 'turn_taken':
			return { view: { ...view, turn: event.seat }, rest: 120 };
		case 'passed':
		case 'hand_empty':
			return { view, rest: 350 };
		case 'match_over':
			return { view: { ...view, winner: event.winner }, rest: 300 };
		default:
			return { view };
	}
}
