// What the page of the lab asks of the server. It is for whoever runs it, so the reference for others does not know it.
import { ask, read } from './api';

/** What every study says; `robots` has a level for each seat. */
interface Asked {
	game: string;
	robots: string[];
	preset: string;
	/** What differs from the preset. */
	options: Record<string, unknown>;
	/** Of each set-up. */
	matches: number;
	seed: number;
	lang: string;
}

/** One set-up is measured. */
export interface Run extends Asked {
	kind: 'run';
	/** So many matches are watched closely. */
	watch: number;
}

/** Set-ups are compared: every combination of these values. */
export interface Sweep extends Asked {
	kind: 'sweep';
	watch: number;
	vary: Record<string, unknown[]>;
	/** In points: it ends as soon as every difference in wins is settled or known that well. */
	precision: number | null;
}

/** Good set-ups are searched for. */
export interface Find extends Asked {
	kind: 'find';
	wishes: string[];
	/** Options that may change; none means all. */
	vary: string[];
	trials: number;
}

export type Order = Run | Sweep | Find;
export type Kind = Order['kind'];

/** What a study is about, in short; a search tries so many set-ups. */
export interface What {
	kind: Kind;
	game: string;
	players: number[];
	setups: number;
	matches: number;
	/** What is compared, or wished for. */
	about: string[];
}

/** What would be played. */
export interface Plan {
	what: What;
	/** Combinations that cannot be played. */
	left_out: number;
	options: Record<string, unknown>;
}

/** `kept`: it was made with the terminal. */
export type StudyState = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed' | 'kept';

/** A study as it stands. */
export interface Kept {
	id: string;
	order: Order | null;
	what: What;
	/** When it was asked for, or written in a terminal, in milliseconds since 1970. */
	at: number;
	/** Where it is kept. */
	file: string;
	state: StudyState;
	done: number;
	/** Of so many; 0 before anything is known. */
	of: number;
	seconds_left: number | null;
	/** The last lines of a process that failed. */
	said: string[];
}

/** A file among the studies that is none; why, in the section `lab` of the texts. */
export interface Skipped {
	file: string;
	key: string;
	params: Record<string, unknown>;
}

export const underWay = (kept: Kept): boolean => kept.state === 'waiting' || kept.state === 'running';

const STUDIES = '/api/lab/studies';
const at = (study: string) => `${STUDIES}/${encodeURIComponent(study)}`;

/** All of it for one key. */
export const labApi = (token: string) => ({
	check: (order: Order) => read<Plan>('POST', '/api/lab/check', order, [token]),
	start: (order: Order) => read<Kept>('POST', STUDIES, order, [token]),
	/** Up to so many matches of each set-up, or so many trials of a search. */
	more: (study: string, to: number) => read<Kept>('POST', `${at(study)}/more`, { to }, [token]),
	stop: (study: string) => read<void>('POST', `${at(study)}/stop`, undefined, [token]),
	remove: (study: string) => read<void>('DELETE', at(study), undefined, [token]),
	show: <T>(study: string, language: string) => read<T>('GET', `${at(study)}?lang=${language}`, undefined, [token]),
	report: async (study: string, language: string) =>
		(await ask('GET', `${at(study)}/report?lang=${language}`, undefined, [token])).text(),
});
export type LabApi = ReturnType<typeof labApi>;
