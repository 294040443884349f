/** Card faces that several games share, drawn on 100 x 140. A token is what the games call the card. */

import { blankFace, cardGround } from './card-ground';
import {
	BELT_ORANGE,
	cardNumeral,
	cardTint,
	darker,
	decade,
	GAME_COLOURS,
	type GameColour,
	lighter,
	PALETTE,
	POLICE_BLUE,
	type ShapeName,
	TOW_AMBER,
} from './colour';
import { digits } from './digits';
import { fourShapes, heart, hook, shape, shapePattern, star } from './shapes';
import { sideView } from './side';
import { SIGNS, SLATE_CARDS, SLATE_GROUND } from './signs';
import { circle, faded, line, type Markup, path, place } from './svg';
import { type Kind, kindOf } from './vehicles';

// The 1-50 deck

export interface NumberedOptions {
	/** Penalty points as dots; by itself 1 for cars, 2 for specials and trailers; 0 for games without points. */
	dots?: number;
	/** A bar below 6 and 9, for cards that some see upside down. */
	bar?: boolean;
}

const SPECIALS: Record<string, { kind: Kind; colour: string; sign: Markup }> = {
	A: { kind: 'ambulance', colour: BELT_ORANGE, sign: heart(30, 30, 40) },
	P: { kind: 'police', colour: POLICE_BLUE, sign: star(30, 31, 16, POLICE_BLUE) },
	T: { kind: 'tow', colour: TOW_AMBER, sign: hook(30, 33, 36, '#8A4B00') },
};

function landscape(colour: string): Markup {
	const marks = line('M14 127H30M42 127H58M70 127H86', '#FFFFFF', 2.6, 'stroke-opacity=".75"');
	return (
		path('M5 100Q28 84 52 94T95 88V126Q95 135 86 135H14Q5 135 5 126Z', lighter(colour, 0.58)) +
		path('M5 118H95V126Q95 135 86 135H14Q5 135 5 126Z', PALETTE.light.road) +
		marks
	);
}

function penaltyDots(count: number, colour: string): Markup {
	let dots = '';
	for (let i = 0; i < count; i++) dots += circle(86 - i * 9, 15, 3, darker(colour, 0.35), 'opacity=".65"');
	return dots;
}

/** A vehicle on its road, with something in the corner that a fan shows, and something in the other one. */
export function roadCard(kind: Kind, colour: string, corner: Markup, other: Markup): Markup {
	return (
		cardGround(cardTint(colour)) + landscape(colour) + place(sideView(kind, colour), 6.5, 73.5, 0.725) + corner + other
	);
}

/** "27", a trailer "t25", "A", "P", "T". */
export function trafficarsFace(token: string, options: NumberedOptions = {}): Markup {
	const special = SPECIALS[token];
	if (special !== undefined)
		return roadCard(special.kind, special.colour, special.sign, penaltyDots(options.dots ?? 2, special.colour));
	const found = /^(t?)(\d{1,2})$/.exec(token);
	if (found === null) return blankFace();
	const number = Number(found[2]);
	const kind = found[1] === 't' ? 'trailer' : kindOf(number);
	const colour = decade(number);
	const corner = digits(number, {
		x: 13,
		y: 33,
		height: 39,
		colour: cardNumeral(colour),
		stroke: 5.6,
		anchor: 'left',
		bar: options.bar ?? false,
	});
	return roadCard(kind, colour, corner, penaltyDots(options.dots ?? (kind === 'trailer' ? 2 : 1), colour));
}

// Cards of the four colours

/** The same drawing at its place and turned by half round the middle of the card. */
export function twice(inner: Markup): Markup {
	return `${inner}<g transform="rotate(180 50 70)">${inner}</g>`;
}

/** The faint ground of a card in a colour that has a shape. */
export function groundPattern(look: { shape: ShapeName; on: string }): Markup {
	const spots = [];
	for (let row = 0; row < 7; row++) {
		for (let column = 0; column < 5; column++) {
			const x = 12 + column * 20 + (row % 2) * 10;
			if (x < 92) spots.push({ shape: look.shape, x, y: 14 + row * 18.7 });
		}
	}
	return faded(shapePattern(spots, 6, look.on), 0.13);
}

function colouredCard(letter: GameColour, kind: string): Markup | null {
	const look = GAME_COLOURS[letter];
	const ground =
		cardGround(look.hex) +
		groundPattern(look) +
		twice(shape(look.shape, 82, 24, 13, look.on)) +
		circle(50, 70, 35, '#FFFFFF');
	if (/^[1-9]$/.test(kind)) {
		const index = digits(kind, { x: 18, y: 24, height: 21, colour: look.on, stroke: 5.6, bar: true });
		const middle = digits(kind, { x: 50, y: 70, height: 46, colour: look.numeral, stroke: 5.6 });
		return ground + middle + twice(index);
	}
	const sign = SIGNS[kind];
	if (sign === undefined) return null;
	return ground + place(sign(look.numeral, '#FFFFFF'), 50, 70) + twice(place(sign(look.on, look.hex), 18, 24, 0.36));
}

/** In a fan only the left edge shows, so the sign stands there too; the four shapes say "any colour". */
function slateCard(kind: string): Markup {
	const anyColour = kind === 'CC' || kind === 'PS';
	const index = anyColour
		? fourShapes(6.2, 9.5, true)
		: place(SIGNS[kind]!('#FFFFFF', SLATE_GROUND), 0, 0, kind === 'NC' ? 0.42 : 0.36);
	const other = anyColour ? '' : place(fourShapes(5, 7, true), 82, 24);
	return (
		cardGround(SLATE_GROUND) +
		twice(place(index, 20, 25) + other) +
		circle(50, 70, 35, '#FFFFFF') +
		place(SIGNS[kind]!(SLATE_GROUND, '#FFFFFF'), 50, 70)
	);
}

/** "R8", "G-T2", "B-T4", "Y-Rev", "R-Stop", "CC", "R-Sv", "B-Fn", "PS", "GA", "CX", "NC". */
export function colourFace(token: string): Markup {
	if ((SLATE_CARDS as readonly string[]).includes(token)) return slateCard(token);
	const found = /^([RBGY])-?(\w+)$/.exec(token);
	const face = found === null ? null : colouredCard(found[1] as GameColour, found[2]!);
	return face ?? blankFace();
}
