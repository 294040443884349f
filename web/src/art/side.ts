/** Vehicles from the side: nose to the left, box 120 x 64, ground line at y 60. */

import { BELT_ORANGE, darker, GLASS, INK, lighter, POLICE_BLUE, TAIL_LAMP, TOW_AMBER } from './colour';
import { digits } from './digits';
import { heart, star } from './shapes';
import { circle, ellipse, line, type Markup, path, rect } from './svg';
import type { Kind } from './vehicles';

export interface SideOptions {
	number?: number | string | null;
	shadow?: boolean;
}

const WHEEL = 10.5;
const RUBBER = '#2A2742';

function wheels(...places: number[]): Markup {
	return places
		.map((x) => circle(x, 60 - WHEEL, WHEEL, RUBBER) + circle(x, 60 - WHEEL, WHEEL * 0.46, '#D9DCEB'))
		.join('');
}

function lamps(head: [number, number] | null, tail: [number, number]): Markup {
	const front = head === null ? '' : rect(head[0], head[1], 6, 7, 3, '#FFEFB5');
	return front + rect(tail[0], tail[1], 6, 8, 3, TAIL_LAMP);
}

function sill(from: number, to: number, colour: string): Markup {
	return rect(from, 45, to - from, 6, 3, darker(colour, 0.22));
}

/** The white disc with the number, where the vehicle has a number. */
type Disc = (x: number, y: number, r: number) => Markup;

function discOf(number: number | string | null | undefined): Disc {
	if (number === undefined || number === null) return () => '';
	return (x, y, r) => circle(x, y, r, '#FFFFFF') + digits(number, { x, y, height: r * 1.05, colour: INK, stroke: 5.6 });
}

type Draw = (colour: string, disc: Disc) => Markup;

const hatch: Draw = (c, disc) =>
	path('M6 44Q4 32 16 30L28 28 42 13Q46 9 53 9H86Q95 9 99 16L106 29Q112 31 112 38V46Q112 51 107 51H12Q6 51 6 44Z', c) +
	path('M35 28 46 16Q48 14 51 14H62V28Z', GLASS) +
	path('M67 28V14H86Q91 14 93 18L97 28Z', GLASS) +
	sill(22, 96, c) +
	lamps([6, 35], [107, 33]) +
	wheels(29, 91) +
	disc(63, 38, 9.5);

const THREE_BOX =
	'M4 44Q3 33 14 31L32 28 44 14Q48 9 55 9H76Q83 9 88 14L99 27 110 29Q116 31 116 38V46Q116 51 111 51H10Q4 51 4 44Z';
const THREE_BOX_GLASS = path('M39 28 49 16Q51 14 55 14H63V28Z', GLASS) + path('M68 28V14H76Q80 14 83 17L92 28Z', GLASS);

const sedan: Draw = (c, disc) =>
	path(THREE_BOX, c) +
	THREE_BOX_GLASS +
	sill(20, 98, c) +
	lamps([4, 34], [111, 33]) +
	wheels(28, 92) +
	disc(62, 38, 9.5);

const taxi: Draw = (c, disc) => {
	const checks = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => rect(28 + i * 8, i % 2 === 0 ? 31 : 34, 8, 3, 0, INK)).join('');
	return (
		sedan(c, () => '') + rect(56, 2, 20, 8, 3, INK) + rect(60, 4, 12, 4, 2, '#FFD766') + checks + disc(62, 40, 8.5)
	);
};

const police: Draw = () =>
	path(THREE_BOX, POLICE_BLUE) +
	path('M40 28H98L100 51H40Z', '#FFFFFF') +
	THREE_BOX_GLASS +
	sill(20, 98, POLICE_BLUE) +
	lamps([4, 34], [111, 33]) +
	wheels(28, 92) +
	rect(56, 1, 24, 8, 4, '#22305F') +
	rect(57, 2, 11, 6, 3, '#4FA3FF') +
	rect(69, 2, 10, 6, 3, '#FF5A5A') +
	star(66, 37, 7, POLICE_BLUE);

const ONE_BOX = 'M5 44V36Q5 32 9 30L18 26 27 10Q29 6 34 6H106Q113 6 113 13V46Q113 51 108 51H11Q5 51 5 44Z';

const van: Draw = (c, disc) =>
	path(ONE_BOX, c) +
	path('M24 26 31 13Q32 11 35 11H46V26Z', GLASS) +
	rect(52, 11, 24, 15, 4, GLASS) +
	sill(22, 98, c) +
	lamps([5, 35], [108, 32]) +
	wheels(29, 91) +
	disc(94, 24, 11);

const ambulance: Draw = () =>
	path(ONE_BOX, '#FFFFFF') +
	rect(5, 36, 108, 6, 0, BELT_ORANGE) +
	path('M24 26 31 13Q32 11 35 11H48V26Z', GLASS) +
	sill(22, 98, '#E3E6F0') +
	rect(46, 0, 18, 7, 3.5, '#2F7BEA') +
	lamps([5, 35], [108, 28]) +
	wheels(29, 91) +
	heart(82, 22, 26);

const beetle: Draw = (c, disc) =>
	path('M6 46Q6 32 20 30 30 29 33 24 42 7 62 7 82 7 90 24 93 30 102 31 114 33 114 46 114 51 108 51H12Q6 51 6 46Z', c) +
	path('M39 28Q46 13 59 13V28Z', GLASS) +
	path('M64 28V13Q78 14 85 28Z', GLASS) +
	sill(22, 98, c) +
	lamps([7, 36], [108, 36]) +
	wheels(29, 91) +
	disc(61, 38, 9.5);

