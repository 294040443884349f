// The host's side: what guests ask is carried to the worker of this page, which knows them for strangers.
import { guestWay } from '../device/page.svelte';
import type { Wire } from '../wire';
import { type Canal, pipe } from './pipe';
import { fromGuest, type ToGuest } from './words';

/** The longest request (64 kB, each sign of it perhaps written as two) and what stands around it. */
const LONGEST = 140 * 1024;
/** Lines that a guest may open before it is told by the worker that they are too many. */
const MOST_LINES = 16;

/** Requests of a guest under way: a page asks a few at once. */
const MOST_ASKED = 32;
/** What a guest may say at once, and how much more in a second: twice of what the worker takes. A worker at work reads nothing, and what
 * waits for it would pile up. */
const [AT_ONCE, A_SECOND] = [120, 40];

/** Tables of this page that have lost a device since somebody looked. */
export const guests: { lost: string[] } = $state({ lost: [] });

/** Somebody has read that a device got lost, or it is back. */
export function seen(table: string): void {
	guests.lost = guests.lost.filter((one) => one !== table);
}

/** `returns`: it comes back by itself, so nobody has to be told that it got lost. Answers with a way to say something to it. */
export function receive(table: string, channel: Canal, over: () => void, returns = false): (message: ToGuest) => void {
	const way = guestWay(table);
	const lines = new Map<number, Wire>();
	const tell = (message: ToGuest) => end.send(JSON.stringify(message));
	const end = pipe(channel, LONGEST, hear, () => {
		for (const wire of lines.values()) wire.close();
		lines.clear();
		way.leave();
		if (!returns) guests.lost = [...guests.lost.filter((one) => one !== table), table];
		over();
	});
	let [left, counted] = [AT_ONCE, performance.now()];
	let asked = 0;
	if (!returns) seen(table);

	/** May it say one thing more? */
	function heeded(): boolean {
		const now = performance.now();
		left = Math.min(AT_ONCE, left + ((now - counted) / 1000) * A_SECOND) - 1;
		counted = now;
		return left >= 0;
	}

	function hear(text: string): void {
		const message = heeded() ? fromGuest(text) : null;
		switch (message?.kind) {
			case 'ask':
				void ask(message.id, message.method, message.path, message.authorization, message.body);
				break;
			case 'dial':
				dial(message.line);
				break;
			case 'say':
				lines.get(message.line)?.send(message.text);
				break;
			case 'leave':
				lines.get(message.line)?.close();
				lines.delete(message.line);
				break;
			default:
				end.close();
		}
	}

	async function ask(id: number, method: string, path: string, authorization: string, body: string): Promise<void> {
		if (asked >= MOST_ASKED) return end.close();
		asked++;
		try {
			const answer = await way.ask(method, path, authorization, body);
			const media = answer.headers.get('Content-Type') ?? '';
			tell({ kind: 'answer', id, status: answer.status, media, body: await answer.text() });
		} catch {
			tell({ kind: 'answer', id, status: 0, media: '', body: '' });
		} finally {
			asked--;
		}
	}

	function dial(line: number): void {
		if (lines.has(line) || lines.size >= MOST_LINES) {
			end.close();
			return;
		}
		const wire = way.dial(
			{
				opened() {},
				message: (text) => tell({ kind: 'message', line, text }),
				closed: () => {
					if (lines.get(line) === wire) lines.delete(line);
					tell({ kind: 'closed', line });
				},
			},
			table,
		);
		lines.set(line, wire);
	}

	return tell;
}
