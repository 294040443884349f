/** What comes down on the table: a driver's glove, and the stamp of a Fine. Both about 0 0. */
import { darker, lighter } from './colour';
import { digits, digitsWidth } from './digits';
import { line, type Markup, path, place, rect } from './svg';

/** An open glove from above, fingers up, about 150 high. */
export function glove(colour: string): Markup {
	const shade = darker(colour, 0.22);
	const finger = (x: number, y: number, long: number, turn: number) =>
		place(rect(-11, -long, 22, long + 20, 11, colour) + line(`M-6-8H6`, shade, 4), x, y, 1, turn);
	return (
		place(rect(-11, -52, 24, 70, 12, colour) + line('M-5-12H7', shade, 4), 40, 22, 1, 52) +
		finger(-33, -14, 44, -14) +
		finger(-12, -20, 58, -5) +
		finger(11, -20, 55, 4) +
		finger(32, -13, 42, 13) +
		rect(-44, -28, 88, 74, 26, colour) +
		rect(-30, 40, 60, 34, 8, shade) +
		rect(-30, 48, 60, 9, 3, lighter(colour, 0.55)) +
		line('M-24-4V18M-8-8V18M8-8V18M24-4V18', shade, 4)
	);
}

/** A receipt in a frame, as a rubber stamp prints it; with `cards` also how many there are to take. Its box is 150 x 96. */
export function fineStamp(cards = 0): Markup {
	const red = '#B5303A';
	const figure = cards ? `+${cards}` : '';
	const wide = figure ? digitsWidth(figure, 40) : 0;
	const receipt = path(
		'M-17-24H17V22L11 17 5.5 22 0 17-5.5 22-11 17-17 22Z',
		'none',
		`stroke="${red}" stroke-width="5.5" stroke-linejoin="round"`,
	);
	return (
		rect(-75, -48, 150, 96, 16, '#FFFFFF', 'opacity=".92"') +
		rect(-68, -41, 136, 82, 11, 'none', `stroke="${red}" stroke-width="6"`) +
		place(receipt + line('M-8-9H8M-8 3H8', red, 5), figure ? -wide / 2 - 8 : 0, 0, 1.05) +
		(figure ? digits(figure, { x: 24, y: 0, height: 40, colour: red, stroke: 6.5 }) : '')
	);
}
