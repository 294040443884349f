// What is drawn on the road: cars, gaps, and where a card would go.
import { bayOf, GAP, gapRange, park, piecesOf } from './bays';
import type { Fit } from './hints';
import { type Box, bayBox, cell, frontCell, middle, type Road } from './road';

export interface DrawnCar {
	key: string;
	row: number;
	card: string;
	x: number;
	y: number;
	scale: number;
	/** Without a name it does not travel: a ghost. */
	piece?: string;
}

export interface DrawnGap {
	row: number;
	spot: number;
	box: Box;
	from: string;
	to: string;
}

export interface Disc {
	key: string;
	x: number;
	y: number;
	count: number;
}

export interface DrawnRoad {
	cars: DrawnCar[];
	gaps: DrawnGap[];
	discs: Disc[];
}

/** The vehicles of one bay, at their places on the screen. */
function parkedIn(road: Road, spot: string, box: Box) {
	const room = road.tall ? box.h : box.w;
	const [x, y] = middle(box);
	return park(bayOf(spot), room, road.scale).map((one) => ({
		...one,
		x: road.tall ? x : x + one.along,
		y: road.tall ? y + one.along : y,
	}));
}

/**
 * `hooked` are trailers that would hang on somewhere, by `row.spot`: their bays make room for them. `gone` are spots at the front of a
 * lane that have just left.
 */
export function drawRoad(
	road: Road,
	rows: string[][],
	hooked: Map<string, string>,
	gone: { row: number; spots: number } = { row: 0, spots: 0 },
): DrawnRoad {
	const drawn: DrawnRoad = { cars: [], gaps: [], discs: [] };
	const names = piecesOf(rows);
	rows.forEach((spots, row) => {
		spots.forEach((spot, at) => {
			if (row + 1 === gone.row && at < gone.spots) return;
			const box = cell(road, row, at);
			if (spot === GAP) {
				const [from, to] = gapRange(spots, at);
				drawn.gaps.push({ row: row + 1, spot: at + 1, box: bayBox(road, box), from, to });
				return;
			}
			const guest = hooked.get(`${row + 1}.${at + 1}`);
			const shown = guest === undefined ? spot : `${spot}+${guest}`;
			for (const one of parkedIn(road, shown, box)) {
				const piece = names[row]![at]![one.at];
				const key = piece ?? `ghost:${row}.${at}`;
				drawn.cars.push({
					key,
					row: row + 1,
					card: one.card,
					x: one.x,
					y: one.y,
					scale: one.scale,
					...(piece ? { piece } : {}),
				});
			}
			const { count } = bayOf(shown);
			if (count) {
				const bay = bayBox(road, box);
				drawn.discs.push({ key: `${row}.${at}`, x: bay.x + bay.w - 6, y: bay.y + 6, count });
			}
		});
	});
	return drawn;
}

export interface Ghost {
	key: string;
	card: string;
	x: number;
	y: number;
	scale: number;
	box: Box;
	/** In a bay; not before the stop line. */
	framed: boolean;
}

/** Cars that are not there yet, each in its white-lined bay. */
export function drawGhosts(road: Road, card: string, fits: Fit[]): Ghost[] {
	const ghosts: Ghost[] = [];
	for (const fit of fits) {
		const box = ghostCell(road, fit);
		if (!box) continue;
		const [one] = parkedIn(road, card, box);
		const framed = fit.how !== 'front';
		if (one)
			ghosts.push({ key: `${fit.action}`, card, x: one.x, y: one.y, scale: one.scale, box: bayBox(road, box), framed });
	}
	return ghosts;
}

function ghostCell(road: Road, fit: Fit): Box | null {
	switch (fit.how) {
		case 'end':
		case 'gap':
		case 'tow':
			return cell(road, fit.row - 1, fit.spot - 1);
		case 'front':
			return frontCell(road, fit.row - 1);
		case 'jam':
			// On a phone there is no room behind the line; the word and the points say it.
			return road.tall ? null : cell(road, fit.row - 1, road.bays);
		default:
			return null;
	}
}

/** Trailers that would hang on, by the bay they hang on in. */
export function hookedBy(card: string | null, fits: Fit[]): Map<string, string> {
	const hooks = fits.filter((fit) => fit.how === 'hook');
	return new Map(card === null ? [] : hooks.map((fit) => [`${fit.row}.${fit.spot}`, card]));
}

/** Bays that must have room: four, or more where no lane is ever full. */
export function baysWanted(rows: string[][], maxRow: number | null): number {
	if (maxRow !== null) return maxRow;
	return Math.max(4, ...rows.map((spots) => spots.length + (spots.length > 3 ? 1 : 0)));
}
