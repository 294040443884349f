import { PALETTE, TENS } from '../../art/colour';
import { dusk, sun } from '../../art/scenes';
import { sideView } from '../../art/side';
import { line, type Markup, path, place, rect } from '../../art/svg';
import { ground } from '../../art/tiles';
import type { Tile } from '../../contract';

function picture(dark: boolean): Markup {
	const { road } = dark ? PALETTE.dark : PALETTE.light;
	return (
		ground(dusk('#FBE3D6', dark)) +
		sun(232, 44, 24, dark) +
		path('M-200 112Q70 76 150 104T500 92V200H-200Z', dusk('#F5C6AE', dark)) +
		rect(-200, 124, 700, 80, 0, road) +
		line('M-26 152H320', '#FFFFFF', 3, 'stroke-opacity=".75" stroke-dasharray="20 18"') +
		place(sideView('hatch', TENS[1], { number: 19 }), 20, 90, 0.72) +
		place(sideView('beetle', TENS[2], { number: 21, shadow: false }), 106, 60, 0.72, -7) +
		place(sideView('van', TENS[2], { number: 24 }), 196, 90, 0.72)
	);
}

export default { place: 3, picture } satisfies Tile;
