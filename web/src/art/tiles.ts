/** What the pictures of the games on the home screen have in common: a window of 274 x 168 that may be cut at its edges. */

import { PALETTE, TENS } from './colour';
import { line, type Markup, place, rect } from './svg';
import { type TopOptions, topView } from './top';
import { type Kind, kindOf } from './vehicles';

/** The viewBox, for `preserveAspectRatio="xMidYMid slice"`. */
export const TILE_BOX = '13 0 274 168';

export function ground(colour: string): Markup {
	return rect(-200, -100, 700, 400, 0, colour);
}

export function above(
	kind: Kind,
	colour: string,
	x: number,
	y: number,
	options: TopOptions = {},
	scale = 0.58,
): Markup {
	return place(topView(kind, colour, options), x, y, scale);
}

/** A card with its shadow, turned round its middle. */
export function card(face: Markup, x: number, y: number, scale: number, turn = 0): Markup {
	const shadow = rect(0, 6, 100, 140, 13, '#1F1B3A', 'opacity=".14"');
	return place(place(shadow + face, -50, -70), x, y, scale, turn);
}

/** A road with two cars that are the game's own, for a game that brings no picture: always the same ones for a name. */
export function plainTile(dark: boolean, name = ''): Markup {
	const { grass, road, kerb } = dark ? PALETTE.dark : PALETTE.light;
	const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
	const car = (k: number, x: number, y: number) =>
		name ? above(kindOf(number + k), TENS[(number + 2 * k) % TENS.length]!, x, y, { heading: 180 }, 0.62) : '';
	return (
		ground(grass) +
		rect(-200, 40, 700, 88, 0, kerb) +
		rect(-200, 45, 700, 78, 0, road) +
		line('M-18 84H310', '#FFFFFF', 3, 'stroke-opacity=".8" stroke-dasharray="18 16"') +
		car(0, 104, 65) +
		car(1, 198, 104)
	);
}
