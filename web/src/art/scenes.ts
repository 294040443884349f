/** Grounds and large pictures: hills, sun, road, garage, podium, barrier. All take their size and the theme. */

import { INK, lighter, mix, PALETTE, TENS } from './colour';
import { digits } from './digits';
import { sideView } from './side';
import { circle, faded, line, type Markup, path, place, rect, short } from './svg';
import type { Kind } from './vehicles';

/** A pale picture colour by night. */
export function dusk(colour: string, dark: boolean, share = 0.72): string {
	return dark ? mix(colour, PALETTE.dark.paper, share) : colour;
}

function palette(dark: boolean) {
	return dark ? PALETTE.dark : PALETTE.light;
}

/** One soft ridge over the whole width; `top` is where it begins, as a share of the height. */
export function ridge(width: number, height: number, top: number, colour: string): Markup {
	const y = height * top;
	const lift = Math.min(height * 0.12, width * 0.06);
	const [w, h] = [short(width), short(height)];
	return path(
		`M0 ${short(y)}Q${short(width * 0.2)} ${short(y - lift)} ${short(width * 0.42)} ${short(y - lift * 0.3)}` +
			`T${w} ${short(y - lift * 0.6)}V${h}H0Z`,
		colour,
	);
}

/** Two green ridges, one behind the other. */
export function hills(width: number, height: number, dark = false): Markup {
	const { grass, grass2 } = palette(dark);
	return ridge(width, height, 0.62, grass2) + ridge(width, height, 0.8, grass);
}

/** The warm hills of the country road. */
export function eveningHills(width: number, height: number, dark = false): Markup {
	return ridge(width, height, 0.6, dusk('#F6CDB6', dark)) + ridge(width, height, 0.8, dusk('#EFB79B', dark));
}

/** The sun, or the moon by night. */
export function sun(x: number, y: number, r: number, dark = false): Markup {
	if (!dark) return circle(x, y, r, '#FFDF9A');
	const [h, w] = [r * 0.9, r * 0.35];
	const crescent = `M${short(-w)} ${short(-h)}A${short(r)} ${short(r)} 0 1 0 ${short(h)} ${short(w)}`;
	return place(
		path(`${crescent}A${short(r * 0.82)} ${short(r * 0.82)} 0 0 1 ${short(-w)} ${short(-h)}Z`, '#E9E3F7'),
		x,
		y,
	);
}

/** A lane seen from the side, with kerbs and dashes. */
export function road(width: number, height: number, dark = false): Markup {
	const { road: tar, kerb } = palette(dark);
	const edge = Math.min(8, height * 0.08);
	const [long, thick] = [height * 0.36, Math.max(2.5, height * 0.045)];
	return (
		rect(0, 0, width, height, 0, kerb) +
		rect(0, edge, width, height - 2 * edge, 0, tar) +
		line(
			`M${short(long * 0.5)} ${short(height * 0.72)}H${short(width)}`,
			'#FFFFFF',
			thick,
			`stroke-opacity=".75" stroke-dasharray="${short(long)} ${short(long * 0.85)}"`,
		)
	);
}

export interface Rider {
	kind: Kind;
	colour: string;
	/** Left end of the car as a share of the width. */
	at: number;
	number?: number | string;
}

const EVERYDAY: Rider[] = [
	{ kind: 'van', colour: TENS[2], at: 0.035 },
	{ kind: 'beetle', colour: TENS[3], at: 0.24 },
	{ kind: 'ambulance', colour: '', at: 0.445 },
	{ kind: 'hatch', colour: TENS[1], at: 0.836 },
];

/** A road with cars on it; the cars stand a little above its upper edge. */
export function roadStrip(width: number, height: number, dark = false, riders: Rider[] = EVERYDAY): Markup {
	const scale = height / 100;
	const cars = riders.map(({ kind, colour, at, number }) =>
		place(sideView(kind, colour, { number }), at * width, height * 0.6 - 64 * scale, scale),
	);
	return road(width, height, dark) + cars.join('');
}

// Result

/** Soft rays round a point, over the whole picture. */
export function rays(width: number, height: number, dark = false, x = width / 2, y = height * 0.43): Markup {
	const reach = Math.hypot(width, height);
	let d = '';
	for (let i = 0; i < 16; i++) {
		const at = (angle: number) => `${short(x + reach * Math.cos(angle))} ${short(y + reach * Math.sin(angle))}`;
		const middle = (i * Math.PI) / 8;
		d += `M${short(x)} ${short(y)}L${at(middle - 0.1)}L${at(middle + 0.1)}Z`;
	}
	return path(d, dark ? '#2A2740' : '#FFEDC8', dark ? '' : 'opacity=".6"');
}

/** The one place where violet is not "you can". */
const STEPS = [
	{ place: 2, x: 0, w: 184, h: 138, fill: '#B9ACF2', ink: INK },
	{ place: 3, x: 376, w: 184, h: 112, fill: '#CFC5F8', ink: INK },
	{ place: 1, x: 180, w: 200, h: 186, fill: '#6A4DE0', ink: '#FFFFFF' },
];

export const PODIUM_BOX = { width: 560, height: 206 } as const;

/** The podium on a box of 560 x 206; with two players the third step stays away. */
export function podium(places = 3): Markup {
	return STEPS.filter((step) => step.place <= places)
		.map(({ place: nth, x, w, h, fill, ink }) => {
			const top = PODIUM_BOX.height - h - 20;
			const first = nth === 1;
			return (
				path(
					`M${x} ${PODIUM_BOX.height}V${top + 22}a22 22 0 0 1 22 -22H${x + w - 22}a22 22 0 0 1 22 22V${PODIUM_BOX.height}Z`,
					fill,
				) +
				path(`M${x} ${top + 16}a22 22 0 0 1 22 -16H${x + w - 22}a22 22 0 0 1 22 16Z`, lighter(fill, 0.25)) +
				digits(nth, { x: x + w / 2, y: top + (first ? 66 : 52), height: first ? 62 : 46, colour: ink, stroke: 5.2 })
			);
		})
		.join('');
}

