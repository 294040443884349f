// Pond, houses and trees: found by looking where there is room, the same for everybody.
import type { Road } from './road';

export interface Spot {
	x: number;
	y: number;
	/** How far the next road or thing is. */
	room: number;
}

export interface Scenery {
	pond: { x: number; y: number; rx: number; ry: number } | null;
	houses: { x: number; y: number; turn: number; roof: number }[];
	trees: { x: number; y: number; r: number; pale: boolean }[];
}

const GRID = 12;
const KERB = 14;

/** A small generator of its own: scenery must not change from one look to the next. */
function chance(seed: string): () => number {
	let state = 2166136261;
	for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
	return () => {
		state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
		return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
	};
}

class Land {
	private readonly line: { x: number; y: number }[];

	constructor(readonly road: Road) {
		const steps = Math.ceil(road.length / 10);
		this.line = Array.from({ length: steps }, (_, i) => road.at((i * road.length) / steps));
	}

	/** Free ground round a point, measured from the kerb. */
	room(x: number, y: number): number {
		let least = Number.POSITIVE_INFINITY;
		for (const at of this.line) least = Math.min(least, Math.hypot(at.x - x, at.y - y));
		return least - this.road.half - KERB;
	}

	/** Inside a loop of the road? */
	inside(x: number, y: number): boolean {
		let winding = 0;
		for (let i = 0; i < this.line.length; i++) {
			const a = this.line[i]!;
			const b = this.line[(i + 1) % this.line.length]!;
			if (a.y > y === b.y > y || x > ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) continue;
			winding += b.y > a.y ? 1 : -1;
		}
		return winding !== 0;
	}

	/** The roomiest places inside the loops, far from each other, the largest first. */
	hearts(): Spot[] {
		const [left, top, width, height] = this.road.board.view_box as [number, number, number, number];
		const found: Spot[] = [];
		for (let x = left; x < left + width; x += GRID) {
			for (let y = top; y < top + height; y += GRID) {
				const room = this.room(x, y);
				if (room > 28 && this.inside(x, y)) found.push({ x, y, room });
			}
		}
		found.sort((a, b) => b.room - a.room || a.x - b.x || a.y - b.y);
		const hearts: Spot[] = [];
		for (const spot of found) {
			if (hearts.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > 200)) hearts.push(spot);
		}
		return hearts;
	}

	/** How far one can go sideways from here before it gets narrow. */
	reach(spot: Spot, dx: number, need: number): number {
		let far = 0;
		while (far < 400 && this.room(spot.x + dx * (far + 6), spot.y) > need) far += 6;
		return far;
	}
}

export function sceneryOf(road: Road): Scenery {
	const land = new Land(road);
	const random = chance(road.board.id);
	const hearts = land.hearts();
	const taken: Spot[] = road.board.stations.map((station) => ({ ...road.stationPose(station), room: 62 }));
	const scenery: Scenery = { pond: null, houses: [], trees: [] };
	const heart = hearts.shift();
	if (heart) placePond(land, heart, scenery, taken);
	const dry = hearts.filter((spot) =>
		taken.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > other.room + 40),
	);
	dry.slice(0, 5).forEach((spot, i) => {
		scenery.houses.push({ x: spot.x + 4, y: spot.y - 4, turn: 0, roof: i % 3 });
		taken.push({ x: spot.x, y: spot.y, room: 42 });
	});
	placeTrees(land, random, scenery, taken);
	return scenery;
}

function placePond(land: Land, heart: Spot, scenery: Scenery, taken: Spot[]): void {
	const ry = Math.min(56, heart.room - 14);
	const left = land.reach(heart, -1, ry * 0.72);
	const right = land.reach(heart, 1, ry * 0.72);
	const x = heart.x + (right - left) / 2;
	const rx = Math.min(140, (left + right) / 2 + ry * 0.7);
	if (ry < 16) return;
	scenery.pond = { x, y: heart.y, rx, ry };
	for (let at = -rx; at <= rx; at += 20)
		taken.push({ x: x + at, y: heart.y, room: ry * Math.sqrt(1 - (at / rx) ** 2) });
}

function placeTrees(land: Land, random: () => number, scenery: Scenery, taken: Spot[]): void {
	const [left, top, width, height] = land.road.bounds();
	const wanted = Math.round((width * height) / 21000);
	for (let tries = 0; tries < 900 && scenery.trees.length < wanted; tries++) {
		const x = left - 30 + random() * (width + 60);
		const y = top + random() * height;
		const r = 9 + Math.floor(random() * 11);
		if (!plant(land, scenery, taken, x, y, r)) continue;
		// Trees like company.
		if (random() < 0.75) plant(land, scenery, taken, x + r + 8, y + (random() - 0.3) * 26, Math.max(8, r * 0.62));
	}
}

function plant(land: Land, scenery: Scenery, taken: Spot[], x: number, y: number, r: number): boolean {
	if (land.room(x, y) < r + 2) return false;
	if (taken.some((other) => Math.hypot(other.x - x, other.y - y) < other.room + r + 2)) return false;
	scenery.trees.push({ x, y, r, pale: r < 14 });
	taken.push({ x, y, room: r });
	return true;
}
