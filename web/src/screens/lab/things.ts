// What can be compared in a study: the number of players, robots, ready-made rules, and every house rule.
import type { Texts } from '../../i18n/format';
import { t } from '../../i18n/texts.svelte';
import type { GameFace } from '../../net/protocol';
import { levelName } from '../../ui/levels';
import { equal, type Field, fields, presetsOf, presetWords, type Values, valueWords } from '../new/options';

export interface Value {
	value: unknown;
	label: string;
}

export interface Thing {
	name: string;
	label: string;
	help: string;
	values: Value[];
	/** What it is where nobody compares it. */
	usual: unknown;
}

/** Besides the house rules; the server knows them by these names. */
export const PLAYERS = 'players';
export const ROBOTS = 'robots';
export const PRESET = 'preset';

/** So few values are all compared as soon as their thing is chosen. */
const FEW = 3;

/** A table of the game as it is set now. */
export interface Table {
	players: number;
	level: string;
	preset: string;
	values: Values;
}

export function thingsOf(game: GameFace, texts: Texts, table: Table): Thing[] {
	const presets = presetsOf(game).map((value) => ({ value, label: presetWords(texts, value).name }));
	const found: Thing[] = [
		{
			name: PLAYERS,
			label: t('lab_room.things.players'),
			help: '',
			values: range(game.fewest, game.most).map((value) => ({ value, label: String(value) })),
			usual: table.players,
		},
		{
			name: ROBOTS,
			label: t('lab_room.things.robots'),
			help: t('lab_room.slow_levels'),
			values: game.levels.map((level) => ({ value: [level], label: `${level} ${levelName(level)}` })),
			usual: [table.level],
		},
		{ name: PRESET, label: t('lab_room.things.preset'), help: '', values: presets, usual: table.preset },
		...fields(game).map((field) => ({
			name: field.option.name,
			label: texts.say(`options.${field.option.name}.label`),
			help: texts.say(`options.${field.option.name}.help`),
			values: valuesOf(field, table).map((value) => ({ value, label: inWords(texts, field, value) })),
			usual: table.values[field.option.name],
		})),
	];
	return found.filter(({ values }) => values.length > 1);
}

/** House rules that a search may change: those with one value at a time. */
export const openTo = (game: GameFace): string[] =>
	fields(game)
		.filter(({ kind }) => kind !== 'numbers' && kind !== 'seat')
		.map(({ option }) => option.name);

function valuesOf(field: Field, { players, values }: Table): unknown[] {
	switch (field.kind) {
		case 'chips':
			return field.values;
		case 'switch':
			return [false, true];
		case 'steps':
			return withUsual(range(field.low, field.high, field.step), values[field.option.name]);
		case 'seat':
			return range(0, players);
		case 'numbers':
			// Which of many numbers belong together, nobody can list.
			return [];
	}
}

/** What a preset asks for may lie between two steps. */
function withUsual(numbers: number[], usual: unknown): number[] {
	if (typeof usual !== 'number' || numbers.includes(usual)) return numbers;
	return [...numbers, usual].sort((a, b) => a - b);
}

function inWords(texts: Texts, field: Field, value: unknown): string {
	if (field.kind === 'seat') return value ? t('lab_room.seat', { n: value }) : texts.say('new.chance');
	return valueWords(texts, field.option.name, value);
}

function range(low: number, high: number, step = 1): number[] {
	return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
}

export const has = (values: readonly unknown[], value: unknown): boolean => values.some((one) => equal(one, value));

/** What is compared as soon as a thing is chosen. */
export function firstOf({ values, usual }: Thing): unknown[] {
	const all = values.map(({ value }) => value);
	return inOrder({ values, usual }, all.length <= FEW ? all : all.filter((value) => equal(value, usual)));
}

/** The usual value first, for the others are compared with it; then as they are listed. */
export function inOrder({ values, usual }: Pick<Thing, 'values' | 'usual'>, chosen: readonly unknown[]): unknown[] {
	const all = values.map(({ value }) => value).filter((value) => has(chosen, value));
	return [...all.filter((value) => equal(value, usual)), ...all.filter((value) => !equal(value, usual))];
}
