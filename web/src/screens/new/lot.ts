// How many bays stand side by side, so that no row has one lonely car if it can be helped.
export interface Columns {
	narrow: number;
	middle: number;
	wide: number;
}

/** Letters from this size on need bays twice as wide. */
const LARGE = 1.4;

/** `tall`: there is more height than width. `size`: how large the letters are. */
export function columns(count: number, tall = false, size = 1): Columns {
	const half = Math.ceil(count / 2);
	if (size > LARGE) return { narrow: Math.min(2, count), middle: Math.min(3, count), wide: Math.min(4, count) };
	return {
		narrow: count < 4 ? count : count === 4 ? 2 : 3,
		middle: count < 5 ? count : half,
		wide: count < (tall ? 4 : 7) ? count : half,
	};
}
