// What can be told of whoever played Took Over!
import { feats } from '../../contract';
import type { TookOverEvent } from '../../net/shapes';

export default feats<TookOverEvent>([
	{ id: 'took_over', count: (event) => (event.kind === 'took_over' ? [{ seat: event.seat }] : []) },
	{ id: 'took_more', count: (event) => (event.kind === 'took_more' ? [{ seat: event.seat }] : []) },
	{ id: 'opened', count: (event) => (event.kind === 'opened' ? [{ seat: event.seat }] : []) },
	{ id: 'placed', count: (event) => (event.kind === 'placed' ? [{ seat: event.seat }] : []) },
	{ id: 'let_go', count: (event) => (event.kind === 'let_go' ? [{ seat: event.seat }] : []) },
	{ id: 'overtaken', odd: true, count: (event) => (event.kind === 'took_over' ? [{ seat: event.active }] : []) },
]);
