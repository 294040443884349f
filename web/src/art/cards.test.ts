import { describe, expect, it } from 'vitest';
import { blankFace } from './card-ground';
import { colourFace, trafficarsFace } from './cards';
import { cardNumeral, cardTint, contrast, GAME_COLOURS, SLATE, TENS } from './colour';
import { pure } from './test-kit';

const NUMBERED = [
	...Array.from({ length: 50 }, (_, i) => String(i + 1)),
	't5',
	't15',
	't25',
	't35',
	't45',
	'A',
	'P',
	'T',
];

describe('faces', () => {
	it('every card of the 1-50 deck has one of its own', () => {
		const faces = NUMBERED.map((token) => trafficarsFace(token));
		expect(new Set(faces).size).toBe(58);
		for (const drawn of faces) {
			expect(drawn).not.toBe(blankFace());
			pure(drawn);
		}
	});

	it('a card without a picture is blank', () => {
		for (const odd of ['Q1', 'R-Xx', '', '123', 'x7', '<b>']) {
			expect(colourFace(odd)).toBe(blankFace());
			expect(trafficarsFace(odd)).toBe(blankFace());
		}
	});

	it('dots count the penalty points', () => {
		const dots = (face: string) => face.split('cy="15"').length - 1;
		expect(dots(trafficarsFace('27'))).toBe(1);
		expect(['t25', 'A', 'P', 'T'].map((token) => dots(trafficarsFace(token)))).toEqual([2, 2, 2, 2]);
		expect(dots(trafficarsFace('t25', { dots: 1 }))).toBe(1);
		expect(dots(trafficarsFace('27', { dots: 0 }))).toBe(0);
	});

	it('6 and 9 carry a bar where a card can be seen upside down', () => {
		const BAR = 'M4 35.5H16';
		const bars = (face: string) => face.split(BAR).length - 1;
		expect(['R6', 'R9', 'R8', 'R5'].map((token) => bars(colourFace(token)))).toEqual([2, 2, 0, 0]);
		expect(['6', '9', '16', '8'].map((token) => bars(trafficarsFace(token, { bar: true })))).toEqual([1, 1, 0, 0]);
		expect(bars(trafficarsFace('6'))).toBe(0);
	});
});

describe('contrast', () => {
	it('numbers of the 1-50 deck on their tint', () => {
		for (const colour of TENS) {
			const found = contrast(cardNumeral(colour), cardTint(colour));
			expect(found).toBeGreaterThanOrEqual(6.25);
			expect(found).toBeLessThanOrEqual(8.15);
		}
	});

	it('signs and numbers of the four colours', () => {
		const on = Object.values(GAME_COLOURS).map((look) => contrast(look.on, look.hex));
		expect(on.map((value) => Math.round(value * 10) / 10)).toEqual([4.7, 5.1, 4.7, 7.7]);
		for (const look of Object.values(GAME_COLOURS)) {
			expect(contrast(look.numeral, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
			expect(contrast(look.onDark, '#1D1B2E')).toBeGreaterThan(7);
			expect(contrast(look.onDark, SLATE)).toBeGreaterThan(3);
		}
	});
});
