// What a move of Rush Hour looks like in small.
import { digits } from '../../art/digits';
import { circle } from '../../art/svg';
import type { Small } from '../../contract';
import type { RushHourEvent } from '../../net/shapes';
import { cardSmall } from '../../small';
import { piecesOf } from './bays';
import { card } from './deck';
import type { Shown } from './tell';

/** The cars of one spot of a lane, counted from the front; -1 is the last. */
const spot = (view: Shown, row: number, at: number): string => piecesOf(view.rows)[row - 1]?.at(at)?.[0] ?? '';

/** Points that somebody takes, in the colour of a warning. */
const points = (seat: number, n: number): Small => ({
	seat,
	picture:
		circle(30, 30, 30, '#B5303A') + digits(`+${n}`, { x: 30, y: 30, height: n > 9 ? 20 : 25, colour: '#FFFFFF' }),
	box: [60, 60],
});

export function small(event: RushHourEvent, view: Shown): Small | null {
	switch (event.kind) {
		case 'placed':
		case 'hooked':
		case 'gap_filled':
		case 'front':
		case 'begins':
			return cardSmall(event.seat, card(event.card), `card:${event.card}`);
		case 'ambulance':
			return cardSmall(event.seats[0] ?? null, card('A'), spot(view, event.row, 0));
		case 'police':
			return cardSmall(event.seats[0] ?? null, card('P'), spot(view, event.row, -1));
		case 'towed':
			return cardSmall(event.seat, card('T'), spot(view, event.row, -1));
		case 'jam':
		case 'too_low':
			// While they leave they are counted one by one.
			return view.swept?.by === event ? null : points(event.seat, event.points);
		default:
			return null;
	}
}
