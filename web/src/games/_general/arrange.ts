// How large everything is, so that the whole table fits: cards as large as there is room for.
import type { Zone } from '../../net/shapes';

export const HIGH = 1.4;
/** A line of words over a zone, and the room between zones. */
export const LABEL = 28;
export const GAP = 12;
const SMALLEST = 34;
const LARGEST = 136;
/** Beside a board, cards are only as large as they must be. */
const BESIDE = 84;
const BELOW = 60;
const CHIP = 52;
const LONG = 3;
/** A row that can be tapped is a little larger than its cards. */
export const EDGE = 20;

export interface Arranged {
	/** The width of a card. */
	card: number;
	/** The board (a grid or a track) has this much room; zero without one. */
	wide: number;
	high: number;
	/** Not even the smallest cards fit: it is scrolled. */
	tight: boolean;
	/** The other zones stand beside the board, and not below it. */
	side: boolean;
	/** The room that they have, and that each row of cards has. */
	room: number;
	row: number;
}

export const isBoard = (zone: Zone): boolean => zone.kind === 'grid' || zone.kind === 'track';

/** So much of a card must be seen in a row that its corner can be read; a row that is too long goes on below. */
const SEEN = 0.68;
const BETWEEN = 6;
const MOST_BESIDE = 3;

interface Fit {
	card: number;
	/** So many rows stand beside each other. */
	beside: number;
}

/** What a zone is called. */
type Named = (zone: Zone) => string;
const nameless: Named = () => '';

/** Zones side by side in lines; rows of cards have lines of their own, so that they may grow without pushing others. */
export function heightOf(
	zones: readonly Zone[],
	{ card, beside }: Fit,
	room: number,
	letters: number,
	named = nameless,
): number {
	const rows = zones.filter((zone) => zone.kind === 'row');
	let high = 0;
	for (let at = 0; at < rows.length; at += beside) {
		const tallest = Math.max(...rows.slice(at, at + beside).map((zone) => linesOf(zone, card, rowRoom(room, beside))));
		high += tallest * (card * HIGH + BETWEEN) - BETWEEN + LABEL * letters + GAP;
	}
	let used = 0;
	let line = 0;
	for (const zone of zones) {
		if (zone.kind === 'row') continue;
		const [wide, tall] = sizeOf(zone, card, letters, named(zone));
		if (used + wide > room && used > 0) {
			high += line + GAP;
			used = 0;
			line = 0;
		}
		used += wide + GAP;
		line = Math.max(line, tall);
	}
	if (line) high += line + GAP;
	return Math.max(0, high - GAP);
}

/** How many lines a row of cards takes. */
export function linesOf(zone: Zone, card: number, room: number): number {
	return Math.max(1, Math.ceil((zone.cards?.length ?? 0) / perLine(card, room)));
}

/** So many cards stand in one line of a row. */
export const perLine = (card: number, room: number): number =>
	Math.max(1, Math.floor((room - EDGE - card) / (card * SEEN)) + 1);

/** Rows stand beside each other only where each has room for its cards in one line, and for a few to come. */
function areReadable(zones: readonly Zone[], { card, beside }: Fit, room: number): boolean {
	if (beside === 1) return true;
	const rows = zones.filter((zone) => zone.kind === 'row');
	const longest = Math.max(5, ...rows.map((zone) => zone.cards?.length ?? 0));
	return longest <= perLine(card, rowRoom(room, beside));
}

/** Widths are measured in whole pixels, and may be a little less: what stands beside each other must not go on below for that. */
const rowRoom = (room: number, beside: number): number =>
	beside === 1 ? room : (room - 1 - GAP * (beside - 1)) / beside;

/** About so wide is a letter of a name, and so much stands beside it: how many there are, a sign. */
const LETTER = 8.4;
const BADGE = 34;
const PILL = 48;

function sizeOf(zone: Zone, card: number, letters: number, name: string): [number, number] {
	const label = LABEL * letters;
	const long = [...name].length * LETTER * letters;
	if (zone.kind === 'dice')
		return [Math.max((zone.values?.length ?? 1) * (CHIP + 8), long), CHIP + 8 + (name ? label : 0)];
	if (zone.kind === 'counter') {
		const digits = `${zone.count ?? 0}${zone.most === undefined ? '' : ` / ${zone.most}`}`.length;
		return [Math.max(96 * letters, long + PILL + digits * 10 * letters + (zone.sign ? BADGE : 0)), CHIP];
	}
	return [Math.max(card, 92 * letters, long && long + BADGE * letters), card * HIGH + 9 + label];
}

