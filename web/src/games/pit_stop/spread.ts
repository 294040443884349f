/**
 * Places along a line from 0 to `room`, as near to the wanted ones as they can be and in their order: `apart` from each other, or nearer
 * where there is no room for that. All are the same edge of things alike.
 */
export function spread(wanted: number[], room: number, apart: number): number[] {
	const step = Math.min(apart, wanted.length > 1 ? room / (wanted.length - 1) : apart);
	const places: number[] = [];
	// To the right as far as need be, and back from the end.
	for (const one of wanted) places.push(Math.max(one, places.length ? places.at(-1)! + step : 0));
	for (let i = places.length - 1, end = room; i >= 0; i--, end -= step) places[i] = Math.min(places[i]!, end);
	return places;
}
