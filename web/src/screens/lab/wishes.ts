// What can be wished for in a search, and how the command writes it.

/** Wishes that are met more or less. */
export const PLAIN = ['fair', 'leads', 'late', 'comebacks', 'choice', 'skill', 'luck', 'quick'] as const;
/** Wishes with a range, and where theirs begins. */
export const RANGED: Readonly<Record<string, Range>> = {
	minutes: { low: 10, high: 20 },
	turns: { low: 20, high: 60 },
	decisions: { low: 40, high: 120 },
};
/** Of which nobody can wish for both. */
const OPPOSITE: Readonly<Record<string, string>> = { skill: 'luck', luck: 'skill' };
export const MOST_WISHED = 9999;

export interface Range {
	low: number;
	high: number;
}

export interface Wish {
	name: string;
	range: Range | null;
}

export const wish = (name: string): Wish => ({ name, range: RANGED[name] ?? null });

/** Wished for, or no longer. */
export function toggled(wishes: readonly Wish[], name: string): Wish[] {
	if (wishes.some((one) => one.name === name)) return wishes.filter((one) => one.name !== name);
	return [...wishes.filter((one) => one.name !== OPPOSITE[name]), wish(name)];
}

/** Both ends stay what they can be: the one that is moved takes the other along. */
export function withEnd({ low, high }: Range, end: 'low' | 'high', value: number): Range {
	if (!(value >= 0 && value <= MOST_WISHED)) return { low, high };
	return end === 'low' ? { low: value, high: Math.max(value, high) } : { low: Math.min(value, low), high: value };
}

export const written = ({ name, range }: Wish): string => (range ? `${name}=${range.low}-${range.high}` : name);

export function readWish(text: string): Wish {
	const [name, span] = text.split('=') as [string, string | undefined];
	const [low, high] = (span ?? '').split('-').map(Number);
	return { name, range: span === undefined ? null : { low: low!, high: high! } };
}
