import { trafficarsFace } from '../../art/cards';
import { dusk } from '../../art/scenes';
import type { Markup } from '../../art/svg';
import { card, ground } from '../../art/tiles';
import type { Tile } from '../../contract';
import { back } from './back';

function picture(dark: boolean): Markup {
	let cards = '';
	for (let row = 0; row < 2; row++) {
		for (let column = -1; column < 7; column++) {
			const open = row === 0 && column === 1 ? '18' : row === 1 && column === 3 ? '19' : '';
			const face = open === '' ? back : trafficarsFace(open, { dots: 0 });
			cards += card(face, 42 + column * 54, 47 + row * 74, 0.47);
		}
	}
	return ground(dusk('#D5E9E2', dark)) + cards;
}

export default { place: 2, picture } satisfies Tile;
