// Everything that stands on the circuit or at a station, with its place and heading.
import { type Kind, trafficKind } from '../../art/vehicles';
import type { Pose, Road } from './road';
import { cellOf, isStation, paint, racer, type Shown, wrap } from './view';

export interface Standing {
	id: string;
	kind: Kind;
	colour: string;
	number: number | null;
	lane: number;
	/** Of its rear; -1 at a station. */
	col: number;
	long: number;
	seat: number | null;
}

/** What stands on the road, in an order that never changes. */
export function standing(view: Shown, chairs: readonly { colour: string }[] = []): Standing[] {
	const cars = view.cars
		.filter((car) => car.lane !== null && car.col !== null)
		.map((car): Standing => {
			const { seat, lane, col } = car;
			return {
				id: `car${seat}`,
				kind: 'racer',
				colour: racer(seat, chairs),
				number: seat + 1,
				lane: lane!,
				col: col!,
				long: 1,
				seat,
			};
		});
	const vehicles = view.vehicles.map((one): Standing => {
		const { id, lane, col, len } = one;
		return {
			id,
			kind: trafficKind(one.kind),
			colour: paint(id, one.kind),
			number: null,
			lane,
			col,
			long: len,
			seat: null,
		};
	});
	const [lane, col] = isStation(view.police) ? [0, -1] : cellOf(view.police);
	const police: Standing = { id: 'police', kind: 'police', colour: '', number: null, lane, col, long: 1, seat: null };
	return [...vehicles, police, ...cars];
}

export function poseOf(road: Road, one: Standing, police: string): Pose {
	if (one.col >= 0) return road.pose(one.lane, one.col, one.long);
	const station = road.board.stations.find((found) => found.id === police) ?? road.board.stations[0]!;
	return road.stationPose(station);
}

export type Layer = 'above' | 'below' | 'through';

/** Under a bridge things are seen below the deck; a truck in the middle of the tunnel shows through it. */
export function layerOf(road: Road, one: Standing): Layer {
	for (const bridge of road.board.bridges) {
		const under = bridge.under;
		if (!under.includes(one.col)) continue;
		return one.long === 2 && under.includes(wrap(one.col + 1, road.columns)) ? 'through' : 'below';
	}
	return 'above';
}
