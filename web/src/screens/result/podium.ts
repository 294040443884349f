// Who stands where at the end. Places come from the server; equal ones are shared.

export interface Stand {
	seat: number;
	place: number;
}

/** So many fit side by side; whoever else is as good has a pill with the same place on it. */
const WIDEST = 4;

/** The podium from left to right with the best in the middle, and everyone after that in order. */
export function podium(places: readonly number[]): { stands: Stand[]; others: Stand[] } {
	const all = places.map((place, seat) => ({ seat, place })).sort((a, b) => a.place - b.place || a.seat - b.seat);
	const best = all.filter((one) => one.place <= 3).slice(0, WIDEST);
	const stands: Stand[] = [];
	for (const [i, one] of best.entries()) {
		if (i % 2) stands.unshift(one);
		else stands.push(one);
	}
	return { stands, others: all.slice(best.length) };
}

export function winners(places: readonly number[]): number[] {
	return places.flatMap((place, seat) => (place === 1 ? [seat] : []));
}

/** Points round by round, by seat: every view of a game that is scored in rounds has them under this name. */
export function rounds(view: Record<string, unknown>): number[][] {
	return (view as { rounds?: number[][] }).rounds ?? [];
}

/** What everyone has after each round. */
export function sums(rounds: readonly number[][]): number[][] {
	const so_far: number[][] = [];
	for (const row of rounds) {
		const before = so_far.at(-1);
		so_far.push(row.map((points, seat) => points + (before?.[seat] ?? 0)));
	}
	return so_far;
}
