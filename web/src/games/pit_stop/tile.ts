import { RACERS } from '../../art/colour';
import { dusk } from '../../art/scenes';
import { sideView } from '../../art/side';
import { spanner } from '../../art/signs';
import { line, type Markup, path, place, rect } from '../../art/svg';
import { ground } from '../../art/tiles';
import type { Tile } from '../../contract';

function picture(dark: boolean): Markup {
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

export default { place: 5, picture } satisfies Tile;
