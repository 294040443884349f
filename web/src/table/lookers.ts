// Whose turn it is to look at a device that several people share.

/** Whoever looks goes on while the table waits for them; else the next of those who are asked, in the order of seats. */
export function nextLooker(local: readonly number[], awaited: readonly number[], me: number | null): number | null {
	const wanting = local.filter((seat) => awaited.includes(seat));
	if (!wanting.length) return null;
	if (me !== null && wanting.includes(me)) return me;
	return wanting.find((seat) => seat > (me ?? -1)) ?? wanting[0]!;
}
