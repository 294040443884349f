import { describe, expect, it } from 'vitest';
import type { Board } from '../../net/protocol';
import shortEight from './fixtures/short-eight.json';
import tripleLoop from './fixtures/triple-loop.json';
import { layerOf, standing } from './pieces';
import { Road, turnBetween } from './road';
import { sceneryOf } from './scenery';
import { gap, wrap } from './view';
import { along } from './ways';

const boards = [tripleLoop, shortEight] as unknown as Board[];

describe.each(boards)('the road of $id', (board) => {
	const road = new Road(board);

	it('puts every column where the circuit has it', () => {
		board.cells.forEach(([x, y, heading], col) => {
			const at = road.pose(1, col);
			expect(Math.hypot(at.x - x!, at.y - y!)).toBeLessThan(0.6);
			expect(Math.abs(turnBetween(at.heading, heading!))).toBeLessThan(1);
		});
	});

	it('has columns that touch, but for the tunnels', () => {
		const tunnels = road.spans.filter(([from], col) => col > 0 && from - road.spans[col - 1]![1] > 1);
		expect(tunnels).toHaveLength(board.bridges.length);
	});

	it('has the left lane on the left', () => {
		const { heading } = road.pose(1, 0);
		const [left, right] = [road.pose(0, 0), road.pose(2, 0)];
		const across = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
		expect(Math.abs(turnBetween(heading + 90, across))).toBeLessThan(1);
	});

	it('hides no space under a deck', () => {
		for (const bridge of board.bridges) {
			const deck = road.half + 13;
			for (const col of bridge.under) {
				for (let lane = 0; lane < board.lanes; lane++) {
					const at = road.pose(lane, col);
					const away = Math.min(
						...bridge.over.flatMap((over) => {
							const [from, to] = road.spans[over]!;
							return [0, 0.25, 0.5, 0.75, 1].map((part) => {
								const on = road.at(from + (to - from) * part);
								return Math.hypot(on.x - at.x, on.y - at.y);
							});
						}),
					);
					expect(away).toBeGreaterThan(deck);
				}
			}
		}
	});

	it('has its scenery off the road and always the same', () => {
		const scenery = sceneryOf(road);
		expect(scenery.trees.length).toBeGreaterThan(12);
		expect(scenery.pond).not.toBeNull();
		for (const tree of scenery.trees) {
			for (let s = 0; s < road.length; s += 15) {
				const on = road.at(s);
				expect(Math.hypot(on.x - tree.x, on.y - tree.y)).toBeGreaterThan(road.half + 9 + tree.r);
			}
		}
		expect(sceneryOf(new Road(board))).toEqual(scenery);
	});
});

describe('pieces and ways', () => {
	const road = new Road(boards[0]!);
	const piece = { id: 'T7', kind: 'truck' as const, colour: '', number: null, lane: 0, long: 2, seat: null };

	it('drives under the bridge below its deck, and a truck inside shows through', () => {
		expect(layerOf(road, { ...piece, col: 13, long: 1 })).toBe('below');
		expect(layerOf(road, { ...piece, col: 12 })).toBe('through');
		expect(layerOf(road, { ...piece, col: 5 })).toBe('above');
	});

	it('knows cars, vehicles and the Police by name', () => {
		const cars = [
			{ seat: 0, lane: 1, col: 4 },
			{ seat: 1, lane: null, col: null },
		];
		const view = { cars, vehicles: [{ id: 'T1', kind: 'taxi', lane: 0, col: 3, len: 1 }], police: 'S2' };
		expect(standing(view as never).map((one) => [one.id, one.col])).toEqual([
			['T1', 3],
			['police', -1],
			['car0', 4],
		]);
	});

	it('counts columns over the line', () => {
		expect([wrap(-1, 36), wrap(36, 36), gap(35, 1, 36), gap(1, 35, 36)]).toEqual([35, 0, 2, -2]);
		const way = along({ columns: 36 } as never, [0, 35], [1, 1]);
		expect(way).toEqual([
			[0, 0],
			[0, 1],
			[1, 1],
		]);
	});

	it('turns the shorter way', () => {
		expect([turnBetween(170, -170), turnBetween(-90, 90), turnBetween(10, 350)]).toEqual([20, -180, -20]);
	});
});
