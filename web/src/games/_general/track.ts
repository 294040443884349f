// Where the spaces of a track lie: at the points that its game gives, on a winding road, or round a loop.
import type { Piece, Zone } from '../../net/shapes';

export interface Spot {
	x: number;
	y: number;
	/** Degrees clockwise from the right: where the next space lies. */
	heading: number;
	/** How far that is. */
	long: number;
}

export interface Laid {
	spots: (Spot | null)[];
	/** From one space to its nearest neighbour. */
	apart: number;
	/** Where pieces wait that stand on no space. */
	lot?: Lot;
}

/** A parking lot beside the road: every piece has a bay of its own, so that none moves up when another one starts. */
export interface Lot {
	x: number;
	y: number;
	wide: number;
	high: number;
	/** How large a bay is. */
	bay: number;
	bays: ReadonlyMap<string, Spot>;
}

type Point = readonly [number, number];

/** Room for a piece that stands on an outer space. */
const MARGIN = 0.62;

/** `waits`: some pieces stand on no space, or did before; they get room beside the road. */
export function laidOut(zone: Zone, wide: number, high: number, waits = false): Laid {
	if (!zone.spaces || wide < 10 || high < 10) return { spots: [], apart: 0 };
	return waits ? withLot(zone, wide, high) : spaced(zone, wide, high);
}

function spaced(zone: Zone, wide: number, high: number): Laid {
	if (zone.points) return scaled(zone.points as (number[] | null)[], wide, high);
	return zone.loop ? ring(zone.spaces!, wide, high) : winding(zone.spaces!, wide, high);
}

const isOff = (zone: Zone, piece: Piece): boolean =>
	piece.at < 0 || piece.at >= (zone.spaces ?? 0) || (!!zone.points && !zone.points[piece.at]);

/** Does a piece of this track stand on no space: not started yet, or gone? */
export const isWaiting = (zone: Zone): boolean => !!zone.pieces?.some((piece) => isOff(zone, piece));

/** A bay is as large as a finger wants it, and smaller where many wait. */
const BAYS = [48, 40, 32, 26] as const;
const SMALLEST = BAYS.at(-1)!;
const EDGE = 6;
/** Of more pieces only those that wait have a bay. */
const MOST = 12;

interface Parked {
	bay: number;
	columns: number;
	lines: number;
}

/** So many bays, at most so many beside and below each other; undefined where there is no room for them. */
function parked(count: number, wide: number, high: number): Parked | undefined {
	for (const bay of BAYS) {
		const columns = Math.min(count, Math.floor((wide - 2 * EDGE) / bay));
		const lines = Math.ceil(count / columns);
		if (columns > 0 && lines * bay + 2 * EDGE <= high) return { bay, columns, lines };
	}
	return undefined;
}

/** There is no room for so many: the smallest bays, whatever it costs the road. */
function squeezed(count: number, wide: number): Parked {
	const columns = Math.max(1, Math.floor((wide - 2 * EDGE) / SMALLEST));
	return { bay: SMALLEST, columns, lines: Math.ceil(count / columns) };
}

