// How what happened in Mau-Mau is shown. Only what is drawn changes here; what is true comes from the server.

import type { Beat } from '../../contract';
import type { MauMauEvent, MauMauView } from '../../net/shapes';
import { dealt, gained, laid, opened, pickedUp, reshuffled, returned, type Telling } from '../_shedding/telling';

export interface Shown extends MauMauView, Telling {}

type Step = Beat<Shown>;
type Of<K extends MauMauEvent['kind']> = Extract<MauMauEvent, { kind: K }>;

export function tell(view: Shown, event: MauMauEvent): Step | Step[] | null {
	switch (event.kind) {
		case 'laid':
			return laid({ ...view, stopped: -1 }, event.seat, event.card);
		case 'drew':
		case 'take4':
		case 'mau_penalty':
			return gained(view, event.seat, event.card);
		case 'take2':
			return gained({ ...view, pending: Math.max(0, view.pending - 1) }, event.seat, event.card, 'deck', 'taken');
		case 'colour':
			return { view: { ...view, colour: event.colour }, rest: 350, sound: 'select' };
		case 'reversed':
			return { view: { ...view, clockwise: event.clockwise }, rest: 450, sound: 'reveal' };
		case 'pending':
			return { view: { ...view, pending: event.n, turn: event.seat }, rest: 300, sound: 'taken' };
		case 'opened':
			return opened(view, event.card);
		case 'returned':
			return returned(view, event.card);
		case 'dealt':
			return { view: freshGame(view, event), rest: 250, sound: 'reveal' };
		case 'hand':
			return pickedUp(view, event.seat, event.cards);
		case 'reshuffled':
			return reshuffled(view, event.cards);
		case 'stopped':
			return { view: { ...view, stopped: event.seat }, rest: 550, sound: 'horn' };
		case 'mau':
		case 'mau_mau':
			return { view: { ...view, said: { seat: event.seat, key: `web.${event.kind}` } }, rest: 450, sound: 'reveal' };
		case 'caught':
			return { view: { ...view, said: { seat: event.by, key: 'web.no_mau' } }, rest: 500, sound: 'reveal' };
		case 'mau_forgotten':
			return { view, rest: 450, sound: 'reveal' };
		case 'kept':
		case 'passed':
		case 'stuck':
			return { view, rest: 300 };
		case 'let_go':
			return { view, text: '' };
		case 'game_over':
			return { view: gameOver(view, event), rest: 1200, sound: 'win' };
		case 'match_over':
			return { view: { ...view, turn: null }, text: '' };
		default:
			// What happens at the table itself, such as somebody leaving.
			return { view };
	}
}

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

function gameOver(view: Shown, event: Of<'game_over'>): Shown {
	return {
		...view,
		pending: 0,
		turn: null,
		stopped: -1,
		rounds: [...view.rounds, event.points],
		seats: view.seats.map((one, seat) => ({ ...one, score: one.score + (event.points[seat] ?? 0) })),
	};
}
