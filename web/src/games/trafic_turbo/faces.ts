/** The cards of Trafic Turbo: value or arrow at the top left, a picture, and room for the name below. */

import { blankFace, cardGround } from '../../art/card-ground';
import { darker, GAME_COLOURS, INK, lighter, TRAFFIC } from '../../art/colour';
import { digits } from '../../art/digits';
import { escaped, line, type Markup, path, place, rect } from '../../art/svg';
import { topView } from '../../art/top';
import type { Kind } from '../../art/vehicles';

interface TurboKind {
	colour: string;
	/** `value` is what follows the kind in the token: a number, a direction, or nothing. */
	picture: (deep: string, value: string) => Markup;
}

function car(kind: Kind, colour: string, x: number, y: number, scale: number, heading = 0): Markup {
	return place(topView(kind, colour, { shadow: false, heading }), x, y, scale);
}

function boost(): Markup {
	return line('M16 75H25M11 84H23M16 93H25', '#E58CAE', 4.5) + car('racer', '#C2346B', 58, 84, 0.62);
}

function jam(): Markup {
	return car('van', TRAFFIC[0], 46, 69, 0.5) + car('hatch', TRAFFIC[1], 58, 97, 0.5);
}

const ARROWS: Record<string, string> = {
	left: 'M41 29H16M26 19 16 29 26 39',
	right: 'M16 29H41M31 19 41 29 31 39',
	back: 'M28 17V40M18 31 28 41 38 31',
};

/** The car slides the way the arrow points, and its tyres have drawn the way it came. */
function skid(deep: string, value: string): Markup {
	const arrow = line(ARROWS[value] ?? '', deep, 7);
	const red = GAME_COLOURS.R.hex;
	if (value === 'back') {
		const marks = line('M50 100V76M72 100V76', deep, 4.5, 'opacity=".45" stroke-dasharray="9 7"');
		return marks + car('racer', red, 61, 74, 0.52, -90) + arrow;
	}
	const marks = line('M14 110Q34 106 40 94M23 116Q42 112 50 100', deep, 4.5, 'opacity=".45"');
	const slide = marks + car('racer', red, 59, 82, 0.58, -38);
	// To the right everything but the arrow is the mirror image.
	return (value === 'right' ? `<g transform="matrix(-1 0 0 1 100 0)">${slide}</g>` : slide) + arrow;
}

function mirror(deep: string): Markup {
	return (
		line('M50 86V107', deep, 7) +
		rect(20, 38, 60, 48, 21, '#FFFFFF', `stroke="${deep}" stroke-width="6"`) +
		line('M35 69 56 50M52 73 65 61', '#B9D6EA', 5)
	);
}

function warning(): Markup {
	return (
		path('M50 36 82 94H18Z', '#FFFFFF', 'stroke="#B5303A" stroke-width="8" stroke-linejoin="round"') +
		line('M50 57V74M50 83v.1', INK, 7)
	);
}

/** Round the one in the way. */
function maneuver(deep: string): Markup {
	return (
		car('van', TRAFFIC[0], 66, 60, 0.44, -90) +
		line('M66 106V99Q66 93 60 90L40 80Q34 77 34 70V33M22 45 34 32 46 45', deep, 7)
	);
}

const KINDS: Record<string, TurboKind> = {
	turbo: { colour: '#C2346B', picture: boost },
	traffic: { colour: '#2F7E9E', picture: jam },
	police: { colour: '#2C4A9E', picture: () => car('police', '', 50, 84, 0.68) },
	skid: { colour: '#B85A16', picture: skid },
	mirror: { colour: '#6E6A86', picture: mirror },
	warning: { colour: '#B5303A', picture: warning },
	maneuver: { colour: '#1C7A5A', picture: maneuver },
};

/** A long name takes two lines before it becomes smaller. */
function nameLine(name: string, colour: string): Markup {
	const cut = name.length > 11 ? name.lastIndexOf(' ') : -1;
	const lines = cut < 0 ? [name] : [name.slice(0, cut), name.slice(cut + 1)];
	const longest = Math.max(...lines.map((words) => words.length));
	const size = Math.min(lines.length > 1 ? 12.5 : 14, 84 / (0.58 * Math.max(1, longest)));
	return lines
		.map((words, i) => {
			const y = lines.length === 1 ? 127 : 117 + i * 13;
			const look = `x="50" y="${y}" font-size="${Math.round(size * 10) / 10}" text-anchor="middle" fill="${colour}"`;
			return `<text ${look}>${escaped(words)}</text>`;
		})
		.join('');
}

/** "turbo 3", "traffic 7", "police 2", "skid left", "mirror", "warning", "maneuver". The name is the caller's word. */
export function turboFace(token: string, name = ''): Markup {
	const [word = '', value = ''] = token.split(' ');
	const kind = KINDS[word];
	if (kind === undefined) return blankFace();
	const deep = darker(kind.colour, 0.45);
	const hill = path('M5 98Q40 84 95 96V126Q95 135 86 135H14Q5 135 5 126Z', lighter(kind.colour, 0.66));
	const number = /^\d$/.test(value)
		? digits(value, { x: 13, y: 33, height: 39, colour: deep, stroke: 5.6, anchor: 'left' })
		: '';
	return (
		cardGround(lighter(kind.colour, 0.84)) +
		hill +
		kind.picture(deep, value) +
		number +
		(name === '' ? '' : nameLine(name, deep))
	);
}
