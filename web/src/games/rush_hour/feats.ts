// What can be told of whoever played Rush Hour.
import { feats } from '../../contract';
import type { RushHourEvent } from '../../net/shapes';

export default feats<RushHourEvent>([
	{ id: 'gaps', count: (event) => (event.kind === 'gap_filled' ? [{ seat: event.seat }] : []) },
	{ id: 'hooked', count: (event) => (event.kind === 'hooked' ? [{ seat: event.seat }] : []) },
	{ id: 'towed', count: (event) => (event.kind === 'towed' ? [{ seat: event.seat }] : []) },
	{ id: 'ambulances', count: (event) => (event.kind === 'ambulance' ? event.seats.map((seat) => ({ seat })) : []) },
	{ id: 'police', count: (event) => (event.kind === 'police' ? event.seats.map((seat) => ({ seat })) : []) },
	{ id: 'front', count: (event) => (event.kind === 'front' ? [{ seat: event.seat }] : []) },
	{
		id: 'clean',
		count: (event) =>
			event.kind === 'round_over' ? event.points.flatMap((points, seat) => (points ? [] : [{ seat }])) : [],
	},
	{ id: 'placed', count: (event) => (event.kind === 'placed' ? [{ seat: event.seat }] : []) },
	{
		id: 'cleared',
		odd: true,
		count: (event) => (event.kind === 'jam' || event.kind === 'too_low' ? [{ seat: event.seat }] : []),
	},
	{
		id: 'collected',
		odd: true,
		most: true,
		count: (event) =>
			event.kind === 'jam' || event.kind === 'too_low' ? [{ seat: event.seat, n: event.cards.length }] : [],
	},
]);