const pickup: Draw = (c, disc) =>
	path('M4 44Q3 33 14 31L28 29 37 13Q39 9 45 9H60Q66 9 66 15V29H114Q117 29 117 33V46Q117 51 111 51H10Q4 51 4 44Z', c) +
	path('M34 28 42 15Q43 14 46 14H60V28Z', GLASS) +
	rect(70, 33, 43, 3.5, 1.7, darker(c, 0.34)) +
	sill(20, 100, c) +
	lamps([4, 34], [112, 37]) +
	wheels(28, 92) +
	disc(58, 39, 9);

const sports: Draw = (c, disc) =>
	path('M3 46Q3 38 14 36L36 32Q52 18 66 18 84 18 100 30L113 31Q117 32 117 38V46Q117 51 111 51H9Q3 51 3 46Z', c) +
	path('M44 32Q56 22 66 22V32Z', GLASS) +
	path('M70 32V22Q80 23 90 32Z', GLASS) +
	path('M100 22H118Q119 26 116 27H106V33H102Z', darker(c, 0.28)) +
	sill(20, 98, c) +
	lamps([5, 38], [112, 35]) +
	wheels(29, 92) +
	disc(61, 41, 8.8);

const bus: Draw = (c, disc) =>
	path('M4 46V12Q4 5 11 5H110Q117 5 117 12V46Q117 51 112 51H9Q4 51 4 46Z', c) +
	rect(8, 11, 14, 17, 4, GLASS) +
	[28, 46, 64, 82].map((x) => rect(x, 11, 14, 14, 4, GLASS)).join('') +
	rect(100, 11, 12, 36, 4, lighter(c, 0.3)) +
	rect(4, 30, 94, 4, 0, lighter(c, 0.45)) +
	sill(18, 102, c) +
	lamps([4, 38], [112, 38]) +
	wheels(30, 90) +
	disc(60, 41, 9);

const trailer: Draw = (c, disc) =>
	line('M22 46H5', '#4B4763', 5) +
	circle(5, 44, 4, '#4B4763') +
	path('M20 20Q20 14 26 14H108Q114 14 114 20V45Q114 51 108 51H26Q20 51 20 45Z', c) +
	path('M26 14Q66 2 108 14Z', lighter(c, 0.35)) +
	rect(26, 22, 82, 4, 2, lighter(c, 0.4)) +
	sill(26, 108, c) +
	lamps(null, [109, 36]) +
	wheels(58, 80) +
	disc(97, 36, 10);

const tow: Draw = () =>
	rect(48, 38, 68, 9, 3, '#5B5874') +
	rect(112, 30, 4, 12, 2, TAIL_LAMP) +
	path('M4 44V34Q4 30 8 29L16 26 23 13Q25 9 30 9H46Q52 9 52 15V51H10Q4 51 4 44Z', TOW_AMBER) +
	path('M22 27 28 15Q29 14 31 14H44V27Z', GLASS) +
	line('M56 38 104 10', darker(TOW_AMBER, 0.1), 7) +
	line('M66 38 78 26', '#5B5874', 5) +
	line('M104 10V22M104 22a5.5 5.5 0 1 1-5.5 5.5', RUBBER, 3.6) +
	rect(30, 2, 16, 7, 3.5, '#E06A00') +
	lamps([4, 35], [112, 39]) +
	wheels(27, 82, 104);

const truck: Draw = (c, disc) =>
	rect(8, 42, 108, 7, 3, RUBBER) +
	path('M4 44V33Q4 29 7 28L13 15Q15 11 20 11H30Q34 11 34 15V50H10Q4 50 4 44Z', darker(c, 0.1)) +
	path('M13 27 18 16Q19 15 21 15H29V27Z', GLASS) +
	rect(38, 4, 79, 41, 5, '#F7F2E6') +
	rect(42, 8, 71, 33, 3, c) +
	line('M56 13V36M70 13V36M84 13V36M98 13V36', darker(c, 0.12), 2.4) +
	lamps([4, 36], [111, 40]) +
	wheels(24, 80, 103) +
	disc(77, 25, 12);

const racer: Draw = (c, disc) =>
	path('M102 22H117Q119 22 119 25V31Q119 33 117 33H114V45H108V30H102Z', darker(c, 0.25)) +
	path('M2 47Q2 44 8 43L46 35Q52 30 60 32H72L78 22Q80 20 84 21L108 38Q112 40 112 44V51H16L4 52Q2 50 2 47Z', c) +
	rect(1, 47, 20, 6, 3, darker(c, 0.2)) +
	circle(64, 26, 7.5, lighter(c, 0.55)) +
	path('M57 26Q57 21 63 21V28H57Z', GLASS) +
	line('M14 46 46 40', '#FFFFFF', 3, 'stroke-opacity=".8"') +
	wheels(30, 97) +
	disc(78, 40, 9.5);

const DRAWINGS: Record<Kind, Draw> = {
	hatch,
	sedan,
	taxi,
	van,
	beetle,
	pickup,
	sports,
	bus,
	trailer,
	ambulance,
	police,
	tow,
	truck,
	racer,
};

export function sideView(kind: Kind, colour: string, options: SideOptions = {}): Markup {
	const shadow = options.shadow === false ? '' : ellipse(60, 60.5, 54, 3.5, '#1F1B3A', 'opacity=".16"');
	return shadow + DRAWINGS[kind](colour, discOf(options.number));
}
