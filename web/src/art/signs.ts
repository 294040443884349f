/** The signs on colour cards, drawn about 0 0 with a reach of 25: one function per kind of card. */

import { SLATE } from './colour';
import { digits } from './digits';
import { fourShapes } from './shapes';
import { sideView } from './side';
import { line, type Markup, path, place, rect } from './svg';

/** `ground` is what shows through: the colour of a figure on a filled sign. */
type Sign = (colour: string, ground: string) => Markup;

function fanned(turns: number[], figure: number): Sign {
	return (colour, ground) => {
		const behind = turns.map((turn, i) =>
			rect(
				-23 + i * 8,
				-17,
				23,
				33,
				5,
				i === 0 ? 'none' : ground,
				`stroke="${colour}" stroke-width="4.2" transform="rotate(${turn})"`,
			),
		);
		return (
			behind.join('') +
			rect(-4, -17, 26, 36, 5, colour, `stroke="${ground}" stroke-width="2.4" transform="rotate(6)"`) +
			digits(figure, { x: 9, y: 2, height: 21, colour: ground, stroke: 6 })
		);
	};
}

const reverse: Sign = (colour) =>
	line('M-18 6V-4A12 12 0 0 1-6-16H16M8-24 16-16 8-8M18-6V4A12 12 0 0 1 6 16H-16M-8 24-16 16-8 8', colour, 6);

const stop: Sign = (colour, ground) =>
	path(
		'M-9.5-23H9.5L23-9.5V9.5L9.5 23H-9.5L-23 9.5V-9.5Z',
		colour,
		`stroke="${colour}" stroke-width="4" stroke-linejoin="round"`,
	) + line('M-11 0H11', ground, 7);

export const spanner: Sign = (colour) =>
	line('M-20 20 2-2M2-2A13 13 0 0 1 18-20L9-11 13-5 20-8A13 13 0 0 1 2 4', colour, 7);

const fine: Sign = (colour) =>
	path(
		'M-17-24H17V22L11 17 5.5 22 0 17-5.5 22-11 17-17 22Z',
		'none',
		`stroke="${colour}" stroke-width="5" stroke-linejoin="round"`,
	) + digits('+2', { x: 0, y: -4, height: 17, colour, stroke: 6.5 });

const fourColours: Sign = () => fourShapes(14.5, 21);

const garage: Sign = (colour) =>
	path('M-24-4 0-24 24-4V24H-24Z', 'none', `stroke="${colour}" stroke-width="5.5" stroke-linejoin="round"`) +
	line('M-13 24V4H13V24M-13 11H13M-13 18H13', colour, 4);

const exchange: Sign = (colour) => line('M-20-9H17L8-18M20 9H-17L-8 18', colour, 6.5);

const newCar: Sign = () => place(sideView('hatch', '#2FA58A', { shadow: false }), -30, -18, 0.5);

/** By the letters that the games use for their cards. */
export const SIGNS: Record<string, Sign> = {
	Rev: reverse,
	T2: fanned([-10], 2),
	T4: fanned([-22, -13, -4], 4),
	Stop: stop,
	Sv: spanner,
	Fn: fine,
	CC: fourColours,
	PS: (colour, ground) => fourColours(colour, ground),
	GA: garage,
	CX: exchange,
	NC: newCar,
};

/** The cards without a colour of their own. */
export const SLATE_CARDS = ['CC', 'PS', 'GA', 'CX', 'NC'] as const;
export const SLATE_GROUND = SLATE;
