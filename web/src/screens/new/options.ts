// The form of a game's house rules, made from what the server declares. It knows no game and no rule.
import type { Texts } from '../../i18n/format';
import type { GameFace, OptionFace, Problem } from '../../net/protocol';

export type Values = Record<string, unknown>;

/** How one house rule is asked for. */
export type Field =
	| { kind: 'chips'; option: OptionFace; values: unknown[] }
	| { kind: 'switch'; option: OptionFace }
	| { kind: 'steps'; option: OptionFace; low: number; high: number; step: number }
	| { kind: 'numbers'; option: OptionFace; low: number; high: number }
	| { kind: 'seat'; option: OptionFace };

/** A few numbers can all be shown; more are stepped through. */
const FEW = 5;

function range(low: number, high: number): number[] {
	return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

export function fieldOf(option: OptionFace): Field | null {
	// The chairs themselves show who is youngest, and who is helped; how much is worked out.
	if (option.kind === 'seats' || option.kind === 'helped' || option.kind === 'amount') return null;
	if (option.kind === 'flag') return { kind: 'switch', option };
	if (option.kind === 'seat') return { kind: 'seat', option };
	if (option.kind === 'numbers') return { kind: 'numbers', option, low: option.low, high: option.high };
	if (option.kind === 'choice' || option.choices.length) return { kind: 'chips', option, values: option.choices };
	if (option.high - option.low < FEW) return { kind: 'chips', option, values: range(option.low, option.high) };
	const step = option.high - option.low > 100 ? 10 : 1;
	return { kind: 'steps', option, low: option.low, high: option.high, step };
}

export function fields(game: GameFace): Field[] {
	return game.options.map(fieldOf).filter((field) => field !== null);
}

/** Does it matter in this game who is the youngest? */
export const agesMatter = (game: GameFace): boolean => game.options.some((option) => option.kind === 'seats');

/** Ready-made settings to choose from; editions of a rule sheet are a house rule like others. */
export function presetsOf(game: GameFace): string[] {
	return Object.keys(game.presets).filter((name) => !(name in game.editions));
}

export const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a game is played with before anybody changes a rule. */
export function baseValues(game: GameFace, preset: string): Values {
	const usual = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
	return { ...usual, ...game.presets[preset] };
}

/** Only what differs from the ready-made settings is sent. */
export function withOption(changed: Values, base: Values, name: string, value: unknown): Values {
	const { [name]: _, ...others } = changed;
	return equal(base[name], value) ? others : { ...others, [name]: value };
}

/** A number that is stepped to stays inside its limits. */
export function stepped(field: { low: number; high: number; step: number }, value: number, by: number): number {
	const next =
		by > 0 ? Math.floor(value / field.step + 1) * field.step : Math.ceil(value / field.step - 1) * field.step;
	return Math.min(field.high, Math.max(field.low, next));
}

export function toggled(chosen: readonly number[], number: number): number[] {
	const others = chosen.filter((one) => one !== number);
	return others.length === chosen.length ? [...chosen, number].sort((a, b) => a - b) : others;
}

/** A value in the words of the game. */
export function valueWords(texts: Texts, name: string, value: unknown): string {
	const token = String(value);
	for (const key of [`options.${name}.values.${token}`, `new.values.${name}.${token}`]) {
		if (texts.has(key)) return texts.say(key);
	}
	if (Array.isArray(value) && !value.length) return texts.say('new.nobody');
	if (typeof value === 'boolean') return texts.say(value ? 'new.on' : 'new.off');
	return Array.isArray(value) ? value.join(', ') : token;
}

/** "First time: two lanes" is a name and what it means. */
export function presetWords(texts: Texts, preset: string): { name: string; help: string } {
	const text = texts.say(`presets.${preset}`);
	const cut = text.indexOf(':');
	if (cut < 0) return { name: text, help: '' };
	const help = text.slice(cut + 1).trim();
	return { name: text.slice(0, cut), help: help.charAt(0).toUpperCase() + help.slice(1) };
}

export interface Way {
	/** Each change in words. */
	words: string[];
	players: number | null;
	options: Values;
}

/** The nearest possible set-up that a refusal names, ready for one button. */
export function nearestWay(texts: Texts, problem: Problem): Way | null {
	if (!problem.nearest) return null;
	const { players, ...options } = problem.nearest;
	const words = Object.entries(options).map(([name, value]) =>
		texts.say('new.one_change', { label: texts.say(`options.${name}.label`), value: valueWords(texts, name, value) }),
	);
	const seats = typeof players === 'number' ? players : null;
	if (seats !== null) words.unshift(texts.say('new.one_change', { label: texts.say('new.players'), value: seats }));
	return words.length ? { words, players: seats, options } : null;
}
