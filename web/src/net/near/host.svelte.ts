// The host's side: what guests ask is carried to the worker of this page, which knows them for strangers.
import { guestWay } from '../device/page.svelte';
import type { Wire } from '../wire';
import { pipe } from './pipe';
import { fromGuest, type ToGuest } from './words';

/** The longest request (64 kB, each sign of it perhaps written as two) and what stands around it. */
const LONGEST = 140 * 1024;
/** Lines that a guest may open before it is told by the worker that they are too many. */
const MOST_LINES = 16;

/** Tables of this page that have lost a device since somebody looked. */
export const guests: { lost: string[] } = $state({ lost: [] });

/** Somebody has read that a device got lost, or it is back. */
export function seen(table: string): void {
	guests.lost = guests.lost.filter((one) => one !== table);
}

export function receive(table: string, channel: RTCDataChannel, over: () => void): void {
	const way = guestWay(table);
	const lines = new Map<number, Wire>();
	const tell = (message: ToGuest) => end.send(JSON.stringify(message));
	const end = pipe(channel, LONGEST, hear, () => {
		for (const wire of lines.values()) wire.close();
		lines.clear();
		way.leave();
		guests.lost = [...guests.lost.filter((one) => one !== table), table];
		over();
	});
	seen(table);

	function hear(text: string): void {
		const message = fromGuest(text);
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
		try {
			const answer = await way.ask(method, path, authorization, body);
			const media = answer.headers.get('Content-Type') ?? '';
			tell({ kind: 'answer', id, status: answer.status, media, body: await answer.text() });
		} catch {
			tell({ kind: 'answer', id, status: 0, media: '', body: '' });
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
}
