/** Card backs, one per game: a pattern on the panel and one sign in a white disc. */

import { cardGround } from './card-ground';
import { GAME_COLOUR_LETTERS, GAME_COLOURS } from './colour';
import { fourShapes, shapePattern } from './shapes';
import { spanner } from './signs';
import { circle, line, type Markup, path, place, rect } from './svg';
import { topView } from './top';

interface Back {
	ground: string;
	pattern: Markup;
	sign: Markup;
}

/** Two lanes with dashes; they stay clear of the round corners. */
function lanes(pale: string): Markup {
	const lane = (x: number) =>
		rect(x - 11, 5, 22, 130, 0, pale) +
		line(`M${x} 12V132`, '#FFFFFF', 2.6, 'stroke-opacity=".5" stroke-dasharray="11 10"');
	return lane(27) + lane(73);
}

function scattered(pale: string): Markup {
	const spots = [];
	for (let row = 0; row < 7; row++) {
		for (let column = 0; column < 5; column++) {
			const x = 14 + column * 18 + (row % 2) * 9;
			const letter = GAME_COLOUR_LETTERS[(column + row * 2) % 4]!;
			if (x < 91) spots.push({ shape: GAME_COLOURS[letter].shape, x, y: 16 + row * 18 });
		}
	}
	return shapePattern(spots, 8, pale);
}

/** An odd number of rows and columns leaves the round corners plain. */
function chequer(pale: string): Markup {
	const [w, h] = [18, 130 / 7];
	let squares = '';
	for (let row = 0; row < 7; row++) {
		for (let column = 0; column < 5; column++) {
			if ((row + column) % 2 === 1) squares += rect(5 + column * w, 5 + row * h, w, h, 0, pale);
		}
	}
	return squares;
}

function car(kind: 'hatch' | 'racer' | 'sports', colour: string): Markup {
	return place(topView(kind, colour, { shadow: false, heading: -90 }), 0, 0, 0.44);
}

const parking = line('M-7 14V-13H1a8 8 0 0 1 0 16H-7', '#2F8F7B', 8);
const bays = path('M5 37.5H95M5 70H95M5 102.5H95', 'none', 'stroke="#3FA38E" stroke-width="5"');

const BACKS: Record<string, Back> = {
	rush_hour: { ground: '#3F5F9E', pattern: lanes('#4F70B2'), sign: car('hatch', '#3F5F9E') },
	traffic_memory: { ground: '#2F8F7B', pattern: bays, sign: parking },
	took_over: { ground: '#D9623F', pattern: lanes('#E4775A'), sign: car('sports', '#D9623F') },
	mau_mau: { ground: '#2B6BD4', pattern: scattered('#4380E2'), sign: fourShapes(8.5, 11.5) },
	pit_stop: { ground: '#3D3A5C', pattern: scattered('#504C74'), sign: place(spanner('#3D3A5C', ''), 0, 0, 0.72) },
	trafic_turbo: { ground: '#B8482F', pattern: chequer('#C95C43'), sign: car('racer', '#B8482F') },
};

/** The back of a game's cards; a game without one gets the first. */
export function back(game: string): Markup {
	const { ground, pattern, sign } = BACKS[game] ?? BACKS.rush_hour!;
	return cardGround(ground) + pattern + circle(50, 70, 25, '#FFFFFF') + place(sign, 50, 70);
}
