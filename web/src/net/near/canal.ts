// A way through the relay that looks like a data channel: two ends say hello, agree on keys, and then pieces go to and fro as over any other.
import { base64url, unbase64url } from './code';
import { type Canal, PIECE } from './pipe';
import { agree, MORE, newPair, type Pair, type Seal } from './seal';

/** What each end says first. `pub`: where it can lock; `keyed`: the guest has a link with a secret. */
interface Hello {
	pub: string;
	keyed: boolean;
}

/** How safe it is: nobody in between can read or change it (`keyed`), only read nothing (`locked`), or read it (`open`). */
export type Safety = 'keyed' | 'locked' | 'open';

/** Letters of the longest piece as it comes, and of a hello. */
const LONGEST = Math.ceil(((PIECE + 1 + MORE) * 4) / 3);
const LONGEST_HELLO = 300;
/** Pieces that came and are not opened yet: who sends more at once does not mean well. */
const MOST_UNOPENED = 2000;

/** A hand that does not fit: the other end is not who the link says, or speaks otherwise. */
export class Mistrust extends Error {}

function helloIn(text: string): Hello {
	const found: unknown = text.length > LONGEST_HELLO ? null : JSON.parse(text);
	const { pub, keyed } = (found ?? {}) as Partial<Hello>;
	if (typeof pub !== 'string' || typeof keyed !== 'boolean') throw new Mistrust('no hello');
	return { pub, keyed };
}

export class RelayCanal implements Canal {
	binaryType: BinaryType = 'arraybuffer';
	onclose: RTCDataChannel['onclose'] = null;
	onerror: RTCDataChannel['onerror'] = null;
	onmessage: RTCDataChannel['onmessage'] = null;
	safety: Safety = 'open';
	/** The other end is not who the link says. */
	doubted = false;
	private seal: Seal | null = null;
	private greeted = false;
	/** What is locked and opened goes in its order. */
	private out: Promise<void> = Promise.resolve();
	private back: Promise<void> = Promise.resolve();
	private unsent = 0;
	private unopened = 0;
	private over = false;
	private pair: Promise<Pair | null> | undefined;

	/** `secret` is what the link says, or what links to this table say; `stands` is called once both ends know each other. */
	constructor(
		private readonly isHost: boolean,
		private readonly secret: string,
		private readonly room: string,
		private readonly pass: (data: string) => void,
		private readonly waiting: () => number,
		private readonly hangUp: () => void,
		private readonly stands: () => void,
	) {
		if (!isHost) this.back = this.greet(secret !== '').catch(() => this.close());
	}

	get bufferedAmount(): number {
		return this.unsent + this.waiting();
	}

	send(piece: Uint8Array<ArrayBuffer>): void {
		this.unsent += piece.length;
		this.out = this.out
			.then(async () => {
				const locked = this.seal ? await this.seal.lock(piece) : piece;
				if (!this.over) this.pass(base64url(locked));
			})
			.catch(() => this.close())
			.finally(() => {
				this.unsent -= piece.length;
			});
	}

	/** Something came from the other end. */
	take(data: string): void {
		if (this.over) return;
		if (data.length > LONGEST || ++this.unopened > MOST_UNOPENED) {
			this.close();
			return;
		}
		this.back = this.back
			.then(() => (this.greeted ? this.hear(data) : this.meet(helloIn(data))))
			.catch(() => {
				this.doubted = !this.over;
				this.close();
			})
			.finally(() => {
				this.unopened--;
			});
	}

	close(): void {
		if (this.over) return;
		this.hangUp();
		this.lost();
	}

	/** The line is gone, or the other end. */
	lost(): void {
		if (this.over) return;
		this.over = true;
		this.onclose?.call(this as unknown as RTCDataChannel, new Event('close'));
	}

	private async greet(keyed: boolean): Promise<void> {
		this.pair ??= newPair();
		const pair = await this.pair;
		const hello: Hello = { pub: pair ? base64url(pair.public) : '', keyed: keyed && pair !== null };
		this.pass(JSON.stringify(hello));
	}

	private async meet(hello: Hello): Promise<void> {
		// The guest says which way it came, and the page with the table goes along.
		if (this.isHost) await this.greet(hello.keyed);
		const pair = await this.pair;
		if (pair && hello.pub) {
			const keyed = this.isHost ? hello.keyed : this.secret !== '';
			this.seal = await agree(pair, unbase64url(hello.pub), this.isHost, keyed ? this.secret : '', this.room);
			this.safety = keyed ? 'keyed' : 'locked';
		} else if (!this.isHost && pair && this.secret) {
			// A link with a secret is never used in the open, whoever stands between and would like that.
			throw new Mistrust('the other end does not lock');
		}
		this.greeted = true;
		if (!this.over) this.stands();
	}

	private async hear(data: string): Promise<void> {
		const piece = unbase64url(data);
		const opened = this.seal ? await this.seal.open(piece) : piece;
		if (this.over) return;
		const event = new MessageEvent('message', { data: opened.buffer });
		this.onmessage?.call(this as unknown as RTCDataChannel, event);
	}
}
