// What can be told of whoever played Mau-Mau.
import { feats, type Public } from '../../contract';
import type { MauMauEvent } from '../../net/shapes';

/** Whoever laid a card of these kinds. */
const laid = (event: Public<MauMauEvent>, ...kinds: string[]) =>
	event.kind === 'laid' && kinds.some((kind) => event.card.endsWith(`-${kind}`)) ? [{ seat: event.seat }] : [];

export default feats<MauMauEvent>([
	{ id: 'mau', count: (event) => (event.kind === 'mau' || event.kind === 'mau_mau' ? [{ seat: event.seat }] : []) },
	{ id: 'noticed', count: (event) => (event.kind === 'caught' ? [{ seat: event.by }] : []) },
	{ id: 'takes', count: (event) => laid(event, 'T2', 'T4') },
	{ id: 'stops', count: (event) => laid(event, 'Stop') },
	{ id: 'reverses', count: (event) => laid(event, 'Rev') },
	{ id: 'wishes', count: (event) => (event.kind === 'colour' ? [{ seat: event.seat }] : []) },
	{ id: 'laid', count: (event) => (event.kind === 'laid' ? [{ seat: event.seat }] : []) },
	{
		id: 'drew',
		odd: true,
		count: (event) =>
			event.kind === 'drew' || event.kind === 'take2' || event.kind === 'take4' || event.kind === 'mau_penalty'
				? [{ seat: event.seat }]
				: [],
	},
	{ id: 'stopped', odd: true, count: (event) => (event.kind === 'stopped' ? [{ seat: event.seat }] : []) },
]);