function withLot(zone: Zone, wide: number, high: number): Laid {
	const all = zone.pieces ?? [];
	const ids = (all.length > MOST ? all.filter((piece) => isOff(zone, piece)) : all).map((piece) => piece.id);
	if (!ids.length) return spaced(zone, wide, high);
	if (zone.loop && !zone.points) {
		// Inside the ring there is a field; the road is as broad as a space.
		const road = spaced(zone, wide, high);
		const inside = parked(ids.length, wide - 2.5 * road.apart, high - 2.5 * road.apart);
		if (inside && inside.bay > SMALLEST)
			return {
				...road,
				lot: lotAt(ids, inside, (wide - inside.bay * inside.columns) / 2, (high - inside.bay * inside.lines) / 2),
			};
	}
	const above = parked(ids.length, wide, high * 0.3) ?? squeezed(ids.length, wide);
	const left = parked(ids.length, wide * 0.24, high);
	const down = above.bay * above.lines + 3 * EDGE;
	const over = spaced(zone, wide, high - down);
	const aside = left && left.bay * left.columns + 3 * EDGE;
	const beside = aside && spaced(zone, wide - aside, high);
	const from = (spots: Laid['spots'], axis: 'x' | 'y') =>
		Math.min(...spots.flatMap((spot) => (spot ? spot[axis] : [])));
	// Whichever leaves the larger spaces. The lot is before the first space: left of it, or above it.
	if (left && beside && beside.apart > over.apart) {
		const spots = pushed(beside.spots, aside, 0);
		const x = from(spots, 'x') - beside.apart * 0.6 - EDGE - left.bay * left.columns;
		return {
			...beside,
			spots,
			lot: lotAt(
				ids,
				left,
				within(x, left.bay * left.columns, wide),
				within(from(spots, 'y') - left.bay / 2, left.bay * left.lines, high),
			),
		};
	}
	const spots = pushed(over.spots, 0, down);
	const y = from(spots, 'y') - over.apart * 0.6 - EDGE - down + 3 * EDGE;
	return {
		...over,
		spots,
		lot: lotAt(
			ids,
			above,
			within(from(spots, 'x') - above.bay / 2, above.bay * above.columns, wide),
			within(y, down, high),
		),
	};
}

const pushed = (spots: Laid['spots'], x: number, y: number): Laid['spots'] =>
	spots.map((spot) => spot && { ...spot, x: spot.x + x, y: spot.y + y });

/** So that something so long that begins there ends in the room, too. */
const within = (at: number, long: number, room: number): number => Math.max(EDGE, Math.min(at, room - long - EDGE));

/** Its bays line by line, from this corner on. */
function lotAt(ids: readonly string[], { bay, columns, lines }: Parked, left: number, top: number): Lot {
	const bays = ids.map((id, i): [string, Spot] => [
		id,
		{
			x: left + ((i % columns) + 0.5) * bay,
			y: top + (Math.floor(i / columns) + 0.5) * bay,
			heading: 0,
			long: bay,
		},
	]);
	return { x: left, y: top, wide: bay * columns, high: bay * lines, bay, bays: new Map(bays) };
}

/** The same shape as large as it fits, turned where that is larger. */
function scaled(points: (number[] | null)[], wide: number, high: number): Laid {
	let given = points.map((point) => (point ? ([point[0]!, point[1]!] as Point) : null));
	const box = boxOf(given);
	if (box.wide > box.high !== wide > high) given = given.map((point) => point && ([point[1], -point[0]] as Point));
	const { left, top, wide: w, high: h } = boxOf(given);
	const near = nearest(given);
	const scale = Math.min(wide / (w + 2 * MARGIN * near), high / (h + 2 * MARGIN * near));
	const x0 = (wide - w * scale) / 2;
	const y0 = (high - h * scale) / 2;
	const put = given.map((point) => point && ([x0 + (point[0] - left) * scale, y0 + (point[1] - top) * scale] as Point));
	return { spots: headed(put, false, near * scale), apart: near * scale };
}

/** How high a track is for its width, where it keeps its form. */
export function flatness(zone: Zone): number | undefined {
	if (zone.kind !== 'track' || !zone.points) return undefined;
	const given = (zone.points as (number[] | null)[]).map((one) => one && ([one[0]!, one[1]!] as Point));
	const { wide, high } = boxOf(given);
	const edge = 2 * MARGIN * nearest(given);
	return (Math.min(wide, high) + edge) / (Math.max(wide, high) + edge);
}

function boxOf(points: readonly (Point | null)[]): { left: number; top: number; wide: number; high: number } {
	const there = points.filter((point) => point !== null);
	const xs = there.map(([x]) => x);
	const ys = there.map(([, y]) => y);
	const [left, top] = [Math.min(...xs), Math.min(...ys)];
	return { left, top, wide: Math.max(1, Math.max(...xs) - left), high: Math.max(1, Math.max(...ys) - top) };
}

