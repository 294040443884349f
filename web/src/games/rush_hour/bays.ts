// What stands in a bay, read from the text of a spot: `12`, `_`, `24+t25`, `T+18`.
import { BELT_ORANGE, decade, POLICE_BLUE, TOW_AMBER } from '../../art/colour';
import { type Kind, kindOf, LENGTHS } from '../../art/vehicles';

export const GAP = '_';

export interface Look {
	kind: Kind;
	colour: string;
	number: number | null;
}

const SPECIALS: Record<string, Look> = {
	A: { kind: 'ambulance', colour: BELT_ORANGE, number: null },
	P: { kind: 'police', colour: POLICE_BLUE, number: null },
	T: { kind: 'tow', colour: TOW_AMBER, number: null },
};

/** The vehicle of a card: `27`, `t25`, `A`, `P`, `T`. */
export function lookOf(card: string): Look {
	const special = SPECIALS[card];
	if (special) return special;
	const number = Number(card.replace('t', ''));
	return { kind: card.startsWith('t') ? 'trailer' : kindOf(number), colour: decade(number), number };
}

/** The cards of a spot, bottom to top. */
export const cardsOf = (spot: string): string[] => (spot === GAP ? [] : spot.split('+'));

/** A vehicle in a bay; `at` is its place in the stack. A tow truck has its load on the bed. */
export interface Unit {
	card: string;
	at: number;
	load: { card: string; at: number } | null;
}

export interface Bay {
	/** Front first; the last two if there are more. */
	units: Unit[];
	/** How many cards lie here, when not all of them can be seen; else 0. */
	count: number;
}

export function bayOf(spot: string): Bay {
	const cards = cardsOf(spot);
	const units: Unit[] = [];
	let at = 0;
	if (cards[0] === 'T' && cards.length > 1) {
		// A truck that was towed itself is under the load and cannot be seen.
		while (cards[at + 1] === 'T' && at + 2 < cards.length) at++;
		units.push({ card: 'T', at, load: { card: cards[at + 1]!, at: at + 1 } });
		at += 2;
	}
	for (; at < cards.length; at++) units.push({ card: cards[at]!, at, load: null });
	const shown = units.slice(-2);
	const seen = shown.reduce((sum, unit) => sum + (unit.load ? 2 : 1), 0);
	return { units: shown, count: seen < cards.length ? cards.length : 0 };
}

/** Space between two vehicles of one bay: a drawbar reaches just so far. */
const BUMPER = 8;
const SHRUNK = 0.82;
/** The middle of a tow truck's bed, behind the middle of the truck. */
const BED = 19;
const ON_BED = 0.93;

export interface Parked {
	card: string;
	at: number;
	/** Middle of the vehicle behind the middle of the bay, in px. */
	along: number;
	scale: number;
}

/** Where the vehicles of a bay stand. `room` is the bay's length, `scale` how large a single car is drawn. */
export function park(bay: Bay, room: number, scale: number): Parked[] {
	const long = bay.units.map((unit) => LENGTHS[lookOf(unit.card).kind]);
	const whole = long.reduce((sum, one) => sum + one, 0) + BUMPER * (long.length - 1);
	const size = Math.min(long.length > 1 ? scale * SHRUNK : scale, (room * 0.94) / whole);
	const parked: Parked[] = [];
	let front = -whole / 2;
	bay.units.forEach((unit, i) => {
		const along = (front + long[i]! / 2) * size;
		parked.push({ card: unit.card, at: unit.at, along, scale: size });
		if (unit.load) parked.push({ ...unit.load, along: along + BED * size, scale: size * ON_BED });
		front += long[i]! + BUMPER;
	});
	return parked;
}

/** The numbers beside a gap, as they can be read on the road; null where no number stands. */
function besideGap(spots: string[], gap: number): [before: number | null, behind: number | null] {
	const before = spots
		.slice(0, gap)
		.reverse()
		.find((spot) => spot !== GAP);
	const behind = spots.slice(gap + 1).find((spot) => spot !== GAP);
	const low = before === undefined ? null : lookOf(cardsOf(before).at(-1)!).number;
	const numbers = behind === undefined ? [] : cardsOf(behind).map((card) => lookOf(card).number);
	return [low, numbers.find((number) => number !== null) ?? null];
}

/** The numbers of a gap for the eye: `13` and `17`; no last one where the road is open, nothing where none is left. */
export function gapRange(spots: string[], gap: number): [from: string, to: string] {
	const [low, high] = besideGap(spots, gap);
	const from = (low ?? 0) + 1;
	if (high === null) return [String(from), ''];
	return from < high ? [String(from), String(high - 1)] : ['', ''];
}

/**
 * A name for every card on the road, by lane, spot and place in the stack. Numbers are there once. Of the others
 * the same one keeps its name while its lane grows: ambulances come in front, so they are counted from behind.
 */
export function piecesOf(rows: string[][]): string[][][] {
	return rows.map((spots, row) => {
		const all = spots.flatMap(cardsOf);
		const seen: Record<string, number> = {};
		return spots.map((spot) =>
			cardsOf(spot).map((card) => {
				if (!SPECIALS[card]) return `card:${card}`;
				const nth = seen[card] ?? 0;
				seen[card] = nth + 1;
				const total = all.filter((other) => other === card).length;
				return `road:${row + 1}.${card}.${card === 'A' ? total - nth : nth + 1}`;
			}),
		);
	});
}

/** The name of a card in the row of open cards. */
export const openPiece = (seat: number, card: string): string => (SPECIALS[card] ? `open:${seat}` : `card:${card}`);

/** Equal cards in a hand get keys of their own. */
export function handKeys(cards: readonly string[]): string[] {
	return cards.map((card, i) => {
		const nth = cards.slice(0, i).filter((other) => other === card).length;
		return nth ? `${card}.${nth + 1}` : card;
	});
}
