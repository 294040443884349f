// What can be told of whoever played Trafic Turbo.
import { feats } from '../../contract';
import type { TraficTurboEvent } from '../../net/shapes';

export default feats<TraficTurboEvent>([
	{
		id: 'sixes',
		count: (event) =>
			(event.kind === 'rolled' || event.kind === 'opening_roll') && event.roll === 6 ? [{ seat: event.seat }] : [],
	},
	{ id: 'turbo', count: (event) => (event.kind === 'played' ? [{ seat: event.seat }] : []) },
	{ id: 'pushes', count: (event) => (event.kind === 'pushed' ? [{ seat: event.by }] : []) },
	{ id: 'lanes', count: (event) => (event.kind === 'stepped' && event.step !== 'F' ? [{ seat: event.seat }] : []) },
	{ id: 'traffic', count: (event) => (event.kind === 'vehicle_moved' ? [{ seat: event.seat }] : []) },
	{ id: 'police', count: (event) => (event.kind === 'police_moved' ? [{ seat: event.seat }] : []) },
	{ id: 'glides', count: (event) => (event.kind === 'glided' ? [{ seat: event.seat }] : []) },
	{ id: 'used', count: (event) => (event.kind === 'used' ? [{ seat: event.seat }] : []) },
	{
		id: 'driven',
		count: (event) => (event.kind === 'stepped' || event.kind === 'glided' ? [{ seat: event.seat }] : []),
	},
	{ id: 'bumps', odd: true, count: (event) => (event.kind === 'hit' ? [{ seat: event.seat }] : []) },
	{ id: 'pushed', odd: true, count: (event) => (event.kind === 'pushed' ? [{ seat: event.seat }] : []) },
	{ id: 'skids', odd: true, count: (event) => (event.kind === 'skidded' ? [{ seat: event.seat }] : []) },
	{
		id: 'tickets',
		odd: true,
		count: (event) => (event.kind === 'grey_fine' || event.kind === 'police_fine' ? [{ seat: event.seat }] : []),
	},
]);
