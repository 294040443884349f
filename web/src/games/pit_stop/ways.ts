// Which card of the hand a legal action takes, and what kind of question is left after choosing the card.
import type { Choice } from '../../contract';

/** Actions that do not name their card take one of the grey ones. */
const GREY: Record<string, string> = {
	paint: 'PS',
	garage: 'GA',
	swap: 'CX',
	renew: 'CX',
	exchange: 'CX',
	counter_cx: 'CX',
	new_car: 'NC',
	return: 'NC',
};

/** The card an action takes from the hand; empty for none. */
export function cardOfWay(choice: { key: string; params: Record<string, unknown> }): string {
	return typeof choice.params.card === 'string' ? choice.params.card : (GREY[choice.key] ?? '');
}

export interface Ways {
	/** Whom it is aimed at. */
	seats: Choice[];
	/** Which colour it takes. */
	colours: Choice[];
	/** What needs no more than a tap. */
	plain: Choice[];
}

/** The legal ways to play one card, by what they ask next. One single target needs no asking. */
export function waysOf(choices: readonly Choice[], card: string): Ways {
	const all = choices.filter((choice) => cardOfWay(choice) === card);
	const aimed = all.filter((choice) => choice.params.seat !== undefined);
	const colours = all.filter((choice) => choice.params.colour !== undefined);
	const plain = all.filter((choice) => choice.params.seat === undefined && choice.params.colour === undefined);
	if (aimed.length === 1 && !plain.length) return { seats: [], colours, plain: aimed };
	return { seats: aimed, colours, plain };
}

/** What to ask the server about when a card is tapped that cannot be played: the action that comes nearest. */
export function attempt(kind: string, card: string): { key: string; params: Record<string, unknown> } {
	if (kind === 'garage' || kind === 'open_garage') {
		return /^[RBGY]/.test(card) ? { key: 'car', params: { card } } : { key: 'garage', params: {} };
	}
	switch (card) {
		case 'PS':
			return { key: 'paint', params: {} };
		case 'GA':
			return { key: 'garage', params: {} };
		case 'CX':
			return { key: 'exchange', params: {} };
		case 'NC':
			return { key: kind === 'new_car' ? 'return' : 'new_car', params: {} };
		default:
			return { key: 'lay', params: { card } };
	}
}