/** How far most spaces are from their nearest neighbour: a few that nearly touch, as under a bridge, do not count. */
function nearest(points: readonly (Point | null)[]): number {
	const there = points.filter((point) => point !== null);
	const all = there
		.map((one) =>
			Math.min(
				...there.filter((other) => other !== one).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1])),
			),
		)
		.sort((a, b) => a - b);
	return all[Math.floor(all.length / 4)] ?? 1;
}

/** To and fro, line by line, as few lines as let the spaces be largest. */
function winding(count: number, wide: number, high: number): Laid {
	let best = { columns: 1, cell: 0 };
	for (let columns = 1; columns <= count; columns++) {
		const cell = Math.min(wide / columns, high / Math.ceil(count / columns) / 1.1);
		if (cell > best.cell) best = { columns, cell };
	}
	const { columns } = best;
	const rows = Math.ceil(count / columns);
	const cell = Math.min(best.cell, 96);
	const x0 = (wide - cell * columns) / 2;
	const y0 = (high - cell * 1.1 * rows) / 2;
	const points = Array.from({ length: count }, (_, i): Point => {
		const row = Math.floor(i / columns);
		const along = row % 2 ? columns - 1 - (i % columns) : i % columns;
		return [x0 + (along + 0.5) * cell, y0 + (row + 0.5) * cell * 1.1];
	});
	return { spots: headed(points, false, cell), apart: cell };
}

/** Evenly along a rectangle with the form of the room. */
function ring(count: number, wide: number, high: number): Laid {
	let apart = Math.min(96, (2 * (wide + high)) / count);
	// The road is as broad as a space, so the ring is that much smaller than the room.
	for (let i = 0; i < 8; i++) apart = Math.min(96, (2 * (wide + high - 2.4 * apart)) / count);
	const [w, h] = [wide - 1.2 * apart, high - 1.2 * apart];
	const around = 2 * (w + h);
	const points = Array.from({ length: count }, (_, i): Point => {
		const s = (i * around) / count;
		const [x, y] = s < w ? [s, 0] : s < w + h ? [w, s - w] : s < 2 * w + h ? [2 * w + h - s, h] : [0, around - s];
		return [x + (wide - w) / 2, y + (high - h) / 2];
	});
	return { spots: headed(points, true, apart), apart: Math.min(apart, around / count) };
}

/** A neighbour that is so much further away than others is none: a lane ends there, or the road begins anew. */
const FAR = 5;

function headed(points: readonly (Point | null)[], loop: boolean, apart: number): (Spot | null)[] {
	const way = (from: Point | null | undefined, to: Point | null | undefined): Point | null => {
		if (!from || !to) return null;
		const found: Point = [to[0] - from[0], to[1] - from[1]];
		return Math.hypot(...found) < apart * FAR ? found : null;
	};
	return points.map((point, i) => {
		if (!point) return null;
		const after = way(point, points[i + 1] ?? (loop ? points[0] : null));
		const prior = way(points[i - 1], point);
		// Between the two, so that the road bends evenly.
		const [dx, dy] = after && prior ? [after[0] + prior[0], after[1] + prior[1]] : (after ?? prior ?? [apart, 0]);
		const long = Math.hypot(...(after ?? prior ?? [apart, 0]));
		return { x: point[0], y: point[1], heading: (Math.atan2(dy, dx) * 180) / Math.PI, long };
	});
}

/** The road through the spaces, as the `d` of a path. Points of a game's own have no order, so no line. */
export function roadOf(zone: Zone, laid: Laid): string {
	if (zone.points || !laid.spots.length) return '';
	const line = laid.spots.map((spot, i) => (spot ? `${i ? 'L' : 'M'}${spot.x.toFixed(1)} ${spot.y.toFixed(1)}` : ''));
	return line.join('') + (zone.loop ? 'Z' : '');
}
