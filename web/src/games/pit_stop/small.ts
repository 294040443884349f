// What a move of Pit Stop looks like in small. A card that is drawn or taken is a back, also one's own.
import type { Small } from '../../contract';
import type { PitStopEvent } from '../../net/shapes';
import { cardSmall, signSmall } from '../../small';
import { colourSmall, laidSmall } from '../_shedding/small';
import { card } from './deck';
import { frontPiece } from './pieces';
import type { Shown } from './tell';

/** A card that lies in front of its owner: the newest of its kind is marked. */
function front(view: Shown, seat: number, token: 'NC' | 'CX'): Small {
	const copies = view.seats[seat]?.front.filter((one) => one === token).length ?? 0;
	return cardSmall(seat, card(token), frontPiece(seat, token, copies - 1));
}

export function small(event: PitStopEvent, view: Shown): Small | null {
	switch (event.kind) {
		case 'laid':
		case 'countered':
			return laidSmall(event.seat, card(event.card), view);
		case 'opened':
			return { ...laidSmall(0, card(event.card), view), seat: null };
		case 'colour':
			return colourSmall(event.seat, event.colour);
		case 'drew':
		case 'no_car':
		case 'silence_card':
		case 'return_card':
		case 'renew_card':
		case 'fine_hand':
		case 'fine_deck':
			return cardSmall(event.seat, card('?'));
		case 'new_car':
			return front(view, event.seat, 'NC');
		case 'brought_back':
			return front(view, event.by, 'NC');
		case 'exchange':
		case 'renew':
		case 'swap':
		case 'no_swap':
			return front(view, event.seat, 'CX');
		case 'swapped':
			return signSmall(event.seat, 'swap');
		case 'missed':
			return signSmall(event.seat, 'spanner');
		case 'passed':
			return signSmall(event.seat, 'pass');
		case 'finished':
			return signSmall(event.seat, 'flag');
		default:
			return null;
	}
}
