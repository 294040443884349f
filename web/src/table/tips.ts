// What is left to see of a choice while a tip shows just that one.

/** The hints about this action alone: what leads elsewhere, or further, would be lit as well. */
export function about(hints: readonly Record<string, unknown>[], action: number): Record<string, unknown>[] {
	return hints.filter((hint) => {
		const moves = Array.isArray(hint.actions) ? hint.actions : hint.action == null ? [] : [hint.action];
		return moves.every((move) => move === action) && moves.length < 2;
	});
}
