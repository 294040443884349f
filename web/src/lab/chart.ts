// What a chart is: its words, what is drawn, and the same numbers as tables.
import type { Params } from '../i18n/format';
import type { Unit } from './numbers';
import type { Bin, Curve, Figure, Spread } from './study';

/** All that charts ask of the words of a language; `Texts` is one such. */
export interface Words {
	readonly language: string;
	say(key: string, params?: Params): string;
	has(key: string): boolean;
}

/** A value with its interval, in a row of its own. */
export interface Row {
	label: string;
	/** What stands behind the label in quieter letters. */
	more?: string;
	figure: Figure;
	/** The value in words. */
	said: string;
	/** It may be chance: drawn as a ring. */
	open?: boolean;
}

/** A line down through all rows, to compare with. */
export interface Against {
	at: number;
	label: string;
}

export interface Intervals {
	kind: 'intervals';
	rows: Row[];
	from: number;
	to: number;
	unit: Unit;
	axis: string;
	against?: Against;
	/** Bars from nought rather than dots. */
	bars?: boolean;
	/** Ticks with their sign. */
	signed?: boolean;
}

export interface Histogram {
	kind: 'histogram';
	bins: Bin[];
	spread: Spread;
	unit: Unit;
	/** How far apart values are at least: whole numbers, or tenths of a match. */
	step: number;
	axis: string;
	middle: string;
}

export interface Chances {
	kind: 'chances';
	curve: Curve;
	even: number;
	names: { winner: string; band: string; leader: string; even: string };
	axis: string;
}

export interface Point {
	x: number;
	y: number;
	label: string;
	front: boolean;
}

export interface Front {
	kind: 'front';
	points: Point[];
	/** What is measured across, and what upwards. */
	x: string;
	y: string;
	names: { front: string; other: string };
}

export type Drawing = Intervals | Histogram | Chances | Front;

export interface Table {
	head: string[];
	rows: string[][];
}

export interface Chart {
	name: string;
	title: string;
	/** One sentence or two: what one sees. */
	says: string;
	drawing: Drawing;
	tables: Table[];
	/** Takes the whole width of the page. */
	wide?: boolean;
}
