// What the table of Trafic Turbo draws: the view, and for a moment what is happening in it.
import { chairLook, RACERS, TAXI_YELLOW, TRAFFIC } from '../../art/colour';
import type { TraficTurboCar, TraficTurboView } from '../../net/shapes';

export type Cell = readonly [lane: number, col: number];

/** What is being told just now; gone with the next true view. */
export type Now =
	| { what: 'ready'; seat: number }
	| { what: 'roll'; seat: number }
	| { what: 'bump'; pieces: string[] }
	| { what: 'card'; seat: number; card: string | null }
	| { what: 'fine'; seat: number }
	| { what: 'skip'; seat: number }
	| { what: 'finish'; seat: number };

export interface Shown extends TraficTurboView {
	now?: Now;
}

/** `1:9` as lane and column. */
export function cellOf(space: string): Cell {
	const [lane = 0, col = 0] = space.split(':').map(Number);
	return [lane, col];
}

export const spaceOf = ([lane, col]: Cell): string => `${lane}:${col}`;
export const sameCell = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];
export const isStation = (place: string): boolean => place.startsWith('S');

/** A column of the road, whatever the number of laps. */
export const wrap = (col: number, columns: number): number => ((col % columns) + columns) % columns;

/** How many columns from one to the other: the shorter way, behind is negative. */
export function gap(from: number, to: number, columns: number): number {
	const ahead = wrap(to - from, columns);
	return ahead > columns / 2 ? ahead - columns : ahead;
}

/** Who leads: home first, then the longer way. Equal cars share a place. */
export function placeOf(view: TraficTurboView, seat: number): number {
	const own = view.cars[seat];
	if (!own) return 0;
	if (own.place !== null) return own.place;
	return 1 + view.cars.filter((car) => car.place !== null || (car.seat !== seat && ahead(car, own))).length;
}

const ahead = (car: TraficTurboCar, own: TraficTurboCar): boolean => car.place === null && car.p > own.p;

/** Racing cars: the number is the identity, the colour helps. */
/** A racing car has the colour of its chair; without one, that of its number. */
export function racer(seat: number, chairs: readonly { colour: string }[] = []): string {
	const colour = chairs[seat]?.colour;
	return colour ? chairLook(colour).hex : RACERS[seat % RACERS.length]!;
}

/** Traffic is pastel and always the same; only the taxi is yellow. */
export function paint(id: string, kind: string): string {
	return kind === 'taxi' ? TAXI_YELLOW : TRAFFIC[(Number(id.slice(1)) - 1) % TRAFFIC.length]!;
}
