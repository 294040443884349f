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

/** A number takes about so much of the width of its card, from its left edge. */
const NUMBER = 0.58;
/** A phone on its side, the smallest first, and upright. */
test.each([
	[236, 190],
	[256, 200],
	[300, 190],
	[336, 180],
	[366, 210],
])('in a room of %i x %i no card hides the number of another, whichever is chosen', (room, height) => {
	for (let count = 1; count <= 10; count++)
		for (let lifted = -1; lifted < count; lifted++) {
			const { width, cards } = fan(room, height, count, lifted);
			// Whoever lies on it: those behind, and the chosen one where there is one row.
			const rows = cards.some((card) => card.y - cards[0]!.y > width * 0.6);
			for (const [i, card] of cards.entries())
				for (const [j, other] of cards.entries()) {
					const over = !rows && j === lifted ? true : !rows && i === lifted ? false : j > i;
					if (i === j || !over || other.y - card.y > width * 0.5 || card.y - other.y > width * 1.3) continue;
					const from = card.x + width * 0.06;
					const free = other.x >= card.x + width * NUMBER || other.x + width <= from + width * 0.1;
					expect(free, `${count} cards, ${lifted} chosen: ${j} on ${i}`).toBe(true);
				}
		}
});
