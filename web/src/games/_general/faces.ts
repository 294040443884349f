// Cards of any game in our look, drawn on 100 x 140: a colour with its shape, a number, a word, a sign.
import { cardBack, carSign, lanes, scattered } from '../../art/backs';
import { cardGround } from '../../art/card-ground';
import { groundPattern, roadCard, twice } from '../../art/cards';
import { CHAIR_COLOURS, cardNumeral, darker, lighter, type ShapeName, SLATE } from '../../art/colour';
import { digits, digitsWidth } from '../../art/digits';
import { shape } from '../../art/shapes';
import { circle, escaped, type Markup, place, rect } from '../../art/svg';
import { BODIES, kindOf } from '../../art/vehicles';
import type { Face } from '../../net/shapes';
import { sign, vehicleOf } from './signs';

export type Colour = NonNullable<Face['colour']>;
export type Faces = Readonly<Record<string, Face>>;

/** A game on the general table brings along what is printed on its cards. */
export interface WithFaces {
	faces: Faces;
}

interface Look {
	/** The panel, what stands on it, and the same colour in the white roundel. */
	hex: string;
	on: string;
	numeral: string;
	shape: ShapeName;
	/** The body of a vehicle. */
	body: string;
}

const own = (colour: keyof typeof CHAIR_COLOURS, body: string, numeral?: string): Look => {
	const { hex, on, shape: figure } = CHAIR_COLOURS[colour];
	return { hex, on, numeral: numeral ?? hex, shape: figure, body };
};
/** Each colour has a shape of its own, so that nobody needs to tell colours apart. */
export const LOOKS: Record<Colour, Look> = {
	red: own('red', '#E8684F'),
	blue: own('blue', '#3E8ED0'),
	green: own('green', '#2FA58A'),
	yellow: own('yellow', '#F0A830', '#8A5A00'),
	orange: own('orange', '#EF8332', '#9A4A0C'),
	purple: own('violet', '#E07BAF'),
	grey: { hex: SLATE, on: '#FFFFFF', numeral: SLATE, shape: 'cross', body: '#8E8BA6' },
	white: own('white', '#CDD2DC', '#4A4763'),
};
/** Without a colour: the paper of the house. */
export const PLAIN: Look = { hex: '#F3EBDB', on: '#2B2840', numeral: '#2B2840', shape: 'ring', body: '#CDD2DC' };
const LETTERS: Record<string, Colour> = {
	R: 'red',
	B: 'blue',
	G: 'green',
	Y: 'yellow',
	O: 'orange',
	P: 'purple',
	W: 'white',
};

/** What is printed on a card that nobody declared: `R7` is a red 7, `12` is 12, a word is a word. */
export function plainFace(token: string): Face {
	const found = /^([RBGYOPW])(-?)(\d{1,3}|(?<=-)\w+)$/.exec(token);
	if (found) return { colour: LETTERS[found[1]!]!, text: found[3]! };
	return { text: token };
}

export const faceOf = (faces: Faces, token: string): Face => faces[token] ?? plainFace(token);

const NUMBER = /^[+\d]{1,4}$/;
/** Signs of specials that stand where the number would. */
export const CORNER: Readonly<Record<string, string>> = { ambulance: '#E5484D', police: '#2C4A9E', tow: '#8A4B00' };

/** A text as large as it fits into this width: our own figures for numbers, else letters. */
function lettering(text: string, x: number, y: number, height: number, width: number, colour: string): Markup {
	if (NUMBER.test(text)) {
		const wide = digitsWidth(text, height);
		return digits(text, { x, y, height: wide > width ? (height * width) / wide : height, colour, stroke: 5.6 });
	}
	return words(text, x, y, height * 0.8, width, colour);
}

/** Letters are about so wide for their height. */
const NARROW = 0.58;

