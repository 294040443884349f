/** Figures and the name of the product, drawn as round strokes on a 20 x 30 box: the same everywhere, also in print. */

import { INK } from './colour';
import { line, type Markup, place, short } from './svg';

const GAP = 2.5;
const BOX = 30;

const GLYPHS: Record<string, [width: number, d: string]> = {
	'0': [20, 'M10 3C4.6 3 3 9 3 15s1.6 12 7 12 7-6 7-12-1.6-12-7-12Z'],
	'1': [15, 'M4 8.5 10 3.2V27'],
	'2': [20, 'M3.4 9.4C3.4 5.4 6.4 3 10 3c4 0 6.6 2.4 6.6 6C16.6 13.6 12 17 3.6 27H17'],
	'3': [
		20,
		'M4 5.6C5.5 3.9 7.5 3 10 3c3.6 0 6 2.2 6 5.5S13.4 14 9 14c4.6 0 8 2.3 8 6.3S13.6 27 9.8 27c-2.8 0-5.2-1.2-6.8-3.2',
	],
	'4': [21, 'M14 27V3L3 20.5H18.5'],
	'5': [20, 'M15.5 3H5.6l-1 10C6.2 12 8 11.5 10 11.5c4.2 0 7 3.1 7 7.5 0 4.8-3.2 8-7.4 8-2.8 0-5.2-1.2-6.6-3.2'],
	'6': [20, 'M14 3C8 6 3 12 3 19.4 3 24 6 27 10 27s7-3 7-7.3-3-7-6.6-7C7 12.7 4 15 3.2 18.4'],
	'7': [19, 'M3 3h14C12 10 9 18 8.4 27'],
	'8': [
		20,
		'M10 3C6.5 3 4 5.2 4 8.4c0 3.4 3 5 6 6 3.4 1.2 7 2.8 7 6.6 0 3.6-3 6-7 6s-7-2.4-7-6c0-3.8 3.6-5.4 7-6.6 3-1 6-2.6 6-6C16 5.2 13.5 3 10 3Z',
	],
	'9': [20, 'M6 27c6-3 11-9 11-16.4C17 6 14 3 10 3s-7 3-7 7.3 3 7 6.6 7c3.4 0 6.4-2.3 7.2-5.7'],
	'+': [20, 'M10 8v15M2.5 15.5h15'],
	'-': [16, 'M3 15.5h10'],
	'.': [9, 'M4.5 26.5v.1'],
	':': [9, 'M4.5 11v.1M4.5 23v.1'],
	' ': [8, ''],
};

/** A minus and a dash of any length are one stroke here. */
function glyph(sign: string): [number, string] {
	return GLYPHS[sign === '\u2212' || sign === '\u2013' ? '-' : sign] ?? GLYPHS[' ']!;
}

function natural(text: string): number {
	return [...text].reduce((sum, sign) => sum + glyph(sign)[0] + GAP, -GAP);
}

/** How wide the figures stand at this height. */
export function digitsWidth(text: string | number, height: number): number {
	return (natural(String(text)) * height) / BOX;
}

export interface DigitsLook {
	/** Where they stand: the middle, or the left or right end of the line through their middle. */
	x?: number;
	y?: number;
	height?: number;
	colour?: string;
	stroke?: number;
	anchor?: 'left' | 'middle' | 'right';
	/** A short bar under a lone 6 or 9, where a card can be seen upside down. */
	bar?: boolean;
}

export function digits(text: string | number, look: DigitsLook = {}): Markup {
	const { x = 0, y = 0, height = BOX, colour = INK, stroke = 5.4, anchor = 'middle', bar = false } = look;
	const word = String(text);
	const width = natural(word);
	const scale = height / BOX;
	const shift = anchor === 'middle' ? width / 2 : anchor === 'right' ? width : 0;
	let at = 0;
	let d = '';
	for (const sign of word) {
		const [wide, strokes] = glyph(sign);
		if (strokes !== '') d += line(strokes, colour, stroke, at === 0 ? '' : `transform="translate(${short(at)} 0)"`);
		at += wide + GAP;
	}
	if (bar && (word === '6' || word === '9')) d += line('M4 35.5H16', colour, stroke * 0.85);
	return place(d, x - shift * scale, y - height / 2, scale);
}

const LETTERS: Record<string, [width: number, d: string]> = {
	T: [20, 'M2 3H18M10 3V27'],
	a: [18, 'M15 12V27M15 19.5A6.5 7.5 0 1 1 2 19.5 6.5 7.5 0 0 1 15 19.5Z'],
	i: [8, 'M4 12V27M4 4.5v.1'],
	l: [8, 'M4 2V27'],
	b: [18, 'M3 2V27M3 19.5A6.5 7.5 0 1 0 16 19.5 6.5 7.5 0 0 0 3 19.5Z'],
	c: [16, 'M14 14.5A7 7.5 0 1 0 14 24.5'],
	k: [17, 'M3 2V27M14 12 4 20 14.5 27'],
};
const LETTER_GAP = 4;

/** How wide the name stands at a height of 30. */
export const WORDMARK_WIDTH = [...'Tailback'].reduce((sum, sign) => sum + LETTERS[sign]![0] + LETTER_GAP, -LETTER_GAP);

/** The name "Tailback"; x and y are its left upper corner. */
export function wordmark(look: { x?: number; y?: number; height?: number; colour?: string } = {}): Markup {
	const { x = 0, y = 0, height = BOX, colour = INK } = look;
	let at = 0;
	let inner = '';
	for (const sign of 'Tailback') {
		const [wide, strokes] = LETTERS[sign]!;
		inner += line(strokes, colour, 5, `transform="translate(${short(at)} 0)"`);
		at += wide + LETTER_GAP;
	}
	return place(inner, x, y, height / BOX);
}
