// What can be told of whoever played Pit Stop.
import { feats, type Public } from '../../contract';
import type { PitStopEvent } from '../../net/shapes';

/** Whoever laid a card of this kind, in a turn or as an answer. */
const laid = (event: Public<PitStopEvent>, kind: string) =>
	(event.kind === 'laid' || event.kind === 'countered') && event.card.endsWith(`-${kind}`)
		? [{ seat: event.seat }]
		: [];

/** Ways to get a card that was not dealt. */
const GOT = ['drew', 'no_car', 'fine_hand', 'fine_deck', 'silence_card', 'return_card', 'renew_card'];

export default feats<PitStopEvent>([
	{ id: 'fines', count: (event) => laid(event, 'Fn') },
	{ id: 'services', count: (event) => laid(event, 'Sv') },
	{ id: 'passed_on', count: (event) => (event.kind === 'countered' ? [{ seat: event.seat }] : []) },
	{
		id: 'garage',
		most: true,
		count: (event) => (event.kind === 'garage_done' && event.cars ? [{ seat: event.seat, n: event.cars }] : []),
	},
	{ id: 'colours', count: (event) => (event.kind === 'colour' ? [{ seat: event.seat }] : []) },
	{
		id: 'swaps',
		count: (event) => (event.kind === 'swapped' ? [{ seat: event.seat }, { seat: event.target }] : []),
	},
	{ id: 'brought_back', count: (event) => (event.kind === 'brought_back' ? [{ seat: event.by }] : []) },
	{ id: 'said', count: (event) => (event.kind === 'said' ? [{ seat: event.seat }] : []) },
	{ id: 'finished', count: (event) => (event.kind === 'finished' ? [{ seat: event.seat }] : []) },
	{ id: 'returned', odd: true, count: (event) => (event.kind === 'brought_back' ? [{ seat: event.seat }] : []) },
	{ id: 'missed', odd: true, count: (event) => (event.kind === 'missed' ? [{ seat: event.seat }] : []) },
	{
		id: 'got',
		odd: true,
		count: (event) => ('seat' in event && GOT.includes(event.kind) ? [{ seat: event.seat }] : []),
	},
]);
