/** Parts of a vehicle seen from above, nose to the right, centred on 0 0. */

import { GLASS, HEAD_LAMP, TAIL_LAMP, TYRE } from './colour';
import { line, type Markup, path, rect, short } from './svg';
import { WIDTH } from './vehicles';

/** Half the width of every vehicle. */
export const SIDE = WIDTH / 2;

export const SHADOW = '#15122B';

/** Two wheels at each of these places along the vehicle; `out` is how far they stick out. */
export function wheels(places: number[], out = 2): Markup {
	return places
		.map((x) => rect(x - 8, -SIDE - out, 16, 7, 3, TYRE) + rect(x - 8, SIDE - 7 + out, 16, 7, 3, TYRE))
		.join('');
}

export function headLamps(nose: number): Markup {
	const x = nose - 7;
	return rect(x, -SIDE + 6, 6, 11, 3, HEAD_LAMP) + rect(x, SIDE - 17, 6, 11, 3, HEAD_LAMP);
}

export function tailLamps(tail: number): Markup {
	const x = tail + 1;
	return rect(x, -SIDE + 6, 5, 11, 2.5, TAIL_LAMP) + rect(x, SIDE - 17, 5, 11, 2.5, TAIL_LAMP);
}

/** The outline of a box with round corners: one radius at the nose, one at the tail. */
export function hull(tail: number, nose: number, side: number, front: number, rear: number): string {
	const [t, n, s] = [short(tail), short(nose), short(side)];
	const [tr, nr] = [short(tail + rear), short(nose - front)];
	return (
		`M${tr} -${s}H${nr}Q${n} -${s} ${n} ${short(front - side)}V${short(side - front)}Q${n} ${s} ${nr} ${s}` +
		`H${tr}Q${t} ${s} ${t} ${short(side - rear)}V${short(rear - side)}Q${t} -${s} ${tr} -${s}Z`
	);
}

/** A pale line along the edge that is up on the screen; `up` is -1 or 1. */
export function shine(tail: number, nose: number, up: number): Markup {
	const y = short(up * (SIDE - 3.5));
	return line(`M${short(tail + 16)} ${y}H${short(nose - 20)}`, '#FFFFFF', 3, 'stroke-opacity=".35"');
}

/** The glass at the front, with a glint. */
export function windscreen(x: number, deep: number, up: number, inset = 6): Markup {
	const b = SIDE;
	const e = x + deep;
	const d =
		`M${x} ${-b + 9}Q${e} ${-b + inset + 2} ${e} ${-b + inset + 4}Q${e + 5} 0 ${e} ${b - inset - 4}` +
		`Q${e} ${b - inset - 2} ${x} ${b - 9}Q${x + 4} 0 ${x} ${-b + 9}Z`;
	const glint = line(`M${x + 5} ${up * (b - 13)}L${e - 1} ${up * (b - 11)}`, '#8FA2CE', 2.5, 'opacity=".8"');
	return path(d, GLASS) + glint;
}

/** The glass at the back. */
export function rearWindow(x: number, deep: number): Markup {
	const b = SIDE;
	const e = x + deep;
	return path(
		`M${e} ${-b + 9}Q${x} ${-b + 9} ${x} ${-b + 12}Q${x - 3} 0 ${x} ${b - 12}Q${x} ${b - 9} ${e} ${b - 9}` +
			`Q${e - 2} 0 ${e} ${-b + 9}Z`,
		GLASS,
	);
}

export function roof(x: number, long: number, fill: string, radius = 10): Markup {
	return rect(x, -SIDE + 7, long, WIDTH - 14, radius, fill);
}

/** Lines across the vehicle. */
export function ribs(places: number[], reach: number, colour: string, width = 2.5): Markup {
	return line(places.map((x) => `M${short(x)} ${-reach}V${reach}`).join(''), colour, width);
}

/** Two lamps on a bar across the roof. */
export function lightBar(x: number, bar: string, left: string, right: string): Markup {
	return rect(x, -19, 11, 38, 5, bar) + rect(x + 1.5, -17.5, 8, 15, 3.5, left) + rect(x + 1.5, 2.5, 8, 15, 3.5, right);
}
