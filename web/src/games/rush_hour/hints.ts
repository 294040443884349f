// What the server foresees for a card: where it may go, what that costs, and why not elsewhere.
export interface Fit {
	action: number;
	row: number;
	spot: number;
	how: 'end' | 'gap' | 'hook' | 'front' | 'tow' | 'jam' | 'take';
	takes: number;
}

export interface Hint {
	action: number | null;
	card: string;
	takes: number | null;
	fits: Fit[];
	rows: { row: number; key: string; clause: string; params: Record<string, unknown> }[];
}

export function hintFor(hints: readonly Record<string, unknown>[], card: string | null): Hint | null {
	const found = card === null ? hints.find((hint) => hint.action === null) : hints.find((hint) => hint.card === card);
	return (found as unknown as Hint | undefined) ?? null;
}
