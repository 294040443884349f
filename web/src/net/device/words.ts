// What the page and its workers say to each other.
import type { Snag } from './patient';

/** Another device, which came to this table. Without one it is the page itself that asks. */
export interface Guest {
	id: number;
	table: string;
}

export type ToWorker =
	| { kind: 'start'; folder: string; base: string; check: boolean }
	/** Where robots think from now on. */
	| { kind: 'thinker'; thinker: MessagePort }
	/** This device has no room for two: they think where the table is. */
	| { kind: 'alone' }
	| { kind: 'ask'; id: number; method: string; path: string; authorization: string; body: string; guest?: Guest }
	| { kind: 'dial'; line: number; guest?: Guest }
	| { kind: 'say'; line: number; text: string }
	| { kind: 'leave'; line: number }
	/** A guest's channel is cut. */
	| { kind: 'gone'; guest: Guest };

/** Are you still there? */
export interface Ping {
	kind: 'ping';
}

/** What is being done before the first table stands. */
export type Stage = 'fetching' | 'starting' | 'opening';

/** What each worker says of itself. */
export type Life =
	| { kind: 'stage'; stage: Stage; bytes: number; of: number; snag: Snag }
	| { kind: 'ready' }
	/** It stands still for something that it needs now, and why it does not come. */
	| { kind: 'snag'; snag: Snag }
	| { kind: 'pong' }
	| { kind: 'failed'; why: string };

export type FromWorker =
	| Life
	| { kind: 'answer'; id: number; status: number; media: string; body: string }
	| { kind: 'message'; line: number; text: string }
	| { kind: 'closed'; line: number }
	/** All of Python is here, and kept. */
	| { kind: 'complete' }
	/** Tables do not last any longer: `denied`, `full` and the like. */
	| { kind: 'trouble'; key: string };

export type ToThinker =
	| { kind: 'start'; folder: string; port: MessagePort; check: boolean }
	/** The first worker has all of Python: here, too, the rest of it may be taken. */
	| { kind: 'complete' };

/** On the port between the two workers. */
export interface Thought {
	id: number;
	said: string;
}

export interface Answer {
	id: number;
	action: number | null;
}
