// The circuit as a line with lengths: where a space lies, which way it points, and the outlines to draw.

import { short } from '../../art/svg';
import type { Board, Station } from '../../net/protocol';

export interface Pose {
	x: number;
	y: number;
	/** Degrees clockwise from the right. */
	heading: number;
}

interface Piece {
	length: number;
	at: (along: number) => Pose;
}

const DEGREES = 180 / Math.PI;
/** Lanes are drawn a little wider than measured, so that cars have room beside each other. */
const WIDER = 1.04;
const KERB = 9;
const EDGE = 4;

function straight([x1, y1, x2, y2]: number[]): Piece {
	const [dx, dy] = [x2! - x1!, y2! - y1!];
	const length = Math.hypot(dx, dy);
	const heading = Math.atan2(dy, dx) * DEGREES;
	return { length, at: (s) => ({ x: x1! + (dx * s) / length, y: y1! + (dy * s) / length, heading }) };
}

function bend([cx, cy, r, from, to]: number[]): Piece {
	const sweep = to! - from!;
	const length = (Math.abs(sweep) / DEGREES) * r!;
	return {
		length,
		at: (s) => {
			const angle = from! + (sweep * s) / length;
			const turn = angle / DEGREES;
			return { x: cx! + r! * Math.cos(turn), y: cy! + r! * Math.sin(turn), heading: angle + Math.sign(sweep) * 90 };
		},
	};
}

