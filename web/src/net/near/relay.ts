// One line to the relay of the server that handed this page out. It passes on what two devices say to each other, for those in different networks.
import { HERE } from '../address';
import { ALONE } from '../carrier';
import type { Alive } from '../protocol';

/** A page with a table opens its room, or a guest comes into it. */
export type First = { type: 'hold'; key: string } | { type: 'come'; room: string };

type ToRelay =
	| First
	| { type: 'pass'; guest: number; data: string }
	| { type: 'part'; guest: number }
	| { type: 'beat' };

export type FromRelay =
	| { type: 'held'; room: string; code: string }
	| { type: 'came'; guest: number; room: string }
	| { type: 'passed'; guest: number; data: string }
	| { type: 'parted'; guest: number }
	| { type: 'beat' }
	| { type: 'bye'; key: string; again: boolean };

/** The line has ended, and why: the key of a refusal, or nothing where it was cut. `again`: it is worth another try. */
export type Ended = (key: string, again: boolean) => void;

const BEAT = 15_000;
/** A line on which so many of them stay without an answer is dead. How late they come says nothing: a page that nobody looks at is slow. */
const UNANSWERED = 2;
/** After sleep an old line often looks open and is dead: so long it may take to prove itself. */
const PROOF = 2500;
const PATIENCE = 4000;

let asked: Promise<boolean> | undefined;

/** Does the server behind this page offer it? A page that came from elsewhere has none, and asks nobody. */
export function relayOffered(): Promise<boolean> {
	if (!ALONE || location.pathname !== HERE) return Promise.resolve(false);
	asked ??= look().catch(() => {
		asked = undefined;
		return false;
	});
	return asked;
}

async function look(): Promise<boolean> {
	const answer = await fetch('/health/alive', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
	return answer.ok && ((await answer.json()) as Partial<Alive>).relay === true;
}

export class RelayLine {
	private unanswered = 0;
	private over = false;
	private readonly clock: ReturnType<typeof setInterval>;
	private why: [key: string, again: boolean] = ['', true];

	constructor(
		first: First,
		private readonly told: (message: FromRelay) => void,
		private readonly ended: Ended,
		private readonly socket = new WebSocket(
			`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/relay`,
		),
	) {
		socket.onopen = () => this.say(first);
		socket.onmessage = ({ data }) => this.hear(String(data));
		socket.onclose = () => this.end();
		this.clock = setInterval(() => this.beat(), BEAT);
	}

	/** Bytes that are not on their way yet. */
	get waiting(): number {
		return this.socket.bufferedAmount;
	}

	pass(guest: number, data: string): void {
		this.say({ type: 'pass', guest, data });
	}

	/** Send a guest away; 0 closes the room. */
	part(guest: number): void {
		this.say({ type: 'part', guest });
	}

	close(): void {
		this.socket.close();
		this.end();
	}

	private say(message: ToRelay): void {
		if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
	}

	private hear(text: string): void {
		this.unanswered = 0;
		if (this.over) return;
		const message = JSON.parse(text) as FromRelay;
		if (message.type === 'bye') this.why = [message.key, message.again];
		else this.told(message);
	}

	private beat(): void {
		if (this.unanswered >= UNANSWERED) {
			this.close();
			return;
		}
		this.unanswered++;
		this.say({ type: 'beat' });
	}

	/** Is anybody there? Somebody came back to this page, or the network did. */
	prove(): void {
		this.beat();
		setTimeout(() => this.unanswered && this.close(), PROOF);
	}

	private end(): void {
		if (this.over) return;
		this.over = true;
		clearInterval(this.clock);
		this.ended(...this.why);
	}
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** Whoever was sent away comes back all the same, ever more slowly. */
const SLOWEST_WAIT = 60_000;
/** So long a line must have stood before it counts as good again. */
const STEADY = 10_000;

/** A line that comes back by itself until it is closed, or told that there is nothing to come back to. */
export class Steady {
	line: RelayLine | null = null;
	private wait = FIRST_WAIT;
	private began = 0;
	private again: ReturnType<typeof setTimeout> | undefined;
	private over = false;

	constructor(
		private readonly first: () => First,
		private readonly told: (message: FromRelay) => void,
		private readonly ended: Ended,
		private readonly dial = (...how: ConstructorParameters<typeof RelayLine>) => new RelayLine(...how),
	) {
		globalThis.addEventListener?.('online', this.hurry);
		globalThis.document?.addEventListener('visibilitychange', this.hurry);
		this.connect();
	}

	close(): void {
		this.stop();
		this.line?.close();
	}

	private stop(): void {
		this.over = true;
		clearTimeout(this.again);
		globalThis.removeEventListener?.('online', this.hurry);
		globalThis.document?.removeEventListener('visibilitychange', this.hurry);
	}

	/** There is a network again, or somebody looks. */
	private readonly hurry = (): void => {
		if (this.over || globalThis.document?.hidden) return;
		if (this.line) {
			this.line.prove();
			return;
		}
		clearTimeout(this.again);
		this.connect();
	};

	private connect(): void {
		this.began = Date.now();
		const line = this.dial(this.first(), this.told, (key, again) => {
			if (this.line !== line || this.over) return;
			this.line = null;
			if (!again) this.stop();
			this.ended(key, again);
			if (this.over) return;
			if (Date.now() - this.began > STEADY) this.wait = FIRST_WAIT;
			this.again = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
			this.wait = Math.min(this.wait * 2, key === 'too_often' ? SLOWEST_WAIT : LONGEST_WAIT);
		});
		this.line = line;
	}
}
