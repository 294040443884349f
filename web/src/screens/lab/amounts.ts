// How many matches, how long, how far: the numbers of the lab in words.
import { Numbers } from '../../lab/numbers';
import type { Study } from '../../lab/study';
import type { Kept } from '../../net/lab';

/** One, two, five, ten: each is about twice the one before. */
export const MATCHES = [
	100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
] as const;
/** A search tries so many set-ups. */
export const TRIALS = [20, 40, 60, 100, 200, 500, 1000] as const;
/** In points of a hundred; 0 never ends early. */
export const PRECISIONS = [0, 5, 2, 1, 0.5] as const;
export const WATCHED = [0, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** Where a number stands in such a row, or the next one above it. */
export function placeIn(row: readonly number[], value: number): number {
	const found = row.findIndex((one) => one >= value);
	return found < 0 ? row.length - 1 : found;
}

/** What a study goes on to: as it was asked for where it was stopped, else the next amount; null when it is enough. */
export function goesOnTo({ order, state }: Kept): number | null {
	if (!order) return null;
	const [row, now] = order.kind === 'find' ? [TRIALS, order.trials] : [MATCHES, order.matches];
	return state === 'finished' ? (row.find((one) => one > now) ?? null) : now;
}

export const written = (language: string, value: number): string => new Numbers(language).count(value);

/** From 0 to 1. Only what is finished is all of it. */
export function partOf(kept: Kept): number {
	if (kept.state === 'finished') return 1;
	return kept.of > 0 ? Math.min(0.99, kept.done / kept.of) : 0;
}

/** Is there something to draw? What is only compared with may have been played first. */
export const begun = (study: Study): boolean => study.trials.length > 0 || study.arms.some((arm) => arm.matches > 0);

export interface Left {
	unit: 'seconds' | 'minutes' | 'hours';
	n: number;
}

/** Roughly: nobody needs to know that it takes 1 hour and 17 seconds. */
export function left(seconds: number): Left {
	if (seconds < 90)
		return { unit: 'seconds', n: Math.max(1, seconds < 20 ? Math.ceil(seconds) : 10 * Math.round(seconds / 10)) };
	if (seconds < 5400) return { unit: 'minutes', n: Math.round(seconds / 60) };
	return { unit: 'hours', n: Math.round(seconds / 3600) };
}

/** Every tenth is worth a sentence. */
export const tenth = (part: number): number => Math.floor(part * 10 + 1e-9);
