// Where the spaces of a track lie: at the points that its game gives, on a winding road, or round a loop.
import type { Zone } from '../../net/shapes';

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
}

type Point = readonly [number, number];

/** Room for a piece that stands on an outer space. */
const MARGIN = 0.62;

export function laidOut(zone: Zone, wide: number, high: number): Laid {
	const count = zone.spaces ?? 0;
	if (!count || wide < 10 || high < 10) return { spots: [], apart: 0 };
	if (zone.points) return scaled(zone.points as (number[] | null)[], wide, high);
	return zone.loop ? ring(count, wide, high) : winding(count, wide, high);
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
