// The time of a match, in words that are told now and then.

/** So many minutes before the end it is told. */
const TOLD_AT = [30, 10, 5, 2, 1];

/** Whole minutes, as people say them: the last half minute is none. */
export const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/** Is one of these moments between then and now? */
export const passed = (before: number, now: number): boolean =>
	TOLD_AT.some((minutes) => before > 60 * minutes && now <= 60 * minutes && now > 0);
