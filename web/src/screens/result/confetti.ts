// Twenty pieces that fall once and lie still; the middle, where the words stand, stays free.
export interface Piece {
	/** In hundredths of the scene. */
	x: number;
	y: number;
	/** Milliseconds. */
	delay: number;
}

// biome-ignore format: a picture of where they lie
const LIE: [number, number][] = [
	[9, 17], [15, 7], [17, 30], [5, 40], [24, 21], [31, 9], [21, 44], [31, 35], [69, 10], [77, 22],
	[85, 8], [91, 24], [95, 40], [82, 37], [72, 34], [66, 22], [3, 9], [88, 52], [11, 55], [96, 11],
];

export const CONFETTI: Piece[] = LIE.map(([x, y], i) => ({ x, y, delay: (i * 137) % 700 }));
