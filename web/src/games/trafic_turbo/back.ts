import { cardBack, carSign } from '../../art/backs';
import { type Markup, rect } from '../../art/svg';

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

export const back = cardBack({ ground: '#B8482F', pattern: chequer('#C95C43'), sign: carSign('racer', '#B8482F') });
