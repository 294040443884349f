/** Eight animals that people drive as, and the teacher of the lessons, each on a box of 64 x 64. No robot is one of them. */

import { CHAIR_COLOUR_NAMES, type ChairColour, INK } from './colour';
import { circle, ellipse, line, type Markup, path } from './svg';

export const DRIVERS = ['lion', 'bear', 'frog', 'cat', 'rabbit', 'panda', 'hedgehog', 'mouse'] as const;
export type DriverName = (typeof DRIVERS)[number] | 'owl';

/** The driver of a chair goes with its car colour, as nobody else at the table has it; without one, with its place. */
export function driverOf(colour: string, seat: number): DriverName {
	const chosen = CHAIR_COLOUR_NAMES.indexOf(colour as ChairColour);
	return DRIVERS[chosen >= 0 ? chosen : ((seat % 8) + 8) % 8]!;
}

function eyes(y: number, apart: number, r = 2.8): Markup {
	return circle(32 - apart, y, r, INK) + circle(32 + apart, y, r, INK);
}

function smile(y: number, w: number): Markup {
	return line(`M${32 - w} ${y}Q32 ${y + w} ${32 + w} ${y}`, INK, 2.4);
}

function pair(x: number, y: number, r: number, fill: string): Markup {
	return circle(x, y, r, fill) + circle(64 - x, y, r, fill);
}

function pointed(d: string, colour: string, stroke: number): Markup {
	return path(d, colour, `stroke="${colour}" stroke-width="${stroke}" stroke-linejoin="round"`);
}

/** The same shape once more, turned round the middle of the face. */
function around(count: number, one: (turn: string) => Markup): Markup {
	return Array.from({ length: count }, (_, i) => one(`transform="rotate(${(i * 360) / count} 32 35)"`)).join('');
}

const lion = () =>
	around(12, (turn) => circle(32, 16, 7.2, '#A85D2A', turn)) +
	circle(32, 35, 19, '#A85D2A') +
	pair(17.5, 23, 5, '#F2BE62') +
	ellipse(32, 36, 15.5, 15, '#F2BE62') +
	ellipse(32, 43, 8.5, 6, '#FCE9C8') +
	eyes(33, 7) +
	pointed('M29 38.500h6l-3 3Z', '#8A4A24', 2.4) +
	line('M27 45Q29.500 47 32 44.500 34.500 47 37 45', INK, 2.2);

const bear = () =>
	pair(16, 19, 8, '#A9744F') +
	pair(16, 19, 4, '#D9AE8A') +
	ellipse(32, 35, 21, 19, '#A9744F') +
	ellipse(32, 42, 10, 8, '#E9CDB0') +
	eyes(32, 9) +
	ellipse(32, 39, 4, 3, INK) +
	smile(44, 4);

const frog = () =>
	pair(19, 20, 9, '#5BAF5B') +
	ellipse(32, 37, 22, 17, '#5BAF5B') +
	pair(19, 19, 5.5, '#FFFFFF') +
	pair(20, 20, 3, INK) +
	smile(40, 9) +
	pair(16, 41, 3, '#D9A08A');

const cat = () =>
	pointed('M14 12 28 22 14 32ZM50 12 36 22 50 32Z', '#8B93B5', 4) +
	ellipse(32, 36, 21, 18, '#8B93B5') +
	line('M26 20v6M32 19v7M38 20v6', '#6C7496', 2.6) +
	eyes(34, 9) +
	pointed('M29 40h6l-3 3.5Z', '#F2A0AE', 2) +
	line('M26 46Q29 48 32 44.5 35 48 38 46', INK, 2.2);

const rabbit = () =>
	ellipse(24, 15, 6, 14, '#FFFFFF') +
	ellipse(40, 15, 6, 14, '#FFFFFF') +
	ellipse(24, 16, 2.8, 9, '#E9A6B6') +
	ellipse(40, 16, 2.8, 9, '#E9A6B6') +
	ellipse(32, 39, 19, 17, '#FFFFFF') +
	eyes(37, 8) +
	pair(19, 43, 3.5, '#F2C6CF') +
	ellipse(32, 42, 3, 2.2, '#E9A6B6') +
	smile(46, 4);

