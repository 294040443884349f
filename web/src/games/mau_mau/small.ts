// What a move of Mau-Mau looks like in small. A drawn card is a back, also one's own: others look at the strip as well.
import type { Small } from '../../contract';
import type { MauMauEvent } from '../../net/shapes';
import { cardSmall, signSmall } from '../../small';
import { colourSmall, laidSmall } from '../_shedding/small';
import { card } from './deck';
import type { Shown } from './tell';

export function small(event: MauMauEvent, view: Shown): Small | null {
	switch (event.kind) {
		case 'laid':
			return laidSmall(event.seat, card(event.card), view);
		case 'opened':
			return { ...laidSmall(0, card(event.card), view), seat: null };
		case 'colour':
			return colourSmall(event.seat, event.colour);
		case 'drew':
		case 'take2':
		case 'take4':
		case 'mau_penalty':
			return cardSmall(event.seat, card('?'));
		case 'mau':
		case 'mau_mau':
			return signSmall(event.seat, 'speech');
		case 'caught':
			return signSmall(event.by, 'noMau');
		case 'passed':
			return signSmall(event.seat, 'pass');
		case 'game_over':
			return signSmall(event.winner, 'crown');
		default:
			return null;
	}
}
