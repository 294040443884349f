// Hands that the page with the table holds out for devices that are here: whoever loads its page anew takes the one it was given, and the
// host scans one picture, not two.
import { read } from './code';
import { receive } from './host.svelte';
import { type First, holdOut, OtherHand, onPassed, type Standing } from './shake';

/** The oldest are let go: each keeps some ports open. */
const MOST = 12;

/** Nobody waits for it: however slow this device is, it may look for its addresses as long as this. */
const PATIENCE = 30_000;

const spares = new Map<number, First>();

/** A device has come to this table; it is given a hand for the next time. */
export function welcome(table: string, { channel, hangUp }: Standing): void {
	const tell = receive(table, channel, hangUp);
	listen();
	void holdOut(table, '', PATIENCE).then(
		(first) => {
			const { tag } = read(first.text);
			spares.set(tag, first);
			for (const [old, hand] of [...spares].slice(0, -MOST)) {
				hand.drop();
				spares.delete(old);
			}
			first.channel.then(
				(standing) => {
					spares.delete(tag);
					welcome(table, standing);
				},
				() => spares.delete(tag),
			);
			tell({ kind: 'spare', text: first.text });
		},
		// It goes without: then both pictures are scanned.
		() => undefined,
	);
}

/** Is this the other end of a hand that is held out? Then they find each other; else it belongs elsewhere. */
export async function takeSpare(pasted: string): Promise<void> {
	const hand = spares.get(read(pasted).tag);
	if (!hand) throw new OtherHand();
	await hand.take(pasted);
}

let listening = false;

/** The camera of this device opens the link in another tab, which passes it on. */
function listen(): void {
	if (listening) return;
	listening = true;
	onPassed((text) =>
		takeSpare(text).then(
			() => true,
			() => false,
		),
	);
}
