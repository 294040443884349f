import { expect, test } from 'vitest';
import { arriving, cardOf, colourOf, leaving, named, sorted, without } from './cards';

test('a hand is sorted by colour, then number, signs after numbers, grey cards last', () => {
	expect(sorted(['NC', 'Y-Fn', 'R9', 'CC', 'B1', 'R-Rev', 'R2', 'G-Stop', 'G3', 'PS'])).toEqual([
		'R2',
		'R9',
		'R-Rev',
		'B1',
		'G3',
		'G-Stop',
		'Y-Fn',
		'CC',
		'PS',
		'NC',
	]);
});

test('each copy of a card has a name of its own', () => {
	expect(named(['R5', 'B1', 'R5']).map((one) => one.key)).toEqual(['R5#0', 'R5#1', 'B1#0']);
	expect(cardOf('B-Sv#1')).toBe('B-Sv');
});

test('the copy that leaves is the last one, so that the others keep their names', () => {
	const hand = ['R5', 'R5', 'B1'];
	expect(leaving(hand, 'R5')).toBe('card:R5#1');
	expect(named(without(hand, 'R5')).map((one) => one.key)).toEqual(['R5#0', 'B1#0']);
	expect(without(hand, 'Y9')).toEqual(hand);
});

test('the copy that comes is named after those that were there', () => {
	expect(arriving(['R5', 'R5'], 'R5')).toBe('card:R5#1');
	expect(arriving(['R5'], 'R5')).toBe('card:R5#0');
});

test('a grey card has no colour', () => {
	expect(['R5', 'B-Sv', 'G-T2', 'Y1'].map(colourOf)).toEqual(['R', 'B', 'G', 'Y']);
	expect(['CC', 'PS', 'GA', 'CX', 'NC', '?', ''].map(colourOf)).toEqual(Array(7).fill(null));
});
