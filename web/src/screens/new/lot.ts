// How many bays stand side by side, so that no row has one lonely car if it can be helped.
export interface Columns {
	narrow: number;
	middle: number;
	wide: number;
}

export function columns(count: number, tall = false): Columns {
	const inTwo = Math.ceil(count / 2);
	return {
		narrow: count < 4 ? count : count === 4 ? 2 : 3,
		middle: count < 5 ? count : inTwo,
		wide: count < (tall ? 4 : 7) ? count : inTwo,
	};
}
