// What a move of Trafic Turbo looks like in small. A card that is kept is a back, also one's own.
import { die } from '../../art/shapes';
import { sideView } from '../../art/side';
import { place } from '../../art/svg';
import { trafficKind } from '../../art/vehicles';
import type { Small } from '../../contract';
import type { TraficTurboEvent } from '../../net/shapes';
import { cardSmall, carSmall, signSmall } from '../../small';
import { back } from './back';
import { turboFace } from './faces';
import { paint, racer, type Shown } from './view';

const thrown = (seat: number, roll: number): Small => ({ seat, picture: place(die(roll), 62, 62), box: [124, 130] });

function vehicle(view: Shown, seat: number, id: string): Small {
	const kind = view.vehicles.find((one) => one.id === id)?.kind ?? 'car';
	return carSmall(seat, sideView(trafficKind(kind), paint(id, kind)));
}

export function small(event: TraficTurboEvent, view: Shown): Small | null {
	switch (event.kind) {
		case 'rolled':
			return thrown(event.seat, event.roll);
		case 'gentle_start':
			return thrown(event.seat, 1);
		case 'pushed':
			return carSmall(event.by, sideView('racer', racer(event.seat), { number: event.seat + 1 }));
		case 'hit':
			return vehicle(view, event.seat, event.vehicle);
		case 'vehicle_moved':
			return vehicle(view, event.seat, event.vehicle);
		case 'hit_police':
		case 'police_moved':
			return carSmall(event.seat, sideView('police', ''));
		case 'grey_fine':
		case 'police_fine':
		case 'off_road':
			return signSmall(event.seat, 'stop');
		case 'drew':
		case 'took_open':
		case 'used':
		case 'played':
		case 'threw_held':
			return cardSmall(event.seat, turboFace(event.card));
		case 'drew_secret':
		case 'took_secret':
			return cardSmall(event.seat, back);
		case 'crossed':
			return signSmall(event.seat, 'flag');
		default:
			return null;
	}
}
