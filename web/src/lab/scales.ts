// How much room words take, where the ticks stand, and how many bins fit.
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Bin, Figure } from './study';

export const TEXT = 14;
const LETTER = 8.2;

/** About as wide as it will be drawn: nothing is measured, so it is the same without a browser. */
export const wide = (text: string): number => text.length * LETTER;

export type Scale = ScaleLinear<number, number>;

export function scale(from: number, to: number, left: number, right: number): Scale {
	// Without any width all would stand in the middle.
	return scaleLinear([from, to > from ? to : from + 1], [left, right]);
}

export interface Tick {
	at: number;
	label: string;
}

/** At least so far from each other. */
const APART = 64;

/** Ticks whose labels do not touch each other. */
export function ticks(axis: Scale, write: (at: number, step: number) => string): Tick[] {
	const [left, right] = axis.range() as [number, number];
	for (let n = Math.max(2, Math.round(Math.abs(right - left) / APART)); n > 1; n--) {
		const found = labelled(axis.ticks(n), write);
		const room = Math.abs(axis(found[1]?.at ?? 1) - axis(found[0]?.at ?? 0));
		if (found.length < 2 || room > Math.max(...found.map(({ label }) => wide(label))) + 10) return found;
	}
	return labelled(axis.ticks(1), write).slice(0, 1);
}

export function labelled(found: number[], write: (at: number, step: number) => string): Tick[] {
	const step = found.length > 1 ? found[1]! - found[0]! : found[0] || 1;
	return found.map((at) => ({ at, label: write(at, step) }));
}

/** Round the value everybody would have alike, as far to both sides, so that it stands in the middle; within what a share can be. */
export function around(even: number, figures: Figure[], least = 0.05): [number, number] {
	const far = Math.max(least, ...figures.map(({ low, high }) => Math.max(even - low, high - even))) * 1.1;
	return [Math.max(0, even - far), Math.min(1, even + far)];
}

/** From the lowest to the highest, with a little air, and with nought in it where that is asked for. */
export function span(figures: Figure[], nought: boolean): [number, number] {
	const low = Math.min(...figures.map((one) => one.low), ...(nought ? [0] : []));
	const high = Math.max(...figures.map((one) => one.high), ...(nought ? [0] : []));
	const air = (high - low || Math.abs(high) || 1) * 0.06;
	return [nought && low === 0 ? 0 : low - air, nought && high === 0 ? 0 : high + air];
}

/** Neighbours put together until there are at most so many. */
export function gathered(bins: Bin[], most: number): Bin[] {
	let found = bins;
	while (found.length > Math.max(2, most)) {
		found = found
			.filter((_, i) => i % 2 === 0)
			.map((bin, i) => {
				const next = found[2 * i + 1];
				return next ? { from: bin.from, to: next.to, count: bin.count + next.count } : bin;
			});
	}
	return found;
}

/** Is it one of the values that are so far apart? Tenths are not quite tenths to a computer. */
export const isStep = (value: number, step: number): boolean =>
	Math.abs(value / step - Math.round(value / step)) < 1e-6;

/** Values with a bin of their own each: its name stands in the middle, not at the edge. */
export const single = (bins: Bin[], step = 1): boolean =>
	bins.length > 0 && bins.every(({ from, to }) => isStep(from, step) && Math.round((to - from) / step) === 1);

/** Words in lines that are not wider than this. A name such as `start_cards=any` may be parted behind its signs. */
export function lines(text: string, most: number): string[] {
	const found: string[] = [];
	const add = (piece: string, gap: string) => {
		const last = found.at(-1);
		if (last !== undefined && wide(last + gap + piece) <= most) found[found.length - 1] = last + gap + piece;
		else found.push(piece);
	};
	for (const word of text.split(' ')) {
		const pieces = wide(word) > most ? word.split(/(?<=[=_/-])/) : [word];
		for (const [i, piece] of pieces.entries()) add(piece, i ? '' : ' ');
	}
	return found;
}

/** Figures and wide letters take more room than we reckon with. */
const AIR = 8;

/** Where the middle of some lines of words stands: as near to `at` as both ends of the drawing allow. */
export function between(at: number, words: string[], width: number): number {
	const half = (Math.max(0, ...words.map(wide)) + AIR) / 2;
	return Math.max(half, Math.min(at, width - half));
}

/** Names in rows beside each other: where each stands. */
export function flow(names: string[], most: number, before: number): { x: number; row: number }[] {
	let x = 0;
	let row = 0;
	return names.map((name) => {
		const needs = before + wide(name) + 18;
		if (x > 0 && x + needs > most) {
			x = 0;
			row += 1;
		}
		const at = { x, row };
		x += needs;
		return at;
	});
}
