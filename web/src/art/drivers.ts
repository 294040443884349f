/** Eight animals that drive, each on a box of 64 x 64. */

import { CHAIR_COLOUR_NAMES, type ChairColour, INK } from './colour';
import { circle, ellipse, line, type Markup, path } from './svg';

export const DRIVERS = ['fox', 'bear', 'frog', 'cat', 'rabbit', 'panda', 'owl', 'duck'] as const;
export type DriverName = (typeof DRIVERS)[number];

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

const fox = () =>
	pointed('M13 12 27 21 16 32ZM51 12 37 21 48 32Z', '#F08A3C', 5) +
	path('M32 18C18 18 11 28 12 37 14 46 24 53 32 54 40 53 50 46 52 37 53 28 46 18 32 18Z', '#F08A3C') +
	path('M12 37C20 34 27 38 32 46 37 38 44 34 52 37 50 46 40 53 32 54 24 53 14 46 12 37Z', '#FFFFFF') +
	eyes(33, 9.5) +
	ellipse(32, 46, 4, 3, INK);

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

const duck = () =>
	line('M30 13Q34 7 37 13', '#F6C945', 5) +
	ellipse(32, 34, 20, 21, '#F6C945') +
	eyes(31, 9) +
	ellipse(32, 42, 11, 5.5, '#F08A3C') +
	line('M22 42Q32 46 42 42', '#C8652A', 2);

const FACES: Record<DriverName, { ground: string; face: () => Markup }> = {
	fox: { ground: '#FFE3C9', face: fox },
	bear: { ground: '#F1DEC8', face: bear },
	frog: { ground: '#DDF0D6', face: frog },
	cat: { ground: '#E3E6F4', face: cat },
	rabbit: { ground: '#FCE6EA', face: rabbit },
	panda: { ground: '#D8ECF5', face: panda },
	owl: { ground: '#D9EEEA', face: owl },
	duck: { ground: '#D9EEF7', face: duck },
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
