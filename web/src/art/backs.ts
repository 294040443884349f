/** Card backs: a pattern on the panel and one sign in a white disc. What stands on it is the game's own. */

import { cardGround } from './card-ground';
import { GAME_COLOUR_LETTERS, GAME_COLOURS } from './colour';
import { shapePattern } from './shapes';
import { circle, line, type Markup, place, rect } from './svg';
import { topView } from './top';
import type { Kind } from './vehicles';

interface Back {
	ground: string;
	pattern: Markup;
	sign: Markup;
}

export function cardBack({ ground, pattern, sign }: Back): Markup {
	return cardGround(ground) + pattern + circle(50, 70, 25, '#FFFFFF') + place(sign, 50, 70);
}

/** A pattern of two lanes with dashes; they stay clear of the round corners. */
export function lanes(pale: string): Markup {
	const lane = (x: number) =>
		rect(x - 11, 5, 22, 130, 0, pale) +
		line(`M${x} 12V132`, '#FFFFFF', 2.6, 'stroke-opacity=".5" stroke-dasharray="11 10"');
	return lane(27) + lane(73);
}

/** A pattern of the four shapes. */
export function scattered(pale: string): Markup {
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

/** A sign: a vehicle that drives up the card. */
export function carSign(kind: Kind, colour: string): Markup {
	return place(topView(kind, colour, { shadow: false, heading: -90 }), 0, 0, 0.44);
}
