// How what happened in Mau-Mau is shown. Only what is drawn changes here; what is true comes from the server.

import { type Beat, ROUND_END } from '../../contract';
import type { MauMauEvent, MauMauView } from '../../net/shapes';
import { dealt, gained, laid, opened, pickedUp, reshuffled, returned, type Telling } from '../_shedding/telling';

export interface Shown extends MauMauView, Telling {}

type Step = Beat<Shown>;
type Of<K extends MauMauEvent['kind']> = Extract<MauMauEvent, { kind: K }>;

export function tell(before: Shown, event: MauMauEvent): Step | Step[] | null {
	const view: Shown = before.strike ? { ...before, strike: undefined } : before;
	switch (event.kind) {
		case 'laid':
			return laid({ ...view, stopped: -1 }, event.seat, event.card);
		case 'drew':
			return gained(view, event.seat, event.card);
		case 'take4':
			return gained(view, event.seat, event.card, 'deck', 'taken');
		case 'mau_penalty':
			return gained(view, event.seat, event.card, 'deck', 'paid');
		case 'take2':
			return gained({ ...view, pending: Math.max(0, view.pending - 1) }, event.seat, event.card, 'deck', 'pocketed');
		case 'colour':
			return { view: { ...view, colour: event.colour }, rest: 350, sound: 'painted' };
		case 'reversed':
			return { view: { ...view, clockwise: event.clockwise }, rest: 450, sound: 'turned' };
		case 'pending':
			return { view: { ...view, pending: event.n, turn: event.seat }, rest: 300, sound: 'mounting' };
		case 'opened':
			return opened(view, event.card);
		case 'returned':
			return returned(view, event.card);
		case 'dealt':
			return { view: freshGame(view, event), rest: 250, sound: 'shuffled' };
		case 'hand':
			return pickedUp(view, event.seat, event.cards);
		case 'reshuffled':
			return reshuffled(view, event.cards);
		case 'stopped':
			return { view: { ...view, stopped: event.seat }, rest: 550, sound: 'halted' };
		case 'mau':
		case 'mau_mau':
			return { view: slapped(view, event.seat, `web.${event.kind}`), rest: 450, sound: 'slap' };
		case 'caught':
			return { view: { ...view, said: { seat: event.by, key: 'web.no_mau' } }, rest: 500, sound: 'caught' };
		case 'mau_forgotten':
			return { view, rest: 450, sound: 'forgotten' };
		case 'kept':
			return { view, rest: 300, sound: 'sealed' };
		case 'passed':
		case 'stuck':
		case 'too_long':
			return { view, rest: 300, sound: 'shrug' };
		case 'let_go':
			return { view, text: '' };
		case 'game_over':
			return gameOver(view, event);
		case 'match_over':
			return { view: { ...view, turn: null }, text: '' };
		default:
			// What happens at the table itself, such as somebody leaving.
			return { view };
	}
}

/** A hand on the table, and the words with it. */
const slapped = (view: Shown, seat: number, key: string): Shown => ({
	...view,
	said: { seat, key },
	strike: { seat, said: key },
});

function freshGame(view: Shown, event: Of<'dealt'>): Shown {
	return {
		...dealt(view, event.cards),
		dealer: event.dealer,
		game: event.game,
		clockwise: true,
		pending: 0,
		turn: null,
		stopped: -1,
	};
}

function gameOver(view: Shown, event: Of<'game_over'>): Step {
	const seats = view.seats.map((one, seat) => ({ ...one, score: one.score + (event.points[seat] ?? 0) }));
	const next = { ...view, pending: 0, turn: null, stopped: -1, rounds: [...view.rounds, event.points], seats };
	const totals = seats.map((one) => one.score);
	return { view: next, ...ROUND_END, round: { points: event.points, totals, best: 'low' } };
}
