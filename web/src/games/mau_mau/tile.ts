import { colourFace } from '../../art/cards';
import { dusk } from '../../art/scenes';
import type { Markup } from '../../art/svg';
import { card, ground } from '../../art/tiles';
import type { Tile } from '../../contract';

function picture(dark: boolean): Markup {
	return (
		ground(dusk('#DCE6F8', dark)) +
		card(colourFace('R8'), 78, 98, 0.68, -17) +
		card(colourFace('B8'), 124, 86, 0.68, -6) +
		card(colourFace('G3'), 172, 86, 0.68, 6) +
		card(colourFace('Y5'), 220, 98, 0.68, 17)
	);
}

export default { place: 4, picture } satisfies Tile;
