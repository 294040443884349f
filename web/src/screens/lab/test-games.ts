// Games for the tests of the form: with every kind of house rule, and with none.
import type { GameFace, OptionFace } from '../../net/protocol';

const option = (name: string, more: Partial<OptionFace> = {}): OptionFace => ({
	name,
	kind: 'number',
	default: 7,
	choices: [],
	low: 0,
	high: 10,
	clause: '',
	...more,
});

export const toy: GameFace = {
	id: 'toy',
	rules: 1,
	fewest: 2,
	usual: 3,
	most: 4,
	age: 5,
	minutes: [5, 10],
	times: [],
	options: [
		option('cards'),
		option('starter', { kind: 'seat', default: 0 }),
		option('quick', { kind: 'flag', default: false }),
		option('edition', { kind: 'choice', default: 'b', choices: ['a', 'b', 'c'] }),
		option('limit', { default: 0, high: 500 }),
		option('trailers', { kind: 'numbers', default: [5], high: 50 }),
	],
	presets: { easy: { cards: 3, limit: 55 }, full: {}, a: {} },
	editions: { a: {} },
	levels: ['1', '2', '3'],
	strength: {},
	even: [],
	forgetful: false,
	hands: true,
	in_the_open: [],
	lets_go: {},
	lesson: true,
	family: [],
	general: false,
};

export const other: GameFace = { ...toy, id: 'other', usual: 2, options: [], presets: { full: {} }, editions: {} };
