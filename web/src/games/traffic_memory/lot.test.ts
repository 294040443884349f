import { expect, test } from 'vitest';
import { lot, neighbour } from './lot';

test.each([
	[360, 520],
	[340, 420],
	[960, 480],
	[1300, 560],
	[1800, 760],
])('every lot fits a room of %i x %i', (width, height) => {
	for (let places = 6; places <= 58; places++) {
		const found = lot(width, height, places);
		expect(found.columns * found.rows).toBeGreaterThanOrEqual(places);
		expect(found.card).toBeLessThanOrEqual(found.bay);
		expect(found.card * 1.4).toBeLessThanOrEqual(found.depth);
	}
});

test('a finger finds every bay of the largest lot on a phone', () => {
	const found = lot(366, 560, 58);
	expect(found.bay).toBeGreaterThanOrEqual(48);
	expect(found.depth).toBeGreaterThanOrEqual(48);
});

test('arrow keys walk the lot and stop at its edge', () => {
	expect(neighbour(7, 'ArrowRight', 6, 30)).toBe(8);
	expect(neighbour(7, 'ArrowUp', 6, 30)).toBe(1);
	expect(neighbour(1, 'ArrowUp', 6, 30)).toBe(1);
	expect(neighbour(29, 'ArrowDown', 6, 30)).toBe(29);
	expect(neighbour(7, 'Enter', 6, 30)).toBe(7);
});
