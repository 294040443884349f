// Twenty pieces that fall once and lie still; the middle, where the words stand, stays free.
export interface Piece {
	/** In hundredths of the scene. */
	x: number;
	y: number;
	/** Milliseconds. */
	delay: number;
}

export const CONFETTI: Piece[] = Array.from({ length: 20 }, (_, i) => {
	const side = i % 2 ? 68 : 2;
	return { x: side + ((i * 47) % 30), y: 5 + ((i * 31) % 58), delay: (i * 137) % 700 };
});
