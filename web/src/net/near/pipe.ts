// Texts over a data channel. Long ones go in pieces, because a channel takes no long message.

/** What texts in pieces need of a channel. */
export type Canal = Pick<
	RTCDataChannel,
	'binaryType' | 'bufferedAmount' | 'close' | 'onclose' | 'onerror' | 'onmessage'
> & {
	send(piece: Uint8Array<ArrayBuffer>): void;
};

export const PIECE = 16 * 1024;
/** What waits to be sent: whoever does not read any more is cut off, and comes back for the whole table. */
const MOST_WAITING = 8 * 1024 * 1024;
const [MORE, LAST] = [1, 0];

/** Only the last piece may be shorter than the others: else a text within its length could come in any number of pieces. */
const fits = (piece: Uint8Array) =>
	piece[0] === MORE ? piece.length === PIECE + 1 : piece[0] === LAST && piece.length <= PIECE + 1;

export interface Pipe {
	send(text: string): void;
	close(): void;
}

/** Takes an open channel over. `longest`: bytes of one text that we take. `closed` is called once, whoever closed it. */
export function pipe(channel: Canal, longest: number, heard: (text: string) => void, closed: () => void): Pipe {
	let pieces: Uint8Array[] = [];
	let size = 0;
	let over = false;
	const end = () => {
		if (over) return;
		over = true;
		channel.close();
		closed();
	};
	channel.binaryType = 'arraybuffer';
	channel.onclose = end;
	channel.onerror = end;
	channel.onmessage = ({ data }: MessageEvent<unknown>) => {
		if (over) return;
		const piece = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(0);
		if (!fits(piece)) return end();
		size += piece.length - 1;
		if (size > longest) return end();
		pieces.push(piece.subarray(1));
		if (piece[0] === MORE) return;
		const whole = new Uint8Array(size);
		let at = 0;
		for (const one of pieces) {
			whole.set(one, at);
			at += one.length;
		}
		pieces = [];
		size = 0;
		heard(new TextDecoder().decode(whole));
	};
	return {
		send(text) {
			if (over) return;
			const bytes = new TextEncoder().encode(text);
			try {
				for (let at = 0; at === 0 || at < bytes.length; at += PIECE) {
					const some = bytes.subarray(at, at + PIECE);
					const piece = new Uint8Array(some.length + 1);
					piece[0] = at + PIECE < bytes.length ? MORE : LAST;
					piece.set(some, 1);
					channel.send(piece);
				}
				if (channel.bufferedAmount > MOST_WAITING) end();
			} catch {
				end();
			}
		},
		close: end,
	};
}
