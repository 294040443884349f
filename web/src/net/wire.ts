/** What happens at our end of a line. */
export interface Ends {
	opened(): void;
	message(text: string): void;
	closed(): void;
}

export interface Wire {
	send(text: string): void;
	/** Hang up; `closed` is not called any more, or does no harm. */
	close(): void;
	readonly open: boolean;
	/** Whoever will answer is still on the way: silence is no bad sign yet. */
	readonly coming?: boolean;
}

/** What carries requests and lines: the network to a server, a port to the worker of this page, or a channel to another device. */
export interface Carrier {
	/** One request; it fails only when nobody can be reached. */
	ask(method: string, path: string, authorization: string, body?: string): Promise<Response>;
	dial(ends: Ends, table: string): Wire;
}
