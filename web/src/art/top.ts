/** Vehicles from above: `topView(kind, colour, options)` is centred on 0 0, heading 0 is nose to the right. */

import { INK, POLICE_BLUE } from './colour';
import { digits } from './digits';
import { heart, star } from './shapes';
import { circle, type Markup, path, place, short } from './svg';
import { TOP_KINDS, TOW_BED } from './top-kinds';
import { SHADOW } from './top-parts';
import { type Kind, LENGTHS, WIDTH } from './vehicles';

export interface Load {
	kind: Kind;
	colour: string;
	number?: number | string;
}

export interface TopOptions {
	number?: number | string | null;
	/** Degrees clockwise from nose right: 180 is nose left, -90 nose up. */
	heading?: number;
	/** Other measures than the kind's own; the number keeps its form. */
	length?: number;
	width?: number;
	/** What stands on the bed of a tow truck. */
	load?: Load | null;
	shadow?: boolean;
	/** How far number and signs turn back; by itself as far as the vehicle turned. For vehicles turned from outside. */
	upright?: number;
}

const DISC = 17;

function numberDisc(number: number | string): Markup {
	const long = String(number).length;
	const height = long > 2 ? DISC * 0.78 : long > 1 ? DISC * 1.02 : DISC * 1.15;
	return circle(0, 0, DISC, '#FFFFFF') + digits(number, { height, colour: INK, stroke: 5.6 });
}

function signOf(kind: Kind, options: TopOptions): Markup {
	if (kind === 'ambulance') return heart(0, 0, 32);
	if (kind === 'police') return star(0, 0, 11, POLICE_BLUE);
	const { number } = options;
	return kind === 'tow' || number === undefined || number === null ? '' : numberDisc(number);
}

function loadOf(load: Load, upright: number): Markup {
	// The load looks the same way as the truck, a little smaller; a bus must not stand in the cab.
	const scale = Math.min(0.93, (TOW_BED + 6) / LENGTHS[load.kind]);
	return place(topView(load.kind, load.colour, { number: load.number, shadow: false, upright }), 0, 0, scale);
}

/** The flat outline of a kind at its own size, nose right. */
export function silhouette(kind: Kind, fill: string): Markup {
	const half = LENGTHS[kind] / 2;
	return path(TOP_KINDS[kind].outline(-half, half), fill);
}

export function topView(kind: Kind, colour: string, options: TopOptions = {}): Markup {
	const { heading = 0, length = LENGTHS[kind], width = WIDTH, shadow = true, load = null } = options;
	const upright = options.upright ?? -heading;
	const half = LENGTHS[kind] / 2;
	const [sx, sy] = [length / LENGTHS[kind], width / WIDTH];
	const stretch = sx === 1 && sy === 1 ? '' : ` scale(${short(sx)} ${short(sy)})`;
	const turn = heading === 0 ? '' : ` rotate(${short(heading)})`;
	const plan = {
		tail: -half,
		nose: half,
		colour,
		// The side towards the top of the screen is the one that shines.
		up: Math.cos((upright * Math.PI) / 180) >= 0 ? -1 : 1,
		loaded: load !== null,
		numbered: options.number !== undefined && options.number !== null,
	};
	const made = TOP_KINDS[kind];
	const body = made.draw(plan);
	const sign = signOf(kind, options);
	const at = made.sign(-half) * sx;
	let drawn = stretch === '' ? body : `<g transform="${stretch.trim()}">${body}</g>`;
	if (sign !== '') drawn += place(sign, at, 0, Math.min(sx, sy), upright);
	if (load !== null && kind === 'tow') drawn += place(loadOf(load, upright), at, 0, Math.min(sx, sy));
	const under = shadow
		? `<g opacity=".2" transform="translate(0 5)${turn}${stretch}">${silhouette(kind, SHADOW)}</g>`
		: '';
	return `<g>${under}<g${turn === '' ? '' : ` transform="${turn.trim()}"`}>${drawn}</g></g>`;
}
