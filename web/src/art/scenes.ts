/** Grounds and large pictures: hills, sun, road, garage, podium, barrier. All take their size and the theme. */

import { mix, PALETTE } from './colour';
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
function ridge(width: number, height: number, top: number, colour: string): Markup {
	const y = height * top;
	const lift = Math.min(height * 0.12, width * 0.06);
	const [w, h] = [short(width), short(height)];
	return path(
		`M0 ${short(y)}Q${short(width * 0.2)} ${short(y - lift)} ${short(width * 0.42)} ${short(y - lift * 0.3)}` +
			`T${w} ${short(y - lift * 0.6)}V${h}H0Z`,
		colour,
	);
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

/** A road with cars on it; the cars stand a little above its upper edge. */
export function roadStrip(width: number, height: number, dark: boolean, riders: Rider[]): Markup {
	const scale = height / 100;
	const cars = riders.map(({ kind, colour, at, number }) =>
		place(sideView(kind, colour, { number }), at * width, height * 0.6 - 64 * scale, scale),
	);
	return road(width, height, dark) + cars.join('');
}

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
