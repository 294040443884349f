// Which cars of the convoy are drawn: all when they fit, else the part where something can happen.
export type Item = { car: number } | { dots: number };

/** `window` are the two neighbours of the open space, or null: then both ends matter. */
export function shownCars(row: readonly number[], window: readonly [number, number] | null, most: number): Item[] {
	if (row.length <= most) return row.map((car) => ({ car }));
	const room = Math.max(2, most - 1);
	if (window) {
		const after = row.findIndex((car) => car >= window[1]);
		const at = after < 0 ? row.length - 1 : after;
		const from = Math.max(0, Math.min(row.length - room, at - Math.ceil(room / 2)));
		return [...dots(from), ...row.slice(from, from + room).map((car) => ({ car })), ...dots(row.length - from - room)];
	}
	const left = Math.ceil(room / 2);
	const right = room - left;
	return [
		...row.slice(0, left).map((car) => ({ car })),
		...dots(row.length - room),
		...row.slice(row.length - right).map((car) => ({ car })),
	];
}

const dots = (n: number): Item[] => (n > 0 ? [{ dots: n }] : []);

/** The numbers of an open space, as they are written: one by one when they are few. */
export function inside(window: readonly [number, number]): string {
	const [low, high] = [window[0] + 1, window[1] - 1];
	if (high < low) return '';
	return high - low < 3 ? Array.from({ length: high - low + 1 }, (_, i) => low + i).join('  ') : `${low} – ${high}`;
}
