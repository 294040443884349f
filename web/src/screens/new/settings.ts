// How a table is run, as far as people set it before they begin.
import type { NewSettings } from '../../net/protocol';

export type TableSettings = Required<Omit<NewSettings, 'allowance_ms'>>;

export const AWAY = [15, 30, 60, 120, 300] as const;
export const PACE = [
	{ value: 0, name: 'none' },
	{ value: 400, name: 'short' },
	{ value: 700, name: 'usual' },
	{ value: 1500, name: 'long' },
] as const;

/** Robots are brisk where one person waits for all of them. */
const BRISK = 400;

/** Whoever shares a device hands it round, and nobody can be quick while doing so: then there is no countdown. */
function usualSettings(here: number, alone: boolean): TableSettings {
	const pace_ms = alone ? BRISK : 700;
	return { away_seconds: 60, stand_in: '3', clock: here < 2, pace_ms, watchers: true, hints: '3' };
}

/** What a person set counts; the rest is as usual for those who sit here. `alone`: one person, and robots. */
export function settingsFor(here: number, changed: NewSettings, alone = false): TableSettings {
	return { ...usualSettings(here, alone), ...changed };
}
