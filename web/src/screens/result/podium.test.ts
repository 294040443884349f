import { describe, expect, it } from 'vitest';
import { bestPeople, podium, roomOn, rounds, sums, winners } from './podium';

const seats = (stands: { seat: number }[]) => stands.map((one) => one.seat);

describe('the podium', () => {
	it('has the best in the middle, the second on the left, the third on the right', () => {
		const { stands, others } = podium([3, 1, 4, 2]);
		expect(stands).toEqual([
			{ seat: 3, place: 2 },
			{ seat: 1, place: 1 },
			{ seat: 0, place: 3 },
		]);
		expect(seats(others)).toEqual([2]);
	});

	it('works for two', () => {
		expect(seats(podium([2, 1]).stands)).toEqual([0, 1]);
	});

	it('shares places', () => {
		const { stands, others } = podium([1, 3, 1, 4, 5]);
		expect(stands.map((one) => one.place)).toEqual([1, 1, 3]);
		expect(seats(others)).toEqual([3, 4]);
		expect(winners([1, 3, 1])).toEqual([0, 2]);
	});

	it('gives a pill to whoever no longer fits, also among equals', () => {
		const { stands, others } = podium([1, 1, 1, 1, 1, 1]);
		expect(seats(stands)).toEqual([3, 1, 0, 2]);
		expect(others).toEqual([
			{ seat: 4, place: 1 },
			{ seat: 5, place: 1 },
		]);
	});

	it('keeps four when third place is shared', () => {
		expect(podium([1, 2, 3, 3]).others).toEqual([]);
	});
});

describe('where there is room', () => {
	it('everybody stands on it, the better the nearer to the middle', () => {
		const { stands, others } = podium([8, 1, 7, 2, 6, 3, 5, 4], 8);
		expect(stands.map((one) => one.place)).toEqual([8, 6, 4, 2, 1, 3, 5, 7]);
		expect(others).toEqual([]);
	});

	it('is on a tablet and a desktop, and not on a phone', () => {
		expect([0, 360, 820, 1024, 1440].map(roomOn)).toEqual([4, 4, 6, 8, 12]);
	});

	it('nobody does, if not all can', () => {
		expect(podium([1, 2, 3, 4, 5, 6, 7, 8], 6).others).toHaveLength(5);
	});
});

describe('the people who are celebrated', () => {
	it('are the winners, or whoever came next after the robots', () => {
		expect(bestPeople([1, 2, 3], [1])).toEqual([0]);
		expect(bestPeople([2, 1, 3], [1])).toEqual([0]);
		expect(bestPeople([3, 1, 3, 1], [1, 3])).toEqual([0, 2]);
	});

	it('are nobody among robots alone', () => {
		expect(bestPeople([1, 2], [0, 1])).toEqual([]);
	});
});

describe('points per round', () => {
	it('are there where a game is scored in rounds', () => {
		expect(rounds({ rounds: [[1, 2]], table: ['12', null] })).toEqual([[1, 2]]);
		expect(rounds({ table: ['12', null] })).toEqual([]);
	});

	it('add up', () => {
		expect(
			sums([
				[1, 2],
				[0, 5],
				[4, 0],
			]),
		).toEqual([
			[1, 2],
			[1, 7],
			[5, 7],
		]);
	});
});
