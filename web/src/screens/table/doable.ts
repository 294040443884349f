// "What can I do?" in words: every legal action once, sorts of them together, long lists cut short.

interface Named {
	key: string;
	label: string;
}

export interface Doable {
	lines: string[];
	/** So many more of the same sort. */
	more: number;
}

/** So many of a sort are read; whoever has more to choose from sees them lit. */
const MOST = 8;

export function doable(choices: readonly Named[]): Doable[] {
	const sorts = new Map<string, string[]>();
	for (const { key, label } of choices) {
		const known = sorts.get(key) ?? [];
		if (!known.includes(label)) sorts.set(key, [...known, label]);
	}
	return [...sorts.values()].map((labels) => ({
		lines: labels.slice(0, MOST),
		more: Math.max(0, labels.length - MOST),
	}));
}
