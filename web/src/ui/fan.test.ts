import { expect, test } from 'vitest';
import { fan } from './fan';

test.each([
	[328, 200],
	[358, 210],
	[640, 190],
	[780, 200],
	[1200, 230],
])('no card leaves a room of %i x %i, however many there are', (width, height) => {
	for (let count = 1; count <= 24; count++) {
		for (const lifted of [-1, 0, count - 1]) {
			const { width: card, cards } = fan(width, height, count, lifted);
			expect(cards).toHaveLength(count);
			for (const one of cards) {
				expect(one.x).toBeGreaterThanOrEqual(-1);
				expect(one.x + card).toBeLessThanOrEqual(width + 1);
				expect(one.y).toBeGreaterThanOrEqual(-1);
			}
		}
	}
});

test('up to ten cards on a phone every number can be read', () => {
	for (let count = 7; count <= 10; count++) {
		const { width, cards } = fan(358, 230, count);
		const rows = new Set(cards.map((one) => one.y));
		expect(rows.size).toBe(2);
		for (let i = 1; i < cards.length; i++) {
			if (cards[i]!.y === cards[i - 1]!.y) expect(cards[i]!.x - cards[i - 1]!.x).toBeGreaterThan(width * 0.6);
		}
	}
});

test('the chosen card stands upright and higher, and those behind it part', () => {
	const flat = fan(780, 200, 8);
	const up = fan(780, 200, 8, 3);
	expect(up.cards[3]!.angle).toBe(0);
	expect(up.cards[3]!.y).toBeLessThan(flat.cards[3]!.y);
	expect(up.cards[4]!.x - up.cards[3]!.x).toBeGreaterThan(flat.cards[4]!.x - flat.cards[3]!.x);
});
