// What the page of the lab asks of the server. It is for whoever runs it, so the reference for others does not know it.
import { ask, read } from './api';

/** A study as it is asked for; `robots` has a level for each seat. */
export interface Order {
	game: string;
	robots: string[];
	preset: string;
	/** What differs from the preset. */
	options: Record<string, unknown>;
	matches: number;
	/** So many matches are watched closely. */
	watch: number;
	seed: number;
	lang: string;
}

export type StudyState = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed';

/** A study as it stands. */
export interface Kept {
	id: string;
	order: Order;
	/** When it was asked for, in milliseconds since 1970. */
	at: number;
	state: StudyState;
	done: number;
	/** Of so many; 0 before anything is known. */
	of: number;
	seconds_left: number | null;
	/** The last lines of a process that failed. */
	said: string[];
}

export const underWay = (kept: Kept): boolean => kept.state === 'waiting' || kept.state === 'running';

const STUDIES = '/api/lab/studies';
const at = (study: string) => `${STUDIES}/${encodeURIComponent(study)}`;

/** All of it for one key. */
export const labApi = (token: string) => ({
	start: (order: Order) => read<Kept>('POST', STUDIES, order, [token]),
	more: (study: string, matches: number) => read<Kept>('POST', `${at(study)}/more`, { matches }, [token]),
	stop: (study: string) => read<void>('POST', `${at(study)}/stop`, undefined, [token]),
	remove: (study: string) => read<void>('DELETE', at(study), undefined, [token]),
	show: <T>(study: string, language: string) => read<T>('GET', `${at(study)}?lang=${language}`, undefined, [token]),
	report: async (study: string, language: string) =>
		(await ask('GET', `${at(study)}/report?lang=${language}`, undefined, [token])).text(),
});
export type LabApi = ReturnType<typeof labApi>;
