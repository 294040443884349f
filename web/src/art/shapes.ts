/** Signs and small things: the shapes of the colours, heart, star, hook, tree, traffic light, die, crown, confetti. */

import { GAME_COLOUR_LETTERS, GAME_COLOURS, INK, type ShapeName, SLATE } from './colour';
import { circle, ellipse, faded, line, type Markup, path, place, rect, short } from './svg';

/** The outlines of the shapes, about 20 across and centred on 0 0. Strokes round them off. */
const OUTLINES: Record<ShapeName, string> = {
	triangle: 'M-8.5-7H8.5L0 8Z',
	square: 'M-7-7H7V7H-7Z',
	circle: 'M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0Z',
	diamond: 'M0-9.5 9.5 0 0 9.5-9.5 0Z',
	hexagon: 'M-4.5-8H4.5L9 0 4.5 8H-4.5L-9 0Z',
	drop: 'M0-9.5C4-4 7-1 7 3A7 6.5 0 0 1-7 3C-7-1-4-4 0-9.5Z',
	ring: 'M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0Z',
	cross: 'M-6.5-6.5 6.5 6.5M6.5-6.5-6.5 6.5',
};

/** One of the shapes that stand beside a colour. */
export function shape(name: ShapeName, x: number, y: number, size: number, fill: string, turn = 0): Markup {
	const open = name === 'ring' || name === 'cross';
	return place(
		path(
			OUTLINES[name],
			open ? 'none' : fill,
			`stroke="${fill}" stroke-width="${open ? 5 : 3}" stroke-linejoin="round" stroke-linecap="round"`,
		),
		x,
		y,
		size / 20,
		turn,
	);
}

/** Many small shapes in one path, for the ground of a card: one element, however many there are. */
export function shapePattern(spots: { shape: ShapeName; x: number; y: number }[], size: number, fill: string): Markup {
	const k = size / 20;
	const d = spots
		.map(({ shape: name, x, y }) => {
			const p = (px: number, py: number) => `${short(x + px * k)} ${short(y + py * k)}`;
			if (name === 'triangle') return `M${p(-8.5, -7)}L${p(8.5, -7)}L${p(0, 8)}Z`;
			if (name === 'square') return `M${p(-7, -7)}L${p(7, -7)}L${p(7, 7)}L${p(-7, 7)}Z`;
			if (name === 'diamond') return `M${p(0, -9.5)}L${p(9.5, 0)}L${p(0, 9.5)}L${p(-9.5, 0)}Z`;
			const r = short(7.5 * k);
			return `M${p(-7.5, 0)}a${r} ${r} 0 1 0 ${short(15 * k)} 0a${r} ${r} 0 1 0 ${short(-15 * k)} 0Z`;
		})
		.join('');
	return path(d, fill, `stroke="${fill}" stroke-width="${short(3 * k)}" stroke-linejoin="round"`);
}

/** The four game shapes, two by two, in their colours; `onDark` for dark ground. */
export function fourShapes(step: number, size: number, onDark = false): Markup {
	return GAME_COLOUR_LETTERS.map((letter, i) => {
		const look = GAME_COLOURS[letter];
		const fill = onDark ? look.onDark : look.hex;
		return shape(look.shape, i % 2 === 0 ? -step : step, i < 2 ? -step : step, size, fill);
	}).join('');
}

/** A heart with a plus: help. Never a red cross, which is a protected emblem. */
export function heart(x: number, y: number, size: number, fill = '#E5484D'): Markup {
	return place(
		path('M0 12.5C-14 3-13-9-6.5-10.8-3-11.8 0-9.5 0-6.5 0-9.5 3-11.8 6.5-10.8 13-9 14 3 0 12.5Z', fill) +
			line('M0-4.5v9M-4.5 0h9', '#FFFFFF', 3.6),
		x,
		y,
		size / 32,
	);
}

export function star(x: number, y: number, radius: number, fill: string): Markup {
	let d = '';
	for (let i = 0; i < 10; i++) {
		const reach = i % 2 === 0 ? radius : radius / 2;
		const angle = -Math.PI / 2 + (i * Math.PI) / 5;
		d += `${i === 0 ? 'M' : 'L'}${short(x + reach * Math.cos(angle))} ${short(y + reach * Math.sin(angle))}`;
	}
	return path(`${d}Z`, fill, `stroke="${fill}" stroke-width="${short(radius * 0.22)}" stroke-linejoin="round"`);
}

