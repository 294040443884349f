import { expect, test } from 'vitest';
import { inside, shownCars } from './convoy';

const row = [2, 5, 9, 14, 22, 28, 36, 41, 47];
const cars = (items: ReturnType<typeof shownCars>) => items.map((item) => ('car' in item ? item.car : -item.dots));

test('a convoy that fits is shown whole', () => {
	expect(cars(shownCars(row, null, 9))).toEqual(row);
});

test('a longer one shows both ends, and how many stand between', () => {
	expect(cars(shownCars(row, null, 5))).toEqual([2, 5, -5, 41, 47]);
});

test('an open space is always in sight, with its two neighbours', () => {
	for (let i = 1; i < row.length; i++) {
		const window: [number, number] = [row[i - 1]!, row[i]!];
		for (const most of [3, 4, 6]) {
			const shown = cars(shownCars(row, window, most));
			expect(shown).toContain(window[0]);
			expect(shown).toContain(window[1]);
			expect(shown.filter((car) => car > 0).length + shown.filter((car) => car < 0).reduce((a, b) => a - b, 0)).toBe(9);
		}
	}
});

test('few numbers are named, many are a range', () => {
	expect(inside([11, 14])).toBe('12  13');
	expect(inside([11, 30])).toBe('12 – 29');
	expect(inside([11, 12])).toBe('');
});
