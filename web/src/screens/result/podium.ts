// Who stands where at the end. Places come from the server; equal ones are shared.

export interface Stand {
	seat: number;
	place: number;
}

/** So many fit side by side on a phone; whoever else is as good has a pill with the same place on it. */
const NARROW = 4;

/** How many have a stand of their own, by the pixels across. */
export function roomOn(wide: number): number {
	return Math.max(NARROW, Math.floor(wide / 118));
}

/**
 * The podium from left to right with the best in the middle, and everyone after that in order. Where there is room for
 * everybody, everybody stands on it.
 */
export function podium(places: readonly number[], room = NARROW): { stands: Stand[]; others: Stand[] } {
	const all = places.map((place, seat) => ({ seat, place })).sort((a, b) => a.place - b.place || a.seat - b.seat);
	const best = room > NARROW && all.length <= room ? all : all.filter((one) => one.place <= 3).slice(0, NARROW);
	const stands: Stand[] = [];
	for (const [i, one] of best.entries()) {
		if (i % 2) stands.unshift(one);
		else stands.push(one);
	}
	return { stands, others: all.slice(best.length) };
}

/** The people who did best, also where a robot won; nobody where only robots played. */
export function bestPeople(places: readonly number[], robots: readonly number[]): number[] {
	const people = [...places.keys()].filter((seat) => !robots.includes(seat));
	const best = Math.min(...people.map((seat) => places[seat]!));
	return people.filter((seat) => places[seat] === best);
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
