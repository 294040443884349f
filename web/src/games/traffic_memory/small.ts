// What a move of Traffic-Memory looks like in small. Which cards were turned back, and where, is for people to remember:
// neither the strip nor its words may tell it.
import { place } from '../../art/svg';
import type { Small } from '../../contract';
import type { TrafficMemoryEvent } from '../../net/shapes';
import { cardSmall } from '../../small';
import { card } from './deck';

/** Several cards side by side, each over a part of the one before. */
export function fanned(cards: readonly string[]): { picture: string; box: readonly [number, number] } {
	const step = 58;
	return {
		picture: cards.map((one, i) => place(card(one), i * step, 0)).join(''),
		box: [100 + (cards.length - 1) * step, 140],
	};
}

export function small(event: TrafficMemoryEvent): Small | null {
	switch (event.kind) {
		case 'taken':
			return { seat: event.seat, ...fanned(event.cards.slice(0, 3)) };
		case 'turned_back':
			return { ...cardSmall(event.seat, card('?')), text: 'web.turned_back' };
		default:
			return null;
	}
}