// Pass and play

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Where the opening of the garage is in a picture of this size. */
export function garageOpening(width: number, height: number): Box {
	const wide = Math.min(652, width * 0.86);
	const y = Math.max(28, height * 0.096);
	return { x: (width - wide) / 2, y, width: wide, height: height * 0.875 - y };
}

const BRICKS: [number, number][] = [
	[0.02, 0.47],
	[0.117, 0.39],
	[0.03, 0.61],
	[0.908, 0.39],
	[0.87, 0.52],
	[0.938, 0.73],
	[0.107, 0.77],
	[0.88, 0.09],
	[0.058, 0.05],
];

function lantern(x: number, y: number): Markup {
	const glow = [90, 66, 42].map((r) => circle(x, y + 4, r, '#FFE08A', 'opacity=".16"')).join('');
	return glow + circle(x, y + 2, 10, '#FFD257') + path(`M${x - 26} ${y}Q${x} ${y - 52} ${x + 26} ${y}Z`, '#4A4763');
}

function garageFloor(width: number, height: number, opening: Box, dark: boolean): Markup {
	const y = opening.y + opening.height;
	const [left, right] = [opening.x, opening.x + opening.width];
	return (
		rect(0, y, width, height - y, 0, dusk('#8C88A3', dark, 0.5)) +
		rect(0, y, width, 10, 0, dusk('#A5A1BA', dark, 0.5)) +
		line(
			`M${short(left + 10)} ${short(height + 6)}L${short(left + 40)} ${short(y + 22)}`,
			dusk('#FFE9A8', dark, 0.4),
			8,
		) +
		line(
			`M${short(right - 10)} ${short(height + 6)}L${short(right - 40)} ${short(y + 22)}`,
			dusk('#FFE9A8', dark, 0.4),
			8,
		)
	);
}

/** The wall with an open gate: what lies behind it shows through. Put the door behind this and roll it up. */
export function garageFront(width: number, height: number, dark = false): Markup {
	const hole = garageOpening(width, height);
	const { x, y, width: w, height: h } = hole;
	const r = 24;
	const gate = `M${short(x)} ${short(y + h)}V${short(y + r)}a${r} ${r} 0 0 1 ${r} -${r}h${short(w - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}V${short(y + h)}Z`;
	const f = Math.min(24, x);
	const frame = `M${short(x - f)} ${short(y + h)}V${short(y + 20)}a44 44 0 0 1 44 -44h${short(w + 2 * f - 88)}a44 44 0 0 1 44 44V${short(y + h)}Z`;
	const wall = `M0 0H${short(width)}V${short(height)}H0Z`;
	const bricks = BRICKS.filter(([bx]) => bx * width + 54 < x - f || bx * width > x + w + f)
		.map(([bx, by]) => rect(bx * width, by * height, 54, 22, 7, dusk('#F2DDBC', dark, 0.78)))
		.join('');
	const lamps = x > 130 ? lantern(88, height * 0.235) + lantern(width - 88, height * 0.235) : '';
	return (
		path(wall + gate, dusk('#F9EBD3', dark, 0.86), 'fill-rule="evenodd"') +
		bricks +
		lamps +
		path(frame + gate, dusk('#E3C9A0', dark, 0.6), 'fill-rule="evenodd"') +
		garageFloor(width, height, hole, dark)
	);
}

/** The door itself: slats and a handle on a box of this size. */
export function garageDoor(width: number, height: number, dark = false): Markup {
	const count = Math.max(5, Math.round(height / 66));
	const slat = height / count;
	let slats = rect(0, 0, width, height, 0, dusk('#6E99A8', dark, 0.55));
	for (let i = 0; i < count; i++) {
		slats += rect(0, i * slat, width, slat - 4, 0, dusk(i % 2 === 0 ? '#88B3C1' : '#90BAC7', dark, 0.55));
	}
	return (
		slats +
		rect(0, 0, width, 22, 0, '#1F1B3A', 'opacity=".13"') +
		rect(width / 2 - 50, height - slat * 0.62, 100, 16, 8, dusk('#4F7A8A', dark, 0.55))
	);
}

// Nothing here

/** A closed barrier in front of a road, on a box of 300 x 180: the table is full or gone. */
export function barrier(dark = false): Markup {
	const { grass, road: tar, kerb } = palette(dark);
	const stripes = [0, 1, 2, 3, 4].map((i) => path(`M${88 + i * 40} 76h20l-8 18h-20Z`, '#D23C40')).join('');
	return (
		ridge(300, 180, 0.72, grass) +
		rect(0, 148, 300, 32, 0, kerb) +
		rect(0, 153, 300, 27, 0, tar) +
		faded(rect(36, 146, 240, 8, 4, '#1F1B3A'), 0.16) +
		rect(256, 84, 12, 66, 4, '#8E8BA6') +
		rect(62, 76, 214, 18, 9, '#FFFFFF') +
		stripes +
		rect(40, 66, 30, 86, 9, '#4A4763') +
		circle(55, 85, 9, '#F7F2E8') +
		circle(55, 85, 5, '#4A4763') +
		rect(48, 58, 14, 10, 4, '#F2A62B')
	);
}
