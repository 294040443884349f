/** One entry per kind of vehicle, seen from above: its outline, its body, and where its number or sign stands. */

import { BELT_ORANGE, darker, GLASS, INK, lighter, POLICE_BLUE, TAIL_LAMP, TOW_AMBER, TYRE } from './colour';
import { circle, ellipse, line, type Markup, path, rect } from './svg';
import {
	headLamps,
	hull,
	lightBar,
	rearWindow,
	ribs,
	roof,
	SIDE,
	shine,
	tailLamps,
	wheels,
	windscreen,
} from './top-parts';
import { type Kind, LENGTHS } from './vehicles';

/** What a drawing needs to know: where the vehicle ends, its colour, and which of its sides is up on the screen. */
export interface Plan {
	tail: number;
	nose: number;
	colour: string;
	up: number;
	loaded: boolean;
	numbered: boolean;
}

export interface TopKind {
	/** The flat outline, for the shadow and for telling kinds apart. */
	outline: (tail: number, nose: number) => string;
	draw: (plan: Plan) => Markup;
	/** Where the number or sign stands along the vehicle. */
	sign: (tail: number) => number;
}

function boxOutline(front: number, rear: number): TopKind['outline'] {
	return (tail, nose) => hull(tail, nose, SIDE, front, rear);
}

function bar(x: number, y: number, w: number, h: number): string {
	return `M${x} ${y}h${w}v${h}h${-w}Z`;
}

const hatch: TopKind = {
	outline: boxOutline(20, 13),
	sign: (tail) => tail + 36,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 20, nose - 22]) +
		path(hatch.outline(tail, nose), colour) +
		shine(tail, nose, up) +
		roof(tail + 14, 46, lighter(colour, 0.16)) +
		rearWindow(tail + 8, 9) +
		windscreen(nose - 34, 11, up) +
		headLamps(nose) +
		tailLamps(tail),
};

const sedan: TopKind = {
	outline: boxOutline(20, 15),
	sign: (tail) => tail + 46,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 22, nose - 22]) +
		path(sedan.outline(tail, nose), colour) +
		shine(tail, nose, up) +
		roof(tail + 24, 46, lighter(colour, 0.16)) +
		rearWindow(tail + 17, 10) +
		windscreen(nose - 36, 12, up) +
		headLamps(nose) +
		tailLamps(tail),
};

const taxi: TopKind = {
	outline: sedan.outline,
	sign: sedan.sign,
	draw: (plan) => {
		const sign = rect(plan.tail + 40, -14, 12, 28, 4, INK) + rect(plan.tail + 43, -8, 6, 16, 2, '#FFD766');
		return sedan.draw(plan) + (plan.numbered ? '' : sign);
	},
};

const van: TopKind = {
	outline: boxOutline(15, 9),
	sign: (tail) => tail + 50,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 20, nose - 20]) +
		path(van.outline(tail, nose), colour) +
		shine(tail, nose, up) +
		roof(tail + 7, 66, lighter(colour, 0.16)) +
		ribs([tail + 16, tail + 24], 12, darker(colour, 0.14)) +
		windscreen(nose - 27, 11, up) +
		headLamps(nose) +
		tailLamps(tail),
};

const beetle: TopKind = {
	outline: boxOutline(26, 26),
	sign: () => -4,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 19, nose - 19], 3) +
		path(beetle.outline(tail, nose), colour) +
		shine(tail + 8, nose - 8, up) +
		ellipse(-3, 0, 27, SIDE - 6, lighter(colour, 0.16)) +
		rearWindow(tail + 12, 8) +
		windscreen(nose - 33, 10, up, 8) +
		headLamps(nose - 2) +
		tailLamps(tail + 2),
};

const pickup: TopKind = {
	outline: boxOutline(18, 8),
	sign: (tail) => tail + 59,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 20, nose - 22]) +
		path(pickup.outline(tail, nose), colour) +
		shine(tail, nose, up) +
		rect(tail + 6, -SIDE + 6, 38, 2 * SIDE - 12, 5, darker(colour, 0.34)) +
		ribs([tail + 15, tail + 25, tail + 35], SIDE - 10, darker(colour, 0.18)) +
		roof(tail + 46, 28, lighter(colour, 0.16)) +
		windscreen(nose - 31, 11, up) +
		headLamps(nose) +
		tailLamps(tail),
};