/** Words in one line, or in several where they are long. */
function words(text: string, x: number, y: number, height: number, width: number, colour: string): Markup {
	const lines = broken(text, Math.max(5, Math.floor(width / (height * NARROW * 0.72))));
	const longest = Math.max(...lines.map((one) => [...one].length));
	const size = Math.max(9, Math.min(height, width / (longest * NARROW), (height * 2.2) / lines.length));
	return lines
		.map((one, i) => {
			const down = y + (i - (lines.length - 1) / 2) * size * 1.12 + size * 0.35;
			const squeezed =
				[...one].length * size * NARROW > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
			return `<text x="${x}" y="${down.toFixed(1)}" font-size="${size.toFixed(1)}" font-weight="700" text-anchor="middle" fill="${colour}"${squeezed}>${escaped(one)}</text>`;
		})
		.join('');
}

function broken(text: string, most: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines.slice(0, 3);
}

/** Inner SVG of a card; `word` is what its word is in the language of the table. */
export function cardFace(face: Face, word = ''): Markup {
	const kind = vehicleOf(face.sign);
	// A colour that nobody knows is none.
	const look = (face.colour && LOOKS[face.colour]) || PLAIN;
	if (kind && (!face.text || NUMBER.test(face.text))) return roadFace(face, look);
	const text = face.text ?? '';
	const drawn = sign(face.sign, look.numeral, '#FFFFFF');
	const ground = cardGround(look.hex) + (face.colour ? groundPattern(look) : '');
	const corner = text
		? lettering(text.length > 3 ? text.slice(0, 1) : text, 18, 24, 21, 24, look.on)
		: face.sign
			? place(sign(face.sign, look.on, look.hex), 18, 24, 0.36)
			: '';
	const half = face.colour && face.colour !== 'grey' ? shape(look.shape, 82, 24, 13, look.on) : '';
	const figure = half && twice(half);
	const said = word || (face.sign ? '' : text);
	const middle = drawn
		? place(drawn, 50, word ? 66 : 70)
		: NUMBER.test(text)
			? lettering(text, 50, 70, 46, 54, look.numeral)
			: words(said, 50, 70, 20, 60, look.numeral);
	// A word stands on a band below, in the place of the turned corner.
	const below =
		drawn && word ? rect(9, 112, 82, 19, 9.5, '#FFFFFF') + words(word, 50, 121.5, 13, 74, look.numeral) : '';
	const disc = circle(50, below ? 66 : 70, 35, '#FFFFFF');
	return ground + (below ? half : figure) + disc + middle + below + (below ? corner : twice(corner));
}

function roadFace(face: Face, look: Look): Markup {
	const special = face.sign ? CORNER[face.sign] : undefined;
	const colour = face.colour ? look.body : (special ?? look.body);
	const number = Number(face.text);
	const kind =
		face.sign === 'car' && number > 0 ? kindOf(number) : face.sign === 'car' ? BODIES[0] : vehicleOf(face.sign)!;
	const corner = face.text
		? digits(face.text, { x: 13, y: 33, height: 39, colour: cardNumeral(colour), stroke: 5.6, anchor: 'left' })
		: place(sign(face.sign, special ?? cardNumeral(colour), lighter(colour, 0.8)), 31, 32, 0.66);
	const other = face.colour && face.text ? shape(look.shape, 85, 17, 11, darker(colour, 0.3)) : '';
	return roadCard(kind, colour, corner, other);
}

export const BACKS = ['#3F5F9E', '#2F8F7B', '#D9623F', '#2B6BD4', '#3D3A5C', '#B8482F', '#8A5A2B'] as const;

/** A number that is always the same for a name. */
export function hashed(name: string): number {
	let sum = 7;
	for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
	return sum;
}

/** The back of a game's cards, by its id: its own colour, pattern and car. */
export function backOf(id: string): Markup {
	const number = hashed(id);
	const ground = BACKS[number % BACKS.length]!;
	const pale = lighter(ground, 0.14);
	const body = LOOKS[(['red', 'yellow', 'green', 'blue'] as const)[(number >>> 3) % 4]!].body;
	return cardBack({
		ground,
		pattern: (number >>> 5) % 2 ? lanes(pale) : scattered(pale),
		sign: carSign(BODIES[(number >>> 7) % BODIES.length]!, body),
	});
}
