// Where things are on the road. Traffic drives left on wide screens and up on tall ones; both are one plan.
import { WIDTH } from '../../art/vehicles';

export interface Box {
	x: number;
	y: number;
	w: number;
	h: number;
}

export interface Road {
	/** Noses up. */
	tall: boolean;
	/** The asphalt, edge to edge. */
	asphalt: Box;
	lanes: Box[];
	/** Length of a bay along the lane. */
	pitch: number;
	/** The stop line, before the first bay. */
	line: Box;
	/** Behind the last bay, across all lanes. */
	tail: Box;
	/** Where the open cards stand. */
	strip: Box;
	/** How large a single car is drawn. */
	scale: number;
	bays: number;
}

const BAY = 0.72;
const STOP = 12;
/** So far the ground of a jam reaches on a tall road. */
const JAM = 44;

interface Wish {
	width: number;
	height: number;
	lanes: number;
	/** Bays per lane that must have room. */
	bays: number;
	/** The lane is swept up behind the last bay. */
	jam: boolean;
	/** How far the arc of paper reaches over the board. */
	arc: number;
}

/** While a screen is turned or its words change, the board has hardly any room for a moment: its boxes must not turn inside out. */
const LEAST = 240;
const LEAST_LANE = 20;

export function planRoad(wish: Wish): Road {
	const width = Math.max(LEAST, wish.width);
	const height = Math.max(60 + wish.arc + LEAST_LANE * wish.lanes, wish.height);
	const roomy = { ...wish, width, height };
	return width < height * 1.15 ? tallRoad(roomy) : wideRoad(roomy);
}

function carScale(lane: number, pitch: number): number {
	return Math.min((0.8 * lane * BAY) / WIDTH, (0.86 * pitch) / 100);
}

function wideRoad({ width, height, lanes, bays, jam, arc }: Wish): Road {
	const band = Math.max(34, Math.min(96, height * 0.15));
	const deep = Math.min(230, (height - band - arc - 14) / lanes);
	const narrow = width < 560;
	const left = narrow ? 44 : Math.max(54, Math.min(130, width * 0.098));
	const most = jam ? (narrow ? 46 : Math.max(96, width * 0.16)) : narrow ? 8 : 24;
	const pitch = Math.min(deep * 1.72 * (bays > 4 ? 2 : 1), (width - left - most) / bays);
	// A short road stands in the middle of a wide screen; the asphalt goes on to both edges.
	const spare = Math.max(0, width - left - most - pitch * bays);
	const start = left + spare * 0.3;
	const asphalt = { x: 0, y: band, w: width, h: deep * lanes };
	return {
		tall: false,
		asphalt,
		lanes: Array.from({ length: lanes }, (_, i) => ({ x: start, y: band + deep * i, w: pitch * bays, h: deep })),
		pitch,
		line: { x: start - STOP - 7, y: band + 10, w: 9, h: deep * lanes - 20 },
		tail: { x: start + pitch * bays + 6, y: band, w: width - start - pitch * bays - 6, h: deep * lanes },
		strip: { x: 0, y: 0, w: width, h: band },
		scale: carScale(deep, pitch),
		bays,
	};
}

function tallRoad({ width, height, lanes, bays, jam, arc }: Wish): Road {
	const band = Math.max(40, Math.min(86, height * 0.125));
	const kerb = Math.max(16, (width - 150 * lanes) / 2);
	const wide = (width - 2 * kerb - 8) / lanes;
	const tail = jam ? Math.max(JAM + 8, Math.min(70, height * 0.09)) : 8;
	const start = band + STOP;
	const pitch = Math.min(wide * 1.25, (height - start - tail - arc) / bays);
	return {
		tall: true,
		asphalt: { x: kerb, y: 0, w: width - 2 * kerb, h: height + 40 },
		lanes: Array.from({ length: lanes }, (_, i) => ({ x: kerb + 4 + wide * i, y: start, w: wide, h: pitch * bays })),
		pitch,
		line: { x: kerb + 10, y: band - 2, w: width - 2 * kerb - 20, h: 8 },
		tail: { x: kerb, y: start + pitch * bays + 4, w: width - 2 * kerb, h: height - start - pitch * bays + 40 },
		// The code of the table hangs in the right corner.
		strip: { x: 12, y: 0, w: width - 88, h: band - 4 },
		scale: carScale(wide, pitch),
		bays,
	};
}

/** The cell of a spot, from 0. Spots behind the last bay lie on the hatched ground, as long as there is room. */
export function cell(road: Road, row: number, spot: number): Box {
	const lane = road.lanes[row]!;
	const behind = spot >= road.bays;
	const long = road.tall ? lane.h : lane.w;
	const room = behind ? Math.min(road.pitch, Math.max(40, (road.tall ? 60 : road.tail.w) - 8)) : road.pitch;
	const at = behind ? long + 6 + (spot - road.bays) * room : spot * road.pitch;
	return road.tall
		? { x: lane.x, y: lane.y + at, w: lane.w, h: room }
		: { x: lane.x + at, y: lane.y, w: room, h: lane.h };
}

/** A painted bay inside its cell. */
export function bayBox(road: Road, box: Box): Box {
	const side = ((road.tall ? box.w : box.h) * (1 - BAY)) / 2;
	const end = Math.min(9, road.pitch * 0.06);
	return road.tall
		? { x: box.x + side, y: box.y + end, w: box.w - 2 * side, h: box.h - 2 * end }
		: { x: box.x + end, y: box.y + side, w: box.w - 2 * end, h: box.h - 2 * side };
}

/** The lit or shaded ground of a lane; `jam` reaches into the hatched zone. */
export function laneBox(road: Road, row: number, jam = false): Box {
	const lane = road.lanes[row]!;
	const more = jam ? (road.tall ? JAM : Math.min(road.pitch, road.tail.w - 14)) : 0;
	return road.tall
		? { x: lane.x + 5, y: lane.y - 1, w: lane.w - 10, h: lane.h + 2 + more }
		: { x: lane.x - 5, y: lane.y + 6, w: lane.w + 10 + more, h: lane.h - 12 };
}

/** Before the stop line of a lane: where an ambulance comes from. */
export function frontCell(road: Road, row: number): Box {
	const lane = road.lanes[row]!;
	return road.tall
		? { x: lane.x, y: road.line.y - 38, w: lane.w, h: 36 }
		: { x: 4, y: lane.y, w: road.line.x - 8, h: lane.h };
}

export const middle = (box: Box): [x: number, y: number] => [box.x + box.w / 2, box.y + box.h / 2];
