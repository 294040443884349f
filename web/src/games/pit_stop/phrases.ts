/** Pictures for the eight phrases, each on a box of 64 x 64. */
import { GAME_COLOURS, INK, PALETTE, SLATE, TENS } from '../../art/colour';
import { emotePicture } from '../../art/emotes';
import { crown, shape } from '../../art/shapes';
import { sideView } from '../../art/side';
import { SIGNS } from '../../art/signs';
import { circle, line, type Markup, path, place, rect } from '../../art/svg';
import { topView } from '../../art/top';

const ROAD = PALETTE.light.road;
const HANDLE = '#D9951A';

function oilCan(): Markup {
	return (
		path(
			'M10 30H40L58 18 60 21 44 44Q42 52 34 52H18Q10 52 10 44Z',
			'#E8684F',
			'stroke="#E8684F" stroke-width="4" stroke-linejoin="round"',
		) +
		rect(17, 20, 16, 8, 3, '#B5473A') +
		path('M60 28Q65 36 60 39 55 36 60 28Z', INK)
	);
}

function paintRoller(): Markup {
	return (
		rect(8, 10, 40, 16, 5, GAME_COLOURS.B.hex) +
		line('M48 18H56V32H32V40', SLATE, 4.5) +
		rect(27, 40, 10, 17, 4.5, HANDLE) +
		shape('diamond', 17, 43, 12, GAME_COLOURS.Y.hex)
	);
}

function overtaking(): Markup {
	const cars = topView('hatch', '#CDD2DC', { shadow: false });
	return (
		rect(0, 8, 64, 48, 12, ROAD) +
		line('M8 32H18M28 32H36M46 32H56', '#FFFFFF', 2.6, 'stroke-opacity=".8"') +
		place(cars, 22, 45, 0.34) +
		place(topView('sports', GAME_COLOURS.R.hex, { shadow: false }), 40, 19, 0.36) +
		line('M6 16H13M4 22H12', '#FFFFFF', 2.6)
	);
}

function wrongLane(): Markup {
	return (
		rect(4, 6, 56, 52, 14, ROAD) +
		line('M32 12V22M32 30V38M32 46V54', '#FFFFFF', 2.6, 'stroke-opacity=".8"') +
		line('M18 48V18M11 25 18 17 25 25', '#FFFFFF', 4.5) +
		line('M46 16V46M39 39 46 47 53 39', '#FFD15C', 4.5)
	);
}

/** Drawn for light ground: they bring it along, or they would be lost in the dark. */
const DISC = '#F7F2E8';
const onDisc = (picture: Markup): Markup => circle(32, 32, 32, DISC) + place(picture, 9, 9, 0.72);

const drawn: Record<string, Markup> = {
	say1: emotePicture('horn'),
	say2: oilCan(),
	say3: place(SIGNS.Fn!(SLATE, '#FFFFFF'), 32, 33, 1.12),
	say4: paintRoller(),
	say5: place(SIGNS.GA!(SLATE, '#FFFFFF'), 32, 31, 1.08),
	say6: overtaking(),
	say7: wrongLane(),
	say8:
		rect(0, 48, 64, 10, 5, ROAD) +
		place(sideView('beetle', TENS[2], { shadow: false }), 5, 24, 0.45) +
		place(crown(), 22, 3, 0.24),
};

/** What can be said under its own rule of talking. */
export const phrases: Record<string, Markup> = Object.fromEntries(
	Object.entries(drawn).map(([phrase, picture]) => [phrase, onDisc(picture)]),
);
