// How the convoy grows, lets somebody in, and drives off.

import { type Beat, LEAST, type Move, ROUND_END } from '../../contract';
import type { TookOverEvent, TookOverView } from '../../net/shapes';

/** What is drawn: the view, and for a moment the car that cuts in. */
export interface Shown extends TookOverView {
	fresh?: number;
	/** It squeals past the others into its space. */
	squeals?: boolean;
	/** The row drives off and is still seen. */
	leaving?: boolean;
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

/** All cards are shared out anew; hands are drawn from the stacks right after. */
function freshGame(view: Shown, event: Extract<TookOverEvent, { kind: 'dealt' }>): Shown {
	const next: Shown = {
		...view,
		row: [],
		gone: [],
		window: null,
		left_out: event.left,
		game: event.game ?? view.game,
		seats: view.seats.map((one, at) => {
			const stack = event.stacks?.[at] ?? event.cards;
			return { ...one, hand: 0, stack, score: stack, proven: [] };
		}),
	};
	if (view.hand) next.hand = [];
	return next;
}

export function tell(view: Shown, event: TookOverEvent): Told {
	switch (event.kind) {
		case 'opened': {
			// A row begins with the top of a stack, as long as there is one.
			const fromStack = (view.seats[event.seat]?.stack ?? 0) > 0;
			return {
				...laid(view, event.seat, event.card, fromStack),
				ms: 380,
				rest: 180,
				least: LEAST.card,
				sound: 'begun',
			};
		}
		case 'placed':
			return { ...laid(view, event.seat, event.card), ms: 380, rest: 180, least: LEAST.card, sound: 'parked' };
		case 'took_over':
			return {
				...laid({ ...view, window: null, fresh: event.card, squeals: true }, event.seat, event.card),
				ms: 420,
				rest: 500,
				least: LEAST.card,
				sound: 'squeal',
			};
		case 'took_more':
			return {
				...laid({ ...view, fresh: event.card, squeals: false }, event.seat, event.card),
				ms: 420,
				rest: 200,
				least: LEAST.card,
				sound: 'followed',
			};
		case 'drew': {
			const seats = view.seats.map((one, at) =>
				at === event.seat ? { ...one, hand: one.hand + event.n, stack: Math.max(0, one.stack - event.n) } : one,
			);
			const next: Shown = { ...view, seats };
			const cards = event.cards ?? [];
			if (view.hand && view.seat === event.seat) next.hand = [...view.hand, ...cards].sort((a, b) => a - b);
			const moves = cards.map((card, i) => ({ piece: `card:${card}`, from: `seat-${event.seat}`, delay: i * 60 }));
			return { view: next, ms: 320, rest: 120, moves, sound: 'drawn' };
		}
		case 'row_gone': {
			const gone = [...view.gone, ...event.cards].sort((a, b) => a - b);
			const moves = event.cards.map((card, i) => ({ piece: carPiece(card), to: 'way-out', delay: i * 40 }));
			const empty = { ...view, row: [], gone, window: null };
			return [
				{ view: { ...empty, leaving: true }, ms: 700, moves, sound: 'convoy' },
				{ view: { ...empty, leaving: false }, rest: 150 },
			];
		}
		case 'let_go':
			return { view: { ...view, window: null }, rest: 150, sound: 'letGo' };
		case 'turn_taken':
			return { view: { ...view, turn: event.seat }, rest: 120, sound: 'yours' };
		case 'passed':
			return { view, rest: 350, sound: 'shrug' };
		case 'hand_empty':
			return { view, rest: 350, sound: 'empty' };
		case 'dealt':
			return { view: freshGame(view, event), rest: 250, sound: 'shuffled' };
		case 'game_over': {
			const seats = view.seats.map((one, at) => ({ ...one, points: event.totals[at] ?? one.points }));
			const next = { ...view, window: null, turn: null, seats, rounds: [...view.rounds, event.points] };
			return { view: next, ...ROUND_END, round: { points: event.points, totals: event.totals, best: 'low' } };
		}
		case 'match_over':
			return { view: { ...view, winner: event.winner }, rest: 300, sound: 'flag' };
		default:
			return { view };
	}
}
