// The signs that a game may name: on cards, beside counters, on spaces. Drawn about 0 0 with a reach of 25.
import { icon } from '../../art/icons';
import { heart, hook, star } from '../../art/shapes';
import { sideView } from '../../art/side';
import { SIGNS } from '../../art/signs';
import { circle, line, type Markup, path, place, rect } from '../../art/svg';
import { type Kind, trafficKind } from '../../art/vehicles';
import type { Piece } from '../../net/shapes';

/** `ground` is what shows through a filled sign. */
type Drawn = (colour: string, ground: string) => Markup;

/** An icon of the house, as large as a sign and in its colour. */
const asIcon =
	(name: string): Drawn =>
	(colour) =>
		place(`<g color="${colour}">${icon(name, 2.6)}</g>`, -25, -25, 25 / 12);
const arrow =
	(turn: number): Drawn =>
	(colour) =>
		place(line('M-20 0H18M4-15 19 0 4 15', colour, 7), 0, 0, 1, turn);
const vehicle =
	(kind: Kind, body: string): Drawn =>
	() =>
		place(sideView(kind, body, { shadow: false }), -30, -18, 0.5);
/** Two vehicles behind each other. */
const queue: Drawn = () =>
	place(sideView('van', '#A6C99A', { shadow: false }), -27, -26, 0.42) +
	place(sideView('hatch', '#D9A58F', { shadow: false }), -23, -2, 0.42);
const house = (name: string): Drawn => SIGNS[name]!;

export const DRAWN: Record<string, Drawn> = {
	ambulance: () => heart(0, 0, 50),
	arrow_back: arrow(90),
	arrow_left: arrow(180),
	arrow_right: arrow(0),
	bolt: (colour) =>
		path('M6-25-15 4H-2L-7 25 15-6H2Z', colour, `stroke="${colour}" stroke-width="3" stroke-linejoin="round"`),
	bus: vehicle('bus', '#F0A830'),
	car: vehicle('hatch', '#3E8ED0'),
	cards: asIcon('cards'),
	coin: (colour, ground) => `<circle r="22" fill="${colour}"/>${star(0, 0, 14, ground)}`,
	colours: house('CC'),
	crown: asIcon('crown'),
	finish: (colour) =>
		line('M-18 25V-23', colour, 6) +
		path('M-15-22H22V8H-15Z', 'none', `stroke="${colour}" stroke-width="4.5" stroke-linejoin="round"`) +
		path('M-15-22H-2.5V-12H-15ZM10-22H22V-12H10ZM-2.5-12H10V-2H-2.5ZM-15-2H-2.5V8H-15ZM10-2H22V8H10Z', colour),
	flag: asIcon('flag'),
	garage: house('GA'),
	heart: (colour) => heart(0, 0, 48, colour),
	hook: (colour) => hook(0, 2, 44, colour),
	key: (colour) =>
		`<circle cx="-10" cy="-8" r="11" fill="none" stroke="${colour}" stroke-width="6.5"/>` +
		line('M-1 1 20 20M12 12 19 5', colour, 6.5),
	light: () =>
		rect(-13, -26, 26, 52, 9, '#34405F') +
		circle(0, -15, 6.5, '#F2453D') +
		circle(0, 0, 6.5, '#F4B72F') +
		circle(0, 15, 6.5, '#5CC98A'),
	mirror: (colour) =>
		path('M-21-14Q0-23 21-14V6Q0 14-21 6Z', 'none', `stroke="${colour}" stroke-width="6" stroke-linejoin="round"`) +
		line('M0 12V24M-8-2 6-8', colour, 5),
	new: house('NC'),
	pickup: vehicle('pickup', '#2FA58A'),
	police: (colour) => star(0, 0, 25, colour),
	racer: vehicle('racer', '#D23C40'),
	receipt: house('Fn'),
	reverse: house('Rev'),
	shield: asIcon('shield'),
	skip: asIcon('pass'),
	spanner: house('Sv'),
	speech: asIcon('speech'),
	star: (colour) => star(0, 0, 25, colour),
	start: (colour) =>
		path('M-16-22 22 0-16 22-8 0Z', colour, `stroke="${colour}" stroke-width="4" stroke-linejoin="round"`),
	stop: house('Stop'),
	swap: house('CX'),
	take2: house('T2'),
	take4: house('T4'),
	taxi: vehicle('taxi', '#F4B72F'),
	tow: (colour) => hook(0, 2, 44, colour),
	traffic: queue,
	trailer: vehicle('trailer', '#8E8BA6'),
	truck: vehicle('truck', '#D9A58F'),
	turbo: (colour) => line('M-24-13H-2M-24 0H6M-24 13H-2M4-18 22 0 4 18', colour, 6.5),
	van: vehicle('van', '#A6C99A'),
	warning: (colour, ground) =>
		path('M0-21 23 19H-23Z', colour, `stroke="${colour}" stroke-width="7" stroke-linejoin="round"`) +
		line('M0-6V5M0 13V13.2', ground, 6),
};

export const isSign = (name: string | undefined): boolean => name !== undefined && name in DRAWN;

/** Nothing for a sign that nobody knows. */
export function sign(name: string | undefined, colour: string, ground: string): Markup {
	return (name && DRAWN[name]?.(colour, ground)) || '';
}

export const VEHICLES: readonly string[] = [
	'ambulance',
	'bus',
	'car',
	'pickup',
	'police',
	'racer',
	'taxi',
	'tow',
	'trailer',
	'truck',
	'van',
];

/** The vehicle that a sign is, for a road; undefined for a sign that is none. */
export function vehicleOf(name: string | undefined): Kind | undefined {
	return name !== undefined && VEHICLES.includes(name) ? trafficKind(name) : undefined;
}

/** What a piece looks like from above: its own kind, a racer for a player, and a plain car for nobody. */
export function pieceKind(piece: Piece): Kind {
	return vehicleOf(piece.sign) ?? (piece.seat === null ? 'hatch' : 'racer');
}
