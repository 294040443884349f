// What the page and its workers say to each other.

/** Another device, which came to this table. Without one it is the page itself that asks. */
export interface Guest {
	id: number;
	table: string;
}

export type ToWorker =
	| { kind: 'start'; folder: string; base: string }
	/** Where robots think from now on. */
	| { kind: 'thinker'; thinker: MessagePort }
	| { kind: 'ask'; id: number; method: string; path: string; authorization: string; body: string; guest?: Guest }
	| { kind: 'dial'; line: number; guest?: Guest }
	| { kind: 'say'; line: number; text: string }
	| { kind: 'leave'; line: number }
	/** A guest's channel is cut. */
	| { kind: 'gone'; guest: Guest }
	/** Are you still there? */
	| { kind: 'ping' };

/** What is being done before the first table stands. */
export type Stage = 'fetching' | 'starting' | 'opening';

export type FromWorker =
	| { kind: 'stage'; stage: Stage; bytes: number; of: number }
	| { kind: 'ready' }
	| { kind: 'pong' }
	| { kind: 'failed'; why: string }
	| { kind: 'answer'; id: number; status: number; media: string; body: string }
	| { kind: 'message'; line: number; text: string }
	| { kind: 'closed'; line: number }
	/** Tables do not last any longer: `denied`, `full` and the like. */
	| { kind: 'trouble'; key: string }
	/** The thinker did not answer in time: there must be another one. */
	| { kind: 'stuck' };

export type ToThinker = { kind: 'start'; folder: string; port: MessagePort };

/** On the port between the two workers. */
export interface Thought {
	id: number;
	said: string;
}

export interface Answer {
	id: number;
	action: number | null;
}
