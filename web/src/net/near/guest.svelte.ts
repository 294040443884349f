// The guest's side: tables that are held by the page of another device, reached over a channel.
import { hostToken, keep, keptTable } from '../keys';
import type { Carrier, Ends } from '../wire';
import { read } from './code';
import { type Canal, type Pipe, pipe } from './pipe';
import { fromHost, type ToGuest, type ToHost } from './words';

/** Devices can reach each other here without a server. */
export const CAN = typeof RTCPeerConnection !== 'undefined';

/** A whole table with a long game in it is not longer. */
const LONGEST = 16 * 1024 * 1024;

/** With these comes no body. */
const EMPTY = new Set([204, 205, 304]);

/** Tables to which a channel stands now. */
export const near: { tables: string[] } = $state({ tables: [] });

/** One channel to one table. */
class Channel implements Carrier {
	private readonly end: Pipe;
	private numbers = 0;
	private readonly asked = new Map<number, (answer: ToGuest & { kind: 'answer' }) => void>();
	private readonly lines = new Map<number, Ends>();
	private open = true;

	constructor(
		private readonly table: string,
		channel: Canal,
		private readonly closed: () => void,
	) {
		this.end = pipe(
			channel,
			LONGEST,
			(text) => this.hear(fromHost(text)),
			() => this.lost(),
		);
	}

	async ask(method: string, path: string, authorization: string, body?: string): Promise<Response> {
		const id = ++this.numbers;
		const { status, ...answer } = await new Promise<ToGuest & { kind: 'answer' }>((done) => {
			if (!this.open) return done({ kind: 'answer', id, status: 0, media: '', body: '' });
			this.asked.set(id, done);
			this.send({ kind: 'ask', id, method, path, authorization, body: body ?? '' });
		});
		if (!status) throw new TypeError('the other device is gone');
		try {
			if (status < 200 || status > 599) throw new RangeError('no status');
			const body = EMPTY.has(status) ? null : answer.body;
			return new Response(body, { status, headers: { 'Content-Type': answer.media } });
		} catch {
			// No status there is, or a type that is none.
			this.close();
			throw new TypeError('the other device answers nonsense');
		}
	}

	dial(ends: Ends) {
		const line = ++this.numbers;
		this.lines.set(line, ends);
		this.send({ kind: 'dial', line });
		queueMicrotask(() => ends.opened());
		const { lines } = this;
		return {
			send: (text: string) => this.send({ kind: 'say', line, text }),
			close: () => {
				lines.delete(line);
				this.send({ kind: 'leave', line });
			},
			get open() {
				return lines.has(line);
			},
		};
	}

	close(): void {
		this.end.close();
	}

	private send(message: ToHost): void {
		this.end.send(JSON.stringify(message));
	}

	private hear(message: ToGuest | null): void {
		switch (message?.kind) {
			case 'answer':
				this.asked.get(message.id)?.(message);
				this.asked.delete(message.id);
				break;
			case 'message':
				this.lines.get(message.line)?.message(message.text);
				break;
			case 'closed':
				this.lines.get(message.line)?.closed();
				this.lines.delete(message.line);
				break;
			case 'spare':
				this.keepSpare(message.text);
				break;
			default:
				this.close();
		}
	}

	/** For when this page is loaded anew. A hand for another table is none for us. */
	private keepSpare(spare: string): void {
		try {
			const hand = read(spare);
			if (hand.kind === 'first' && hand.table === this.table) keep(this.table, { spare });
			else this.close();
		} catch {
			this.close();
		}
	}

	private lost(): void {
		this.open = false;
		for (const [id, done] of this.asked) done({ kind: 'answer', id, status: 0, media: '', body: '' });
		this.asked.clear();
		const ended = [...this.lines.values()];
		this.lines.clear();
		this.closed();
		for (const ends of ended) ends.closed();
	}
}

const channels = new Map<string, Channel>();

/** Nobody can be reached now. */
const nobody: Carrier = {
	ask: () => Promise.reject(new TypeError('the other device is not connected')),
	dial(ends) {
		queueMicrotask(() => ends.closed());
		return { send() {}, close() {}, open: false };
	},
};

/** This table is at another device. */
export const isNear = (table: string): boolean => keptTable(table)?.near === true;

/** What leads to a table at another device; nothing for all others. */
export const wayTo = (table: string): Carrier | undefined =>
	channels.get(table) ?? (isNear(table) ? nobody : undefined);

/**
 * A channel stands: from now on the table is reached over it. Whose table it is, the other device only says: never one of
 * our own, whose keys would go there.
 */
export function reached(table: string, channel: Canal, over: () => void): void {
	if (hostToken(table) && !isNear(table)) {
		channel.close();
		over();
		return;
	}
	channels.get(table)?.close();
	const made: Channel = new Channel(table, channel, () => {
		if (channels.get(table) === made) {
			channels.delete(table);
			near.tables = near.tables.filter((one) => one !== table);
		}
		over();
	});
	channels.set(table, made);
	near.tables = [...near.tables.filter((one) => one !== table), table];
	keep(table, { near: true });
}