const sports: TopKind = {
	outline: (t, n) =>
		`M${t + 8} -26Q0 -20 ${n - 24} -24Q${n} -22 ${n} 0Q${n} 22 ${n - 24} 24Q0 20 ${t + 8} 26Q${t} 26 ${t} 18V-18` +
		`Q${t} -26 ${t + 8} -26Z`,
	sign: (tail) => tail + 42,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 21, nose - 21], 3) +
		path(sports.outline(tail, nose), colour) +
		path(
			`M${tail + 4} -5H${nose - 3}M${tail + 4} 5H${nose - 3}`,
			'none',
			'stroke="#FFFFFF" stroke-opacity=".75" stroke-width="4"',
		) +
		roof(tail + 24, 34, lighter(colour, 0.16)) +
		windscreen(nose - 40, 12, up, 8) +
		rect(tail - 3, -SIDE + 1, 9, 2 * SIDE - 2, 4, darker(colour, 0.3)) +
		headLamps(nose - 4) +
		tailLamps(tail + 5),
};

const bus: TopKind = {
	outline: boxOutline(12, 9),
	sign: () => -3,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 24, nose - 24]) +
		path(bus.outline(tail, nose), colour) +
		shine(tail, nose, up) +
		roof(tail + 8, nose - tail - 26, lighter(colour, 0.16), 8) +
		ribs([tail + 20, nose - 34], 14, darker(colour, 0.1), 3) +
		windscreen(nose - 15, 7, up, 5) +
		headLamps(nose) +
		tailLamps(tail),
};

const trailer: TopKind = {
	outline: (t, n) => `${hull(t, n - 12, SIDE - 1, 9, 9)}M${n - 14} -8L${n + 7} 0L${n - 14} 8Z`,
	sign: () => -6,
	draw: ({ tail, nose, colour }) => {
		const long = nose - tail;
		const rope = `M${tail + 8} ${-SIDE + 9}L${nose - 20} ${SIDE - 9}M${nose - 20} ${-SIDE + 9}L${tail + 8} ${SIDE - 9}`;
		return (
			line(`M${nose - 14} -8L${nose + 7} 0L${nose - 14} 8`, '#C9C5DA', 5) +
			circle(nose + 8, 0, 4.5, '#C9C5DA') +
			wheels([-8], 4) +
			rect(tail, -SIDE + 1, long - 12, 2 * SIDE - 2, 9, colour) +
			rect(tail + 6, -SIDE + 7, long - 24, 2 * SIDE - 14, 5, lighter(colour, 0.28)) +
			line(rope, darker(colour, 0.1), 3, 'opacity=".6"') +
			rect(tail + 1, -SIDE + 7, 4, 9, 2, TAIL_LAMP) +
			rect(tail + 1, SIDE - 16, 4, 9, 2, TAIL_LAMP)
		);
	},
};

const ambulance: TopKind = {
	outline: boxOutline(14, 10),
	sign: (tail) => tail + 38,
	draw: ({ tail, nose, up }) =>
		wheels([tail + 22, nose - 22]) +
		path(ambulance.outline(tail, nose), '#FFFFFF') +
		rect(tail + 2, -SIDE + 4, nose - tail - 14, 6, 0, BELT_ORANGE) +
		rect(tail + 2, SIDE - 10, nose - tail - 14, 6, 0, BELT_ORANGE) +
		roof(tail + 8, nose - tail - 42, '#F2F4FA') +
		windscreen(nose - 27, 11, up) +
		rect(nose - 39, -16, 9, 32, 4, '#DDE3F2') +
		rect(nose - 38, -15, 7, 13, 3, '#2F7BEA') +
		rect(nose - 38, 2, 7, 13, 3, '#2F7BEA') +
		headLamps(nose) +
		tailLamps(tail),
};

const police: TopKind = {
	outline: (tail, nose) => hull(tail, nose, SIDE, 22, 15),
	sign: (tail) => tail + 37,
	draw: ({ tail, nose, up }) =>
		wheels([tail + 22, nose - 22]) +
		path(police.outline(tail, nose), POLICE_BLUE) +
		shine(tail, nose, up) +
		roof(tail + 22, 50, '#F4F6FC') +
		rearWindow(tail + 15, 10) +
		windscreen(nose - 34, 12, up) +
		lightBar(2, '#22305F', '#4FA3FF', '#FF5A5A') +
		headLamps(nose) +
		tailLamps(tail),
};

