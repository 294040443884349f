// What a move of Took Over! looks like in small.
import type { Small } from '../../contract';
import type { TookOverEvent } from '../../net/shapes';
import { cardSmall, signSmall } from '../../small';
import { card } from './deck';
import { carPiece } from './tell';

export function small(event: TookOverEvent): Small | null {
	switch (event.kind) {
		case 'opened':
		case 'placed':
		case 'took_over':
		case 'took_more':
			return cardSmall(event.seat, card(String(event.card)), carPiece(event.card));
		case 'passed':
			return signSmall(event.seat, 'pass');
		case 'row_gone':
		case 'last_row':
			return signSmall(null, 'leave');
		case 'game_over':
			return signSmall(event.winners[0] ?? null, 'crown');
		default:
			return null;
	}
}