/** The turn from one heading to another, at most half a circle. */
export function turnBetween(from: number, to: number): number {
	return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

export class Road {
	readonly lane: number;
	readonly half: number;
	readonly length: number;
	readonly columns: number;
	/** Where each column begins and ends along the road. Between two of them may lie a tunnel. */
	readonly spans: [number, number][];
	private readonly pieces: Piece[];

	constructor(readonly board: Board) {
		this.lane = board.lane_width * WIDER;
		this.half = (board.lanes / 2) * this.lane;
		this.columns = board.columns;
		this.pieces = board.centreline.map((piece) =>
			piece[0] === 'L' ? straight(piece.slice(1) as number[]) : bend(piece.slice(1) as number[]),
		);
		this.length = this.pieces.reduce((sum, piece) => sum + piece.length, 0);
		this.spans = this.measure();
	}

	/** The columns come in driving order: each lies a little after the one before. */
	private measure(): [number, number][] {
		let from = 0;
		return this.board.cells.map(([x, y, , long]) => {
			let best = from;
			let least = Number.POSITIVE_INFINITY;
			// A tunnel is not longer than two columns.
			for (let s = from; s < from + 3.2 * long!; s += 0.5) {
				const at = this.at(s);
				const away = Math.hypot(at.x - x!, at.y - y!);
				if (away < least) [best, least] = [s, away];
			}
			from = best + long! / 2;
			return [best - long! / 2, from];
		});
	}

	/** A point along the road, `off` to the right of its middle. */
	at(s: number, off = 0): Pose {
		let rest = ((s % this.length) + this.length) % this.length;
		for (const piece of this.pieces) {
			if (rest <= piece.length + 1e-6) {
				const { x, y, heading } = piece.at(rest);
				const turn = heading / DEGREES;
				return { x: x - Math.sin(turn) * off, y: y + Math.cos(turn) * off, heading };
			}
			rest -= piece.length;
		}
		return this.at(0, off);
	}

	offset(lane: number): number {
		return (lane - (this.board.lanes - 1) / 2) * this.lane;
	}

	/** The middle of a space, or of `long` spaces behind each other. */
	pose(lane: number, col: number, long = 1): Pose {
		const begin = this.spans[col]![0];
		const last = this.spans[(col + long - 1) % this.columns]!;
		const end = last[1] < begin ? last[1] + this.length : last[1];
		return this.at((begin + end) / 2, this.offset(lane));
	}

	/** A strip of road as a closed outline. */
	band(from: number, to: number, left: number, right: number, fine = 10): string {
		const steps = Math.max(1, Math.ceil((to - from) / fine));
		const there: string[] = [];
		const back: string[] = [];
		for (let i = 0; i <= steps; i++) {
			const s = from + ((to - from) * i) / steps;
			const a = this.at(s, left);
			const b = this.at(s, right);
			there.push(`${short(a.x)} ${short(a.y)}`);
			back.unshift(`${short(b.x)} ${short(b.y)}`);
		}
		return `M${there.join('L')}L${back.join('L')}Z`;
	}

	space(lane: number, col: number, inset = 1.6): string {
		const [from, to] = this.spans[col]!;
		const off = this.offset(lane);
		return this.band(from + inset, to - inset, off - this.lane / 2 + inset, off + this.lane / 2 - inset);
	}

	kerb(from = 0, to = this.length): string {
		return this.band(from, to, -this.half - KERB, this.half + KERB);
	}

	asphalt(from = 0, to = this.length): string {
		return this.band(from, to, -this.half - EDGE, this.half + EDGE);
	}

	/** The deck over a crossing, a little longer than what it spans. */
	deck(over: number[]): [number, number] {
		const first = this.spans[over[0]!]![0];
		const last = this.spans[over[over.length - 1]!]![1];
		return [first - 20, last + 20];
	}

	/** The squares of the start line, two rows of them; every second one is dark. */
	chequer(): { d: string; dark: boolean }[] {
		const side = this.lane / 4;
		const found: { d: string; dark: boolean }[] = [];
		for (let row = 0; row < 2; row++) {
			for (let i = 0; i < this.board.lanes * 4; i++) {
				const left = -this.half + i * side;
				found.push({
					d: this.band(row * side - 2 * side, (row + 1) * side - 2 * side, left, left + side),
					dark: (row + i) % 2 === 1,
				});
			}
		}
		return found;
	}

	/** A station stands beside the middle of its grey spaces, clear of the kerb. */
	stationPose(station: Station): Pose {
		const cols = station.grey.map((space) => space[1]!);
		const middle = this.spans[cols[Math.floor(cols.length / 2)]!]!;
		const off = (station.side === 'left' ? -1 : 1) * (this.half + KERB + 28);
		return this.at((middle[0] + middle[1]) / 2, off);
	}

	/** Left, top, width and height of everything that must be seen. */
	bounds(margin = 8): [number, number, number, number] {
		const reach = this.half + KERB;
		const spots = this.board.stations.map((station) => ({ ...this.stationPose(station), reach: 44 }));
		for (let s = 0; s < this.length; s += 20) spots.push({ ...this.at(s), reach });
		const left = Math.min(...spots.map((spot) => spot.x - spot.reach)) - margin;
		const top = Math.min(...spots.map((spot) => spot.y - spot.reach)) - margin;
		const right = Math.max(...spots.map((spot) => spot.x + spot.reach)) + margin;
		const bottom = Math.max(...spots.map((spot) => spot.y + spot.reach)) + margin;
		return [left, top, right - left, bottom - top];
	}

	/** The space nearest to a point, and how far its middle is. */
	nearest(x: number, y: number): { lane: number; col: number; away: number } {
		let best = { lane: 0, col: 0, away: Number.POSITIVE_INFINITY };
		for (let col = 0; col < this.columns; col++) {
			for (let lane = 0; lane < this.board.lanes; lane++) {
				const at = this.pose(lane, col);
				const away = Math.hypot(at.x - x, at.y - y);
				if (away < best.away) best = { lane, col, away };
			}
		}
		return best;
	}

	/** The way over these spaces as a line; through a tunnel it goes straight on. */
	way(cells: readonly (readonly [number, number])[]): string {
		return cells
			.map(([lane, col], i) => {
				const { x, y } = this.pose(lane, col);
				return `${i ? 'L' : 'M'}${short(x)} ${short(y)}`;
			})
			.join('');
	}
}

const roads = new Map<string, Road>();

/** One road per circuit: measuring it takes a moment. */
export function roadOf(board: Board): Road {
	let found = roads.get(board.id);
	if (!found) {
		found = new Road(board);
		roads.set(board.id, found);
	}
	return found;
}
