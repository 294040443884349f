/** What every card has: a white border and a panel, on 100 x 140. */

import { PALETTE } from './colour';
import { type Markup, rect } from './svg';

export function cardGround(panel: string): Markup {
	return rect(0, 0, 100, 140, 13, '#FFFFFF') + rect(5, 5, 90, 130, 9, panel);
}

/** A card nobody has a picture for. */
export function blankFace(): Markup {
	return cardGround(PALETTE.light.sand);
}