function towCab(nose: number, up: number): Markup {
	return (
		path(
			`M${nose - 46} -26H${nose - 15}Q${nose} -26 ${nose} -11V11Q${nose} 26 ${nose - 15} 26H${nose - 46}Z`,
			TOW_AMBER,
		) +
		rect(nose - 42, -SIDE + 7, 20, 2 * SIDE - 14, 7, lighter(TOW_AMBER, 0.3)) +
		windscreen(nose - 22, 9, up) +
		rect(nose - 40, -17, 9, 34, 4, '#E06A00') +
		rect(nose - 39, -16, 7, 14, 3, '#FFD98A') +
		rect(nose - 39, 2, 7, 14, 3, '#FFD98A') +
		headLamps(nose)
	);
}

/** How long the bed is between the red bar and the cab. */
export const TOW_BED = LENGTHS.tow - 46 - 8;

const tow: TopKind = {
	outline: (t, n) => `${hull(t, n - 42, SIDE - 2, 4, 7)}${hull(n - 46, n, SIDE, 15, 0)}`,
	/** Where the middle of the load stands. */
	sign: (tail) => tail + 8 + TOW_BED / 2,
	draw: ({ tail, nose, up, loaded }) => {
		const crane =
			line(`M${nose - 50} 0H${tail + 30}`, TOW_AMBER, 9) +
			circle(tail + 22, 0, 8, 'none', `stroke="${TYRE}" stroke-width="4.5"`);
		return (
			wheels([tail + 22, tail + 44, nose - 20]) +
			rect(tail, -SIDE + 2, nose - tail - 44, 2 * SIDE - 4, 7, '#5B5874') +
			line(`M${tail + 14} ${-SIDE + 9}H${nose - 50}M${tail + 14} ${SIDE - 9}H${nose - 50}`, '#7C7997', 4) +
			rect(tail, -SIDE + 2, 8, 2 * SIDE - 4, 3, TAIL_LAMP) +
			towCab(nose, up) +
			(loaded ? '' : crane)
		);
	},
};

const truck: TopKind = {
	outline: (t, n) => `${hull(t, n - 42, SIDE, 8, 8)}${hull(n - 38, n, SIDE - 2, 12, 0)}${bar(n - 43, -8, 6, 16)}`,
	sign: () => -21,
	draw: ({ tail, nose, colour, up }) =>
		wheels([tail + 24, tail + 46, nose - 22]) +
		rect(nose - 44, -8, 8, 16, 2, TYRE) +
		rect(tail, -SIDE, nose - tail - 42, 2 * SIDE, 8, '#F7F2E6') +
		rect(tail + 6, -SIDE + 6, nose - tail - 54, 2 * SIDE - 12, 5, colour) +
		ribs(
			[26, 50, 74, 98].map((at) => tail + at),
			SIDE - 12,
			darker(colour, 0.12),
			3,
		) +
		path(hull(nose - 38, nose, SIDE - 2, 12, 3), darker(colour, 0.1)) +
		windscreen(nose - 20, 9, up) +
		headLamps(nose) +
		tailLamps(tail - 1),
};

const RACER_BODY = (t: number, n: number) =>
	`M${t + 2} -12Q-8 -19 8 -12L${n - 4} -6Q${n + 6} 0 ${n - 4} 6L8 12Q-8 19 ${t + 2} 12Z`;

const racer: TopKind = {
	outline: (t, n) =>
		RACER_BODY(t, n) +
		[bar(t + 4, -27, 24, 14), bar(t + 4, 13, 24, 14), bar(n - 34, -25, 20, 12), bar(n - 34, 13, 20, 12)].join('') +
		bar(t - 4, -24, 12, 48) +
		bar(n - 10, -21, 9, 42),
	sign: (tail) => tail + 22,
	draw: ({ tail: t, nose: n, colour }) =>
		rect(t + 4, -27, 24, 14, 6, TYRE) +
		rect(t + 4, 13, 24, 14, 6, TYRE) +
		rect(n - 34, -25, 20, 12, 5, TYRE) +
		rect(n - 34, 13, 20, 12, 5, TYRE) +
		path(`M${t + 16} -18V18M${n - 24} -20V20`, 'none', 'stroke="#4B4763" stroke-width="4"') +
		rect(t - 4, -24, 12, 48, 4, darker(colour, 0.25)) +
		rect(n - 10, -21, 9, 42, 4, darker(colour, 0.2)) +
		path(RACER_BODY(t, n), colour) +
		line(`M18 0H${n - 4}`, '#FFFFFF', 4, 'stroke-opacity=".8"') +
		ellipse(6, 0, 10, 7.5, GLASS) +
		circle(4, 0, 6, '#FFFFFF'),
};

export const TOP_KINDS: Record<Kind, TopKind> = {
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
