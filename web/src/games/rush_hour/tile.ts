import { PALETTE, TENS } from '../../art/colour';
import { line, type Markup, rect } from '../../art/svg';
import { above, ground } from '../../art/tiles';
import type { Tile } from '../../contract';

function picture(dark: boolean): Markup {
	const { grass, road, kerb } = dark ? PALETTE.dark : PALETTE.light;
	const left = { heading: 180 };
	return (
		ground(grass) +
		rect(-200, 20, 700, 128, 0, kerb) +
		rect(-200, 25, 700, 118, 0, road) +
		line('M-18 64H310M-18 104H310', '#FFFFFF', 3, 'stroke-opacity=".8" stroke-dasharray="18 16"') +
		above('hatch', TENS[1], 54, 44.5, { ...left, number: 12 }) +
		above('van', TENS[2], 130, 44.5, { ...left, number: 21 }) +
		above('bus', TENS[3], 218, 44.5, { ...left, number: 37 }) +
		above('ambulance', '', 62, 84, left) +
		above('sedan', TENS[0], 148, 84, { ...left, number: 9 }) +
		above('beetle', TENS[4], 52, 123.5, { ...left, number: 44 }) +
		above('police', '', 128, 123.5, left) +
		above('pickup', TENS[0], 210, 123.5, { ...left, number: 4 })
	);
}

export default { place: 1, picture } satisfies Tile;
