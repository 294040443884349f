import { PALETTE, RACERS, TAXI_YELLOW } from '../../art/colour';
import { tree } from '../../art/shapes';
import { line, type Markup } from '../../art/svg';
import { above, ground } from '../../art/tiles';
import type { Tile } from '../../contract';

function picture(dark: boolean): Markup {
	const { grass, road, kerb } = dark ? PALETTE.dark : PALETTE.light;
	const bend = 'M-30 134C60 134 70 54 150 54S250 134 330 122';
	const leaf = dark ? '#3F5A48' : '#8BBF78';
	const pale = dark ? '#4A6853' : '#9CCB88';
	return (
		ground(grass) +
		line(bend, kerb, 94) +
		line(bend, road, 84) +
		line(bend, '#FFFFFF', 3, 'stroke-opacity=".7" stroke-dasharray="16 15"') +
		above('racer', RACERS[0], 58, 104, { number: 1, heading: -48 }, 0.72) +
		above('racer', RACERS[2], 140, 74, { number: 3, heading: -6 }, 0.72) +
		above('racer', RACERS[1], 168, 36, { number: 2, heading: 5 }, 0.72) +
		above('taxi', TAXI_YELLOW, 240, 104, { heading: 40 }, 0.66) +
		tree(38, 32, 20, leaf) +
		tree(66, 50, 12, pale) +
		tree(156, 146, 16, leaf) +
		tree(130, 156, 10, pale) +
		tree(272, 34, 16, leaf)
	);
}

export default { place: 6, picture, car: 'racer' } satisfies Tile;
