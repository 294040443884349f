// How what happened in Mau-Mau is shown. Only what is drawn changes here; what is true comes from the server.
import type { MauMauEvent, MauMauView } from '../../net/shapes';
import { arriving, leaving, pilePiece, without } from '../_shedding/cards';
import type { Beat } from '../contract';

type Told = Beat<MauMauView> | Beat<MauMauView>[] | null;

const cards = (view: MauMauView, seat: number, more: number): MauMauView['seats'] =>
	view.seats.map((one, at) => (at === seat ? { ...one, cards: Math.max(0, one.cards + more) } : one));

function laid(view: MauMauView, seat: number, card: string): Told {
	const own = view.hand && view.seat === seat;
	const next: MauMauView = { ...view, top: card, pile: [...view.pile, card], seats: cards(view, seat, -1) };
	if (own) next.hand = without(view.hand!, card);
	if (card !== 'CC') next.colour = card.charAt(0) as MauMauView['colour'];
	const from = own ? leaving(view.hand!, card) : `seat-${seat}`;
	return { view: next, ms: 320, rest: 160, sound: 'laid', moves: [{ piece: pilePiece(view.pile.length), from }] };
}

function drew(view: MauMauView, seat: number, card: string | undefined): Told {
	const next: MauMauView = { ...view, deck: Math.max(0, view.deck - 1), seats: cards(view, seat, 1) };
	if (card === undefined || !view.hand || view.seat !== seat) {
		// Somebody else's card: its back flies from the pile to the player, and is gone there.
		return { view: next, ms: 0, rest: 220, sound: 'select', moves: [] };
	}
	next.hand = [...view.hand, card];
	return { view: next, ms: 320, sound: 'select', moves: [{ piece: arriving(next.hand, card), from: 'deck' }] };
}

export function tell(view: MauMauView, event: MauMauEvent): Told {
	switch (event.kind) {
		case 'laid':
			return laid(view, event.seat, event.card);
		case 'drew':
		case 'take2':
		case 'take4':
		case 'mau_penalty':
			return drew(view, event.seat, event.card);
		case 'colour':
			return { view: { ...view, colour: event.colour }, rest: 350, sound: 'select' };
		case 'reversed':
			return { view: { ...view, clockwise: event.clockwise }, rest: 450, sound: 'reveal' };
		case 'pending':
			return { view: { ...view, pending: event.n }, rest: 300, sound: 'taken' };
		case 'opened':
			return { view: { ...view, top: event.card, pile: [event.card] }, rest: 200, sound: 'laid' };
		case 'stopped':
			return { view, rest: 450, sound: 'horn' };
		case 'mau':
		case 'mau_mau':
		case 'caught':
		case 'mau_forgotten':
			return { view, rest: 500, sound: 'reveal' };
		case 'game_over':
			return { view, rest: 900, sound: 'win' };
		case 'dealt':
		case 'reshuffled':
			return { view, rest: 250, sound: 'reveal' };
		default:
			return { view };
	}
}