/** The largest cards with which all of it is at most so high. */
function largest(zones: readonly Zone[], most: number, room: number, high: number, letters: number, named: Named): Fit {
	const rows = zones.filter((zone) => zone.kind === 'row').length;
	for (let card = Math.floor(most); card > SMALLEST; card -= 2)
		for (let beside = 1; beside <= Math.max(1, Math.min(MOST_BESIDE, rows)); beside++) {
			const fit = { card, beside };
			if (heightOf(zones, fit, room, letters, named) <= high && areReadable(zones, fit, room)) return fit;
		}
	return { card: SMALLEST, beside: 1 };
}

/** What else hangs together with how much room there is. */
export interface Around {
	/** How large letters are. */
	letters?: number;
	/** How much larger cards may be than at a screen that one person holds. */
	grown?: number;
	/** What the zones are called. */
	named?: Named;
	/** An upright phone: what stands beside the board would be too narrow to be read. */
	upright?: boolean;
	/** So high for its width is a board that keeps its form; undefined for one that takes whatever room there is. */
	flat?: number | undefined;
}

/** `wide` and `high` of the whole table. */
export function arranged(zones: readonly Zone[], wide: number, high: number, around: Around = {}): Arranged {
	const { letters = 1, grown = 1, named = nameless, upright = false, flat } = around;
	const board = zones.some(isBoard);
	const others = zones.filter((zone) => !isBoard(zone));
	const most = grown * Math.min(LARGEST, wide > 1000 ? LARGEST : wide > 700 ? 124 : 96);
	const fitted = (room: number, top: number, tall: number) => {
		const fit = largest(others, top, room, tall, letters, named);
		const tight = heightOf(others, fit, room, letters, named) > tall + 1;
		return { fit, card: fit.card, room, row: rowRoom(room, fit.beside), tight };
	};
	if (!board) {
		const { fit: _, ...found } = fitted(wide, most, high);
		return { ...found, wide: 0, high: 0, side: false };
	}
	if (!others.length) return { card: SMALLEST, wide, high, side: false, room: wide, row: wide, tight: false };
	// A long row of cards needs the whole width.
	const long = others.some((zone) => zone.kind === 'row' && (zone.cards?.length ?? 0) > LONG);
	if (!upright && wide > high * 1.15 && !long) {
		const widest = Math.max(
			...others.map((zone) => (zone.kind === 'row' ? 0 : sizeOf(zone, 0, letters, named(zone))[0])),
		);
		const room = Math.max(120, Math.min(wide * 0.17, 240 * grown), Math.min(widest, wide * 0.3));
		const { fit: _, ...found } = fitted(room, Math.min(most, BESIDE * 1.3 * grown), high);
		return { ...found, wide: wide - room - GAP, high, side: true };
	}
	// However much there is, the board keeps half of the room, or as much as its form needs; the rest is scrolled.
	const needed = flat === undefined ? high : Math.min(high * 0.5, wide * flat);
	const { fit, ...found } = fitted(wide, Math.min(most, BELOW * grown), Math.max(high * 0.34, high - needed - GAP));
	const below = Math.min(heightOf(others, fit, wide, letters, named), Math.max(high * 0.5, high - needed - GAP));
	return { ...found, wide, high: high - below - GAP, side: false };
}

/** From one card of a line to the next: beside each other, or over each other as far as they must. */
export function stepOf(cards: number, card: number, room: number): number {
	return cards < 2 ? 0 : Math.min(card + 8, (room - EDGE - card) / (cards - 1));
}

/** Where there is little room, what lies before a player has its name only if nothing else tells what it is. */
export const wantsName = (zone: Zone, beside: readonly Zone[]): boolean =>
	(zone.kind === 'counter' && !zone.sign) ||
	beside.some((other) => other !== zone && other.kind === zone.kind && other.sign === zone.sign);
