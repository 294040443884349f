// The drawings of the home page, made of the same parts as the table: `homepage/art/<name>.svg`. `make films` writes them.
import { colourFace } from '../src/art/cards';
import { CHAIR_COLOURS, PALETTE, TENS } from '../src/art/colour';
import { driver } from '../src/art/drivers';
import { robot } from '../src/art/robots';
import { sideView } from '../src/art/side';
import { circle, line, type Markup, place, rect } from '../src/art/svg';
import { card } from '../src/art/tiles';
import { topView } from '../src/art/top';
import { kindOf, LENGTHS } from '../src/art/vehicles';

const LANE = 76;
const BUMPER = 26;
const JAM = { width: 2400, height: 300 };

function framed(width: number, height: number, inner: Markup): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>\n`;
}

/** One lane of the jam, nose left, from the first bumper to the edge. */
function lane(y: number, first: number, cars: (number | 'ambulance' | 'police' | 'tow')[]): Markup {
	let x = first;
	return cars
		.map((car) => {
			const kind = typeof car === 'number' ? kindOf(car) : car;
			const number = typeof car === 'number' ? car : null;
			const colour = typeof car === 'number' ? TENS[Math.floor((car - 1) / 10)]! : '';
			const middle = x + LENGTHS[kind] / 2;
			x += LENGTHS[kind] + BUMPER;
			return place(topView(kind, colour, { number, heading: 180 }), middle, y);
		})
		.join('');
}

/** The jam that the name speaks of, from edge to edge. A phone shows its middle. */
function jam(dark: boolean): string {
	const { grass, grass2, road, kerb } = dark ? PALETTE.dark : PALETTE.light;
	const top = (JAM.height - 3 * LANE) / 2;
	const dashes = [1, 2].map((n) => `M-10 ${top + n * LANE}H${JAM.width}`).join('');
	const trees = [150, 520, 770, 1190, 1480, 1830, 2210].map((x, n) =>
		circle(x, n % 2 ? top - 6 : JAM.height - top + 6, 14 + (n % 3) * 6, grass2),
	);
	return framed(
		JAM.width,
		JAM.height,
		rect(0, 0, JAM.width, JAM.height, 0, grass) +
			trees.join('') +
			rect(0, top - 6, JAM.width, 3 * LANE + 12, 0, kerb) +
			rect(0, top, JAM.width, 3 * LANE, 0, road) +
			line(dashes, '#FFFFFF', 3.5, 'stroke-opacity=".8" stroke-dasharray="26 24"') +
			lane(top + LANE / 2, 24, [
				3,
				6,
				9,
				'police',
				12,
				14,
				17,
				18,
				21,
				24,
				'ambulance',
				27,
				29,
				31,
				34,
				38,
				41,
				43,
				46,
			]) +
			lane(top + LANE * 1.5, 92, [
				1,
				4,
				'tow',
				11,
				13,
				16,
				19,
				20,
				'ambulance',
				22,
				25,
				28,
				32,
				'police',
				36,
				39,
				42,
				44,
			]) +
			lane(top + LANE * 2.5, 10, [2, 5, 7, 8, 10, 'ambulance', 15, 23, 26, 30, 'tow', 33, 35, 37, 40, 45, 47, 49]),
	);
}

const SCENE = { width: 320, height: 150 };

/** Those who play. */
const families = () =>
	framed(
		SCENE.width,
		SCENE.height,
		place(driver('rabbit'), 14, 62, 1.2) +
			place(driver('bear'), 78, 26, 1.8) +
			place(driver('frog'), 182, 44, 1.5) +
			place(driver('mouse'), 262, 88, 0.86),
	);

/** What they play with: a card is being chosen. */
const designers = () =>
	framed(
		SCENE.width,
		SCENE.height,
		card(colourFace('R8'), 84, 92, 0.82, -14) +
			card(colourFace('B3'), 134, 82, 0.82, -5) +
			card(colourFace('G6'), 186, 82, 0.82, 5) +
			card(colourFace('CC'), 236, 92, 0.82, 14),
	);

/** Whom they measure. */
const researchers = () =>
	framed(
		SCENE.width,
		SCENE.height,
		['1', '2', '3', '4', '5']
			.map((level, n) => {
				const look = Object.values(CHAIR_COLOURS)[n]!;
				const size = 0.6 + n * 0.13;
				return place(robot(level, look), 12 + n * 48 + n * n * 2.4, 138 - 64 * size, size);
			})
			.join(''),
	);

const rider = (kind: Parameters<typeof sideView>[0], colour: string, number?: number) => () =>
	framed(120, 64, sideView(kind, colour, { number }));

export const ART: Record<string, () => string> = {
	'jam-light': () => jam(false),
	'jam-dark': () => jam(true),
	families,
	designers,
	researchers,
	'one-device': rider('beetle', TENS[3], 34),
	'many-devices': rider('bus', TENS[1], 17),
	terminal: rider('van', TENS[2], 23),
};
