import { describe, expect, it } from 'vitest';
import type { Lesson, SeatUpdate } from '../../net/protocol';
import { Course } from './course';

const update = (n: number): SeatUpdate => ({
	seat: 0,
	v: n,
	n,
	events: [],
	view: { n },
	decision: null,
	legal: [1, 2, 3],
	awaited: [0],
});
const step = (seat: number, action: number, tip: string, n: number) => ({
	seat,
	action,
	tip,
	hints: [{ action }],
	update: update(n),
});
const lesson: Lesson = {
	game: 'hopscotch',
	seat: 0,
	players: 2,
	preset: '',
	options: {},
	start: update(0),
	steps: [step(0, 2, 'first', 1), step(1, 3, '', 2), step(1, 1, 'jam', 3), step(0, 1, 'second', 4)],
	done: 'done',
};
const actions = ['a', 'b', 'play 27', 'd'].map((notation) => ({ notation, key: 'play', params: {} }));
const course = () => new Course(lesson, actions);

describe('a lesson', () => {
	it('begins with a tip, and only the right action is open', () => {
		const one = course();
		expect(one.phase).toBe('try');
		expect(one.tip).toBe('first');
		expect(one.update.legal).toEqual([2]);
		expect(one.update.view).toEqual({ n: 0 });
		expect(one.hints).toEqual([{ action: 2 }]);
	});

	it('foresees only what the lesson wants', () => {
		const hints = [
			{ action: 3 },
			{ action: 2 },
			{ actions: [2] },
			{ actions: [2, 2] },
			{ actions: [1, 2] },
			{ action: null },
		];
		const again = { ...lesson, steps: [{ ...lesson.steps[0]!, hints }, ...lesson.steps.slice(1)] };
		expect(new Course(again, actions).hints).toEqual([{ action: 2 }, { actions: [2] }, { action: null }]);
	});

	it('knows the right answer by number and by notation', () => {
		const one = course();
		expect(one.right(2)).toBe(true);
		expect(one.right('play 27')).toBe(true);
		expect(one.right(3)).toBe(false);
		one.advance();
		expect(one.right(3)).toBe(false);
	});

	it('plays the moves of others, and waits only where something is told', () => {
		const one = course();
		one.advance();
		expect([one.phase, one.tip, one.update.legal]).toEqual(['watch', '', []]);
		one.advance();
		expect([one.phase, one.tip]).toEqual(['watch', '']);
		one.advance();
		expect([one.phase, one.tip, one.update.legal]).toEqual(['told', 'jam', []]);
		one.read();
		expect([one.phase, one.tip, one.update.legal]).toEqual(['try', 'second', [1]]);
	});

	it('ends with a last word, and can begin again', () => {
		const one = course();
		for (let i = 0; i < 4; i++) {
			one.advance();
			one.read();
		}
		expect([one.phase, one.tip, one.update.legal]).toEqual(['done', 'done', []]);
		one.advance();
		expect(one.at).toBe(4);
		one.restart();
		expect(one.tip).toBe('first');
	});
});
