/** The pictures of the six games on the home screen, drawn for a window of 274 x 168 that may be cut at its edges. */

import { back, colourFace, trafficarsFace } from './cards';
import { PALETTE, RACERS, TAXI_YELLOW, TENS } from './colour';
import { dusk, sun } from './scenes';
import { tree } from './shapes';
import { sideView } from './side';
import { spanner } from './signs';
import { line, type Markup, path, place, rect } from './svg';
import { type TopOptions, topView } from './top';
import type { Kind } from './vehicles';

export const TILE_BOX = '13 0 274 168';

function ground(colour: string): Markup {
	return rect(-200, -100, 700, 400, 0, colour);
}

function above(kind: Kind, colour: string, x: number, y: number, options: TopOptions = {}, scale = 0.58): Markup {
	return place(topView(kind, colour, options), x, y, scale);
}

/** A card with its shadow, turned round its middle. */
function card(face: Markup, x: number, y: number, scale: number, turn = 0): Markup {
	const shadow = rect(0, 6, 100, 140, 13, '#1F1B3A', 'opacity=".14"');
	return place(place(shadow + face, -50, -70), x, y, scale, turn);
}

function rushHour(dark: boolean): Markup {
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

function memory(dark: boolean): Markup {
	let cards = '';
	for (let row = 0; row < 2; row++) {
		for (let column = -1; column < 7; column++) {
			const open = row === 0 && column === 1 ? '18' : row === 1 && column === 3 ? '19' : '';
			const face = open === '' ? back('traffic_memory') : trafficarsFace(open, { dots: 0 });
			cards += card(face, 42 + column * 54, 47 + row * 74, 0.47);
		}
	}
	return ground(dusk('#D5E9E2', dark)) + cards;
}

function tookOver(dark: boolean): Markup {
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

function mauMau(dark: boolean): Markup {
	return (
		ground(dusk('#DCE6F8', dark)) +
		card(colourFace('R8'), 78, 98, 0.68, -17) +
		card(colourFace('B8'), 124, 86, 0.68, -6) +
		card(colourFace('G3'), 172, 86, 0.68, 6) +
		card(colourFace('Y5'), 220, 98, 0.68, 17)
	);
}

function pitStop(dark: boolean): Markup {
	const wall = dark ? '#4A4668' : '#FFFFFF';
	const slate = dark ? '#2A2742' : '#4A4763';
	const beam = dark ? '#8E8AB0' : '#4A4763';
	const tyres = [0, 8, 16].map((y) => rect(16, 128 + y, 28, 9, 4, '#2B2840')).join('');
	return (
		ground(dusk('#E6E3F1', dark)) +
		path('M34 60 150 14 266 60V168H34Z', wall) +
		line('M28 63 150 14 272 63', beam, 9) +
		rect(66, 76, 168, 92, 8, slate) +
		line('M68 85H232M68 95H232', '#625E80', 3) +
		place(sideView('sports', RACERS[0]), 89, 93, 1.02) +
		place(spanner(beam, ''), 150, 50, 0.5) +
		rect(-200, 152, 700, 60, 0, dusk('#8C88A3', dark, 0.5)) +
		tyres
	);
}

function turbo(dark: boolean): Markup {
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

const TILES: Record<string, (dark: boolean) => Markup> = {
	rush_hour: rushHour,
	traffic_memory: memory,
	took_over: tookOver,
	mau_mau: mauMau,
	pit_stop: pitStop,
	trafic_turbo: turbo,
};

/** The picture of a game for a window with the viewBox `TILE_BOX` and `preserveAspectRatio="xMidYMid slice"`. */
export function tilePicture(game: string, dark = false): Markup {
	return (TILES[game] ?? rushHour)(dark);
}
