// What can be told of whoever played Traffic-Memory.
import { feats } from '../../contract';
import type { TrafficMemoryEvent } from '../../net/shapes';

const JOKERS = ['A', 'P'];

export default feats<TrafficMemoryEvent>([
	{ id: 'run', most: true, count: (event) => (event.kind === 'taken' ? [{ seat: event.seat, n: event.n }] : []) },
	{ id: 'found', count: (event) => (event.kind === 'taken' ? [{ seat: event.seat }] : []) },
	{
		id: 'jokers',
		count: (event) => (event.kind === 'opened' && JOKERS.includes(event.card) ? [{ seat: event.seat }] : []),
	},
	{ id: 'stopped', count: (event) => (event.kind === 'stopped' ? [{ seat: event.seat }] : []) },
	{ id: 'opened', count: (event) => (event.kind === 'opened' ? [{ seat: event.seat }] : []) },
	{
		id: 'shown',
		odd: true,
		count: (event) => (event.kind === 'turned_back' ? [{ seat: event.seat, n: event.n }] : []),
	},
]);
