import { describe, expect, it } from 'vitest';
import { Texts } from '../../i18n/format';
import type { GameFace, OptionFace, Problem } from '../../net/protocol';
import {
	agesMatter,
	baseValues,
	fieldOf,
	fields,
	nearestWay,
	presetsOf,
	presetWords,
	stepped,
	toggled,
	valueWords,
	withOption,
} from './options';
import { settingsFor } from './settings';

const option = (change: Partial<OptionFace>): OptionFace => ({
	name: 'cards',
	kind: 'number',
	default: 3,
	choices: [],
	low: 1,
	high: 10,
	clause: '',
	...change,
});
const game = {
	options: [
		option({}),
		option({ name: 'order', kind: 'seats', default: [] }),
		option({ name: 'jam', kind: 'flag', default: true }),
	],
	presets: { easy: { cards: 2 }, old: { edition: 'old' } },
	editions: { old: {} },
} as unknown as GameFace;
const texts = new Texts('en', [
	{
		options: { cards: { label: 'Cards', values: { '0': 'no limit' } }, jam: { label: 'Jam', values: {} } },
		presets: { easy: 'Easy: two cards.', plain: 'Plain' },
		new: {
			one_change: '{label}: {value}',
			players: 'Players',
			on: 'On',
			off: 'Off',
			values: { some: { '-1': 'Some' } },
		},
	},
]);

describe('a house rule', () => {
	it('becomes chips, a switch, steps or plates', () => {
		expect(fieldOf(option({ kind: 'flag' }))?.kind).toBe('switch');
		expect(fieldOf(option({ kind: 'choice', choices: ['a', 'b'] }))).toMatchObject({
			kind: 'chips',
			values: ['a', 'b'],
		});
		expect(fieldOf(option({ choices: [10, 20] }))).toMatchObject({ kind: 'chips', values: [10, 20] });
		expect(fieldOf(option({ low: 1, high: 3 }))).toMatchObject({ kind: 'chips', values: [1, 2, 3] });
		expect(fieldOf(option({}))).toMatchObject({ kind: 'steps', step: 1 });
		expect(fieldOf(option({ low: 0, high: 500 }))).toMatchObject({ kind: 'steps', step: 10 });
		expect(fieldOf(option({ kind: 'numbers', high: 50 }))).toMatchObject({ kind: 'numbers', low: 1, high: 50 });
		expect(fieldOf(option({ kind: 'seat' }))?.kind).toBe('seat');
	});

	it('about age is asked at the chairs', () => {
		expect(fields(game).map((field) => field.option.name)).toEqual(['cards', 'jam']);
		expect(agesMatter(game)).toBe(true);
		expect(agesMatter({ ...game, options: [] })).toBe(false);
	});
});

describe('values', () => {
	it('start with the ready-made settings', () => {
		expect(presetsOf(game)).toEqual(['easy']);
		expect(baseValues(game, 'easy')).toEqual({ cards: 2, order: [], jam: true });
		expect(baseValues(game, '')).toEqual({ cards: 3, order: [], jam: true });
	});

	it('are sent only where they differ', () => {
		const base = { cards: 2, list: [1, 2] };
		expect(withOption({}, base, 'cards', 5)).toEqual({ cards: 5 });
		expect(withOption({ cards: 5, jam: false }, base, 'cards', 2)).toEqual({ jam: false });
		expect(withOption({ list: [1] }, base, 'list', [1, 2])).toEqual({});
	});

	it('step to the next round number and stay inside', () => {
		const field = { low: 0, high: 500, step: 10 };
		expect(stepped(field, 0, 1)).toBe(10);
		expect(stepped(field, 15, 1)).toBe(20);
		expect(stepped(field, 15, -1)).toBe(10);
		expect(stepped(field, 500, 1)).toBe(500);
		expect(stepped({ low: -1, high: 8, step: 1 }, -1, -1)).toBe(-1);
		expect(stepped({ low: -1, high: 8, step: 1 }, 0, -1)).toBe(-1);
	});

	it('of a list are pressed and released', () => {
		expect(toggled([5, 15], 10)).toEqual([5, 10, 15]);
		expect(toggled([5, 10], 5)).toEqual([10]);
	});

	it('have words', () => {
		expect(valueWords(texts, 'cards', 0)).toBe('no limit');
		expect(valueWords(texts, 'cards', 7)).toBe('7');
		expect(valueWords(texts, 'some', -1)).toBe('Some');
		expect(valueWords(texts, 'jam', false)).toBe('Off');
		expect(valueWords(texts, 'several', [5, 15])).toBe('5, 15');
	});
});

it('a preset is a name and what it means', () => {
	expect(presetWords(texts, 'easy')).toEqual({ name: 'Easy', help: 'Two cards.' });
	expect(presetWords(texts, 'plain')).toEqual({ name: 'Plain', help: '' });
});

describe('a refusal', () => {
	const problem = (nearest: Problem['nearest']): Problem => ({
		key: 'k',
		clause: '',
		params: {},
		nearest,
		legal: null,
	});

	it('offers the nearest set-up in words', () => {
		expect(nearestWay(texts, problem({ players: 3, cards: 4 }))).toEqual({
			words: ['Players: 3', 'Cards: 4'],
			players: 3,
			options: { cards: 4 },
		});
	});

	it('offers nothing where nothing is near', () => {
		expect(nearestWay(texts, problem(null))).toBeNull();
		expect(nearestWay(texts, problem({}))).toBeNull();
	});
});

describe('the settings of a table', () => {
	it('have no countdown where a device is shared, unless somebody wants one', () => {
		expect(settingsFor(1, {}).clock).toBe(true);
		expect(settingsFor(2, {}).clock).toBe(false);
		expect(settingsFor(2, { clock: true }).clock).toBe(true);
		expect(settingsFor(2, { pace_ms: 0 })).toMatchObject({ clock: false, pace_ms: 0, away_seconds: 60 });
	});
});