const panda = () =>
	pair(16, 19, 8, INK) +
	ellipse(32, 35, 21, 19, '#FFFFFF') +
	ellipse(23, 34, 6, 7, INK, 'transform="rotate(25 23 34)"') +
	ellipse(41, 34, 6, 7, INK, 'transform="rotate(-25 41 34)"') +
	pair(24, 33, 2.2, '#FFFFFF') +
	ellipse(32, 42, 3.5, 2.6, INK) +
	smile(45, 4);

const owl = () =>
	pointed('M14 14 24 20 32 18 40 20 50 14 52 38Q48 55 32 55 16 55 12 38Z', '#5FA39B', 3) +
	pair(23, 32, 9.5, '#FFFFFF') +
	pair(24, 32, 4, INK) +
	pointed('M28 39h8l-4 6Z', '#F4B72F', 2);

const hedgehog = () =>
	around(14, (turn) => path('M26 21 32 8 38 21Z', '#75606F', turn)) +
	circle(32, 35, 19, '#75606F') +
	path(
		'M32 28C35 28 36 25 41 26 48 28 48 38 45.500 43 42 50 37 52.500 32 52.500 27 52.500 22 50 18.500 43 16 38 16 28 23 26 28 25 29 28 32 28Z',
		'#F1D3B3',
	) +
	eyes(36, 7.5) +
	pair(21.5, 43, 3, '#EDB39C') +
	circle(32, 42.5, 3.8, INK) +
	smile(47.5, 3.5);

const mouse = () =>
	pair(14.5, 21, 11, '#C3B6C6') +
	pair(14.5, 21, 6.5, '#F4B9C6') +
	path('M32 21C45 21 51 31 49 40 46 49 38 55 32 55 26 55 18 49 15 40 13 31 19 21 32 21Z', '#D9CFDB') +
	eyes(36, 8) +
	line('M17 45 25 46.500M16.500 51 25 49.500M47 45 39 46.500M47.500 51 39 49.500', '#9A8DA0', 1.8) +
	ellipse(32, 46, 4, 3, '#E8718B') +
	smile(50, 3);

const FACES: Record<DriverName, { ground: string; face: () => Markup }> = {
	lion: { ground: '#FFE9C4', face: lion },
	bear: { ground: '#F1DEC8', face: bear },
	frog: { ground: '#DDF0D6', face: frog },
	cat: { ground: '#E3E6F4', face: cat },
	rabbit: { ground: '#FCE6EA', face: rabbit },
	panda: { ground: '#D8ECF5', face: panda },
	hedgehog: { ground: '#DFF0EA', face: hedgehog },
	mouse: { ground: '#E6EEF9', face: mouse },
	owl: { ground: '#D9EEEA', face: owl },
};

/** An antenna that stands out of the top of the picture: a robot drives. */
function antenna(): Markup {
	return line('M32 6V-3', '#625E78', 4) + circle(32, -7, 5, '#F4B72F', 'stroke="#625E78" stroke-width="2.5"');
}

export interface DriverOptions {
	bot?: boolean;
	/** 45 % and an unplugged sign: the device is gone. */
	away?: boolean;
}

/** On the upper left: numbers and signs of a game stand on the lower corners. */
const UNPLUGGED =
	circle(12, 12, 13, '#FFFFFF') + line('M5 19l3-3M7 13l5 5 2.5-2.5-5-5ZM19 5l-3 3M12.5 6.5l5 5', '#625E78', 2.6);

/** A driver by name, or by the number of a chair. */
export function driver(who: DriverName | number, options: DriverOptions = {}): Markup {
	const { ground, face } = FACES[typeof who === 'number' ? driverOf('', who) : who];
	const picture = (options.bot ? antenna() : '') + circle(32, 32, 32, ground) + face();
	return options.away ? `<g opacity=".45">${picture}</g>${UNPLUGGED}` : picture;
}
