/** Five tin toys, one for each level of robots, each on a box of 64 x 64; the antenna stands out at the top. */

import { type ChairLook, darker, INK, lighter } from './colour';
import { shape } from './shapes';
import { circle, ellipse, line, type Markup, path, rect } from './svg';

const STEEL = '#B9BDCE';
const DEEP = '#625E78';

/** A lamp with a rim: robots look out of these, and no animal does. */
function lamps(y: number, apart: number, r: number, rim: string): Markup {
	return [32 - apart, 32 + apart]
		.map((x) => circle(x, y, r + 1.8, rim) + circle(x, y, r, '#FFFFFF') + circle(x, y + 0.4, r * 0.56, INK))
		.join('');
}

/** Two on the left, two on the right. */
function rivets(x: number, y: number, fill: string): Markup {
	return circle(x, y, 1.7, fill) + circle(64 - x, y, 1.7, fill);
}

/** Flat sheet metal with corners that are a little round. */
function sheet(d: string, fill: string): Markup {
	return path(d, fill, `stroke="${fill}" stroke-width="3" stroke-linejoin="round"`);
}

const chick = () => {
	const tin = '#F6C945';
	return (
		sheet('M8 31 15 29V39L11 38ZM56 31 49 29V39L53 38Z', darker(tin, 0.2)) +
		circle(32, 34, 19.5, tin) +
		lamps(30, 8.8, 5, darker(tin, 0.34)) +
		sheet('M28 36.500H36L32 41.500Z', '#E8684F') +
		// It has only just come out.
		sheet(
			'M12.500 42 19 46 25.500 41.500 32 46 38.500 41.500 45 46 51.500 42 48 51Q42 57.500 32 57.500 22 57.500 16 51Z',
			'#FFFDF6',
		) +
		line('M20 52.500H44', STEEL, 2)
	);
};

const puppy = () => {
	const tin = '#D9A36B';
	const ear = '#8A5A3C';
	return (
		rect(14, 18, 36, 36, 11, tin) +
		path('M32 18H39A11 11 0 0 1 50 29V40Q40 40 32 18Z', lighter(tin, 0.35)) +
		sheet('M16 17 8 23 7 40 12 43 18 27ZM48 17 56 23 57 40 52 43 46 27Z', ear) +
		rivets(12.5, 27, lighter(ear, 0.45)) +
		lamps(31, 8, 4.6, darker(tin, 0.4)) +
		rect(22, 38.5, 20, 14, 6.5, '#F7EBDC') +
		rect(28.5, 47, 7, 9, 3.5, '#E98A92') +
		rect(26.5, 39, 11, 6.5, 3, INK)
	);
};

const fox = () => {
	const tin = '#EF7F36';
	return (
		sheet('M12 10 28 21 13 33ZM52 10 36 21 51 33Z', darker(tin, 0.16)) +
		sheet('M15.500 17 22 22 16 27ZM48.500 17 42 22 48 27Z', STEEL) +
		sheet('M17 20H47L52 36 38 54H26L12 36Z', tin) +
		sheet('M12.500 36.500 23 38 31 53.500H26ZM51.500 36.500 41 38 33 53.500H38Z', '#FFFFFF') +
		lamps(33, 9, 4.4, darker(tin, 0.4)) +
		rect(27.5, 47.5, 9, 7, 3, INK) +
		rivets(20.5, 23.5, darker(tin, 0.4)) +
		line('M32 21V28', darker(tin, 0.25), 2)
	);
};

const owl = () => {
	const tin = '#4E7FA8';
	return (
		sheet('M11 12 24 19H40L53 12 51 44 42 55H22L13 44Z', tin) +
		path('M13.500 46H50.500L42 56.500H22Z', darker(tin, 0.2)) +
		lamps(32, 9.8, 8.2, '#F4B72F') +
		sheet('M28.500 41H35.500L32 47.500Z', '#F4B72F') +
		line('M24 50.500H40', lighter(tin, 0.45), 2) +
		rivets(16.5, 18.5, lighter(tin, 0.5))
	);
};

const dragon = () => {
	const tin = '#3C9A68';
	return (
		sheet('M14 26 8 9 23 18ZM50 26 56 9 41 18Z', '#F4D9A0') +
		sheet('M24 17 28 11 32 16 36 11 40 17Z', '#D9502F') +
		sheet('M5 33 13 30V40ZM59 33 51 30V40Z', darker(tin, 0.25)) +
		rect(13, 17, 38, 26, 10, tin) +
		rect(17, 35, 30, 20, 8, lighter(tin, 0.28)) +
		lamps(29, 9, 4.8, '#FFD15C') +
		ellipse(26, 41, 2.2, 1.8, darker(tin, 0.5)) +
		ellipse(38, 41, 2.2, 1.8, darker(tin, 0.5)) +
		line('M23 48H41', darker(tin, 0.5), 2.4) +
		sheet('M26 49.500H29.500L27.700 52ZM34.500 49.500H38L36.300 52Z', '#FFFFFF')
	);
};

/** No level that is offered, such as somebody's own program. */
const other = () =>
	rect(14, 19, 36, 33, 9, STEEL) +
	rect(9, 30, 6, 12, 3, DEEP) +
	rect(49, 30, 6, 12, 3, DEEP) +
	lamps(32, 8.5, 4.6, DEEP) +
	line('M24 44.500H40', DEEP, 3) +
	rivets(18.5, 23.5, DEEP);

/** By their levels. People drive as other animals (`drivers.ts`), so that nobody is taken for a robot. */
export const ROBOTS: Readonly<Record<string, () => Markup>> = {
	'1': chick,
	'2': puppy,
	'3': fox,
	'4': owl,
	'5': dragon,
};

/** The robot of a level. The disc, its rim and the knob of the antenna have the colour and shape of the chair. */
export function robot(level: string, { hex, shape: knob }: ChairLook): Markup {
	const rim = hex === '#F4F2EC' ? darker(hex, 0.18) : hex;
	return (
		line('M32 14V-2', DEEP, 4) +
		circle(32, 32, 32, rim) +
		circle(32, 32, 28.6, lighter(hex, 0.74)) +
		(ROBOTS[level] ?? other)() +
		circle(32, -6, 8, DEEP) +
		shape(knob, 32, -6, 11.5, lighter(hex, hex === '#3A3848' ? 0.8 : 0.5))
	);
}