export function hook(x: number, y: number, size: number, colour: string = INK): Markup {
	return place(
		line('M0-11v6M0-5a9 9 0 1 1-9 9', colour, 5) + circle(0, -14, 3.4, 'none', `stroke="${colour}" stroke-width="4"`),
		x,
		y,
		size / 32,
	);
}

export function tree(x: number, y: number, radius: number, colour = '#86BB74'): Markup {
	return (
		ellipse(x, y + radius * 0.28, radius, radius * 0.92, '#1F1B3A', 'opacity=".1"') +
		circle(x, y, radius, colour) +
		circle(x - radius * 0.25, y - radius * 0.28, radius * 0.55, '#FFFFFF', 'opacity=".13"')
	);
}

const PIPS: Record<number, [number, number][]> = {
	1: [[0, 0]],
	2: [
		[-1, -1],
		[1, 1],
	],
	3: [
		[-1, -1],
		[0, 0],
		[1, 1],
	],
	4: [
		[-1, -1],
		[1, -1],
		[-1, 1],
		[1, 1],
	],
	5: [
		[-1, -1],
		[1, -1],
		[0, 0],
		[-1, 1],
		[1, 1],
	],
	6: [
		[-1, -1],
		[1, -1],
		[-1, 0],
		[1, 0],
		[-1, 1],
		[1, 1],
	],
};

/** A die with a side of 112, centred on 0 0; no pips before it has fallen. */
export function die(value: number | null): Markup {
	const pips = (value === null ? undefined : PIPS[value]) ?? [];
	return (
		rect(-56, -50, 112, 112, 30, '#1F1B3A', 'opacity=".12"') +
		rect(-56, -56, 112, 112, 30, '#FFFFFF', 'stroke="#EFE6D5" stroke-width="3"') +
		pips.map(([x, y]) => circle(x * 25, y * 25, 11.5, INK)).join('')
	);
}

/** A crown on a box of 100 x 70. */
export function crown(): Markup {
	return (
		path(
			'M14 58 8 16 32 34 50 6 68 34 92 16 86 58Z',
			'#F4B72F',
			'stroke="#F4B72F" stroke-width="8" stroke-linejoin="round"',
		) +
		circle(50, 42, 7, '#FFFFFF') +
		line('M18 56H82', '#D9951A', 5)
	);
}

/** A cup on a box of 100 x 100, with room for a number on it. */
export function cup(): Markup {
	return (
		line('M26 24H13C13 42 20 50 33 52M74 24H87C87 42 80 50 67 52', '#D9951A', 6) +
		path('M24 12H76V36C76 56 65 66 50 66 35 66 24 56 24 36Z', '#F4B72F') +
		path('M24 12H76V20H24Z', '#FFD56B') +
		rect(45, 64, 10, 16, 0, '#D9951A') +
		rect(28, 78, 44, 14, 5, SLATE)
	);
}

/** A house of the landscape from above, centred on 0 0. */
export function house(colour: string): Markup {
	return (
		rect(-26, -15, 52, 42, 6, '#1F1B3A', 'opacity=".12"') +
		rect(-26, -20, 52, 40, 6, colour) +
		line('M-23 0H23', '#FFFFFF', 3, 'stroke-opacity=".5"') +
		rect(8, -16, 10, 10, 3, '#FFFFFF', 'opacity=".55"')
	);
}

/** A police station from above, 80 x 40, centred on 0 0; `turn` keeps its star upright. */
export function station(turn = 0): Markup {
	return (
		rect(-40, -17, 80, 42, 11, '#1F1B3A', 'opacity=".14"') +
		rect(-40, -21, 80, 42, 11, '#2C4A9E') +
		rect(-34, -15, 68, 30, 7, '#3A5BB8') +
		place(star(0, 0, 10, '#FFFFFF'), 0, 0, 1, turn)
	);
}

const CONFETTI = ['#E8684F', '#3E8ED0', '#2FA58A', '#F4B72F'] as const;

/** One of about twenty pieces of confetti, centred on 0 0: the four sign shapes in turn. */
export function confettiPiece(index: number): Markup {
	const letter = GAME_COLOUR_LETTERS[index % 4]!;
	return faded(
		shape(GAME_COLOURS[letter].shape, 0, 0, 13 + (index % 3) * 4, CONFETTI[index % 4]!, ((index % 5) - 2) * 7),
		0.9,
	);
}
