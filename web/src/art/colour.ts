/** Every colour of the table, and the few sums that make shades of them. */

const SHADE = '#1F1B3A';

function channels(hex: string): [number, number, number] {
	return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

/** `share` 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, share: number): string {
	const target = channels(to);
	const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share));
	return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function lighter(hex: string, share: number): string {
	return mix(hex, '#FFFFFF', share);
}

export function darker(hex: string, share: number): string {
	return mix(hex, SHADE, share);
}

function luminance(hex: string): number {
	const [r, g, b] = channels(hex).map((value) => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours as WCAG counts it, 1 to 21. */
export function contrast(one: string, other: string): number {
	const [a, b] = [luminance(one), luminance(other)];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const PALETTE = {
	light: {
		paper: '#FBF6EC',
		surface: '#FFFFFF',
		sand: '#F3EBDB',
		line: '#E8DEC9',
		ink: '#2B2840',
		ink2: '#625E78',
		accent: '#6A4DE0',
		accentDeep: '#4E35B8',
		alert: '#B5303A',
		ok: '#1C8449',
		grass: '#CFE3BE',
		grass2: '#B9D3A6',
		road: '#5A5773',
		bay: '#676382',
		kerb: '#EDE7DA',
		closed: '#8E8BA6',
	},
	dark: {
		paper: '#1D1B2E',
		surface: '#312E4B',
		sand: '#3A3757',
		line: '#3D3A58',
		ink: '#F7F2E8',
		ink2: '#B8B3CC',
		accent: '#B3A2FF',
		accentDeep: '#7C68D8',
		alert: '#FF9B96',
		ok: '#7CD79B',
		grass: '#26352F',
		grass2: '#2E4038',
		road: '#3B3952',
		bay: '#454260',
		kerb: '#57536F',
		closed: '#6D6A88',
	},
} as const;

export const INK: string = PALETTE.light.ink;
export const GLASS = '#34405F';
export const TYRE = '#23203A';
export const HEAD_LAMP = '#FFF1BF';
export const TAIL_LAMP = '#F2453D';
export const SLATE = '#4A4763';
export const POLICE_BLUE = '#2C4A9E';
export const TOW_AMBER = '#F2A62B';
export const BELT_ORANGE = '#F2683C';
/** The tens of the 1-50 deck: 1-10, 11-20, 21-30, 31-40, 41-50. */
export const TENS = ['#3E8ED0', '#E8684F', '#2FA58A', '#F0A830', '#E07BAF'] as const;

export function decade(number: number): string {
	return TENS[Math.min(4, Math.max(0, Math.floor((number - 1) / 10)))]!;
}

/** The panel of a numbered card, and the number on it. */
export function cardTint(colour: string): string {
	return lighter(colour, 0.8);
}

export function cardNumeral(colour: string): string {
	return darker(colour, 0.62);
}

export type ShapeName = 'triangle' | 'square' | 'circle' | 'diamond' | 'hexagon' | 'drop' | 'ring' | 'cross';
export type GameColour = 'R' | 'B' | 'G' | 'Y';

export interface GameColourLook {
	word: 'red' | 'blue' | 'green' | 'yellow';
	shape: ShapeName;
	hex: string;
	/** Text and signs on the colour. */
	on: string;
	/** The numeral in the white roundel. */
	numeral: string;
	/** Text or a thin sign of this colour on dark ground. */
	onDark: string;
}

export const GAME_COLOURS: Record<GameColour, GameColourLook> = {
	R: { word: 'red', shape: 'triangle', hex: '#D23C40', on: '#FFFFFF', numeral: '#D23C40', onDark: '#FF8A85' },
	B: { word: 'blue', shape: 'square', hex: '#2B6BD4', on: '#FFFFFF', numeral: '#2B6BD4', onDark: '#8DB6FF' },
	G: { word: 'green', shape: 'circle', hex: '#1C8449', on: '#FFFFFF', numeral: '#1C8449', onDark: '#7CD79B' },
	Y: { word: 'yellow', shape: 'diamond', hex: '#F4B72F', on: '#3A2A00', numeral: '#8A5A00', onDark: '#FFD15C' },
};

export const GAME_COLOUR_LETTERS: readonly GameColour[] = ['R', 'B', 'G', 'Y'];

/** Racing cars by their number, 1 to 4. */
export const RACERS = [GAME_COLOURS.R.hex, GAME_COLOURS.Y.hex, GAME_COLOURS.B.hex, GAME_COLOURS.G.hex] as const;

export function racerColour(number: number): string {
	return RACERS[(number - 1 + 4) % 4]!;
}

/** Traffic is pale, so that racing cars stand out; a taxi is always yellow. */
export const TRAFFIC = ['#8FB3D9', '#D9A58F', '#A6C99A', '#CDD2DC', '#E3C48B'] as const;
export const TAXI_YELLOW = '#F4B72F';

export type ChairColour = 'red' | 'blue' | 'green' | 'yellow' | 'orange' | 'violet' | 'white' | 'black';

export interface ChairLook {
	hex: string;
	on: string;
	shape: ShapeName;
}

/** The car colours of the chairs. Each has a shape of its own; violet is a plum, far from the accent. */
export const CHAIR_COLOURS: Record<ChairColour, ChairLook> = {
	red: { hex: '#D23C40', on: '#FFFFFF', shape: 'triangle' },
	blue: { hex: '#2B6BD4', on: '#FFFFFF', shape: 'square' },
	green: { hex: '#1C8449', on: '#FFFFFF', shape: 'circle' },
	yellow: { hex: '#F4B72F', on: '#3A2A00', shape: 'diamond' },
	orange: { hex: '#EF8332', on: '#33190A', shape: 'hexagon' },
	violet: { hex: '#8E3B75', on: '#FFFFFF', shape: 'drop' },
	white: { hex: '#F4F2EC', on: '#4A4763', shape: 'ring' },
	black: { hex: '#3A3848', on: '#FFFFFF', shape: 'cross' },
};

export const CHAIR_COLOUR_NAMES = Object.keys(CHAIR_COLOURS) as ChairColour[];

/** The free one that looks most like the wished one; undefined where none is free. */
export function nearestColour(wish: string, free: readonly string[]): string | undefined {
	const wanted = channels(chairLook(wish).hex);
	const far = (colour: string) =>
		channels(chairLook(colour).hex).reduce((sum, value, i) => sum + (value - wanted[i]!) ** 2, 0);
	return [...free].sort((one, other) => far(one) - far(other))[0];
}

/** The look of a chair's colour; a colour nobody knows is grey as a parked car. */
export function chairLook(colour: string): ChairLook {
	return CHAIR_COLOURS[colour as ChairColour] ?? { hex: '#8E8BA6', on: '#1D1B2E', shape: 'ring' };
}
