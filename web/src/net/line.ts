// One line to one table. It comes back by itself, and what was asked is asked again under the same id, so nothing is done twice.
import { newId } from './api';
import { carrier } from './carrier';
import {
	type Ack,
	type Advice,
	type Bye,
	type FromDevice,
	type FromServer,
	type Hints,
	type Late,
	type No,
	type Presence,
	type Thinking,
	type Trouble,
	type Update,
	VERSIONS,
	type Welcome,
	type Why,
	type Words,
	type You,
} from './protocol';
import type { Ends, Wire } from './wire';

export type LineState = 'connecting' | 'open' | 'lost' | 'ended';
export type Reply = Ack | Late | No | Hints | Why | Advice;
type Wanted = Extract<FromDevice, { id: string }>;
/** A request without its id: the line gives it one. */
export type Request = Wanted extends infer One ? (One extends Wanted ? Omit<One, 'id'> : never) : never;

export interface Listener {
	welcome(message: Welcome): void;
	update(message: Update): void;
	presence(message: Presence): void;
	thinking(message: Thinking): void;
	trouble(message: Trouble): void;
	words(message: Words): void;
	you(message: You): void;
	/** The server will not have us just now: why. Only a table that is gone ends the line; else it goes on trying. */
	turnedAway(message: Bye): void;
	state(state: LineState): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** Whoever was told not to come back soon comes back all the same, ever more slowly. */
const SLOWEST_WAIT = 60_000;
/** So long a line must have stood before it counts as good again. */
const STEADY = 10_000;
const PING_EVERY = 8000;
const SILENT = 16000;
/** After sleep the old socket often looks open and is dead: so long it may take to prove itself. */
const PROOF = 2500;

/** What is gone does not come back: nothing else ends a line for good. */
export const GONE: readonly string[] = ['no_table', 'deleted'];

export class Line {
	private socket: Wire | null = null;
	private open = false;
	private waiting = new Map<string, { message: FromDevice; done: (reply: Reply) => void }>();
	private wait = FIRST_WAIT;
	/** The pause after being sent away, and when the line stood last. It grows until a line stands for a while. */
	private penance = FIRST_WAIT;
	private sentAway = false;
	private stood = Number.POSITIVE_INFINITY;
	private again: ReturnType<typeof setTimeout> | undefined;
	private beat: ReturnType<typeof setInterval>;
	private heard = Date.now();
	private stopped = false;

	constructor(
		private readonly table: string,
		private readonly tokens: () => string[],
		private readonly since: () => number | null,
		private readonly listener: Listener,
	) {
		this.beat = setInterval(() => this.pulse(), PING_EVERY);
		globalThis.addEventListener?.('online', this.wake);
		globalThis.document?.addEventListener('visibilitychange', this.wake);
		this.connect();
	}

	/** Ask something; the answer comes once, however often the line breaks meanwhile. */
	ask(request: Request): Promise<Reply> {
		const message = { ...request, id: newId() } as Wanted;
		return new Promise((done) => {
			this.waiting.set(message.id, { message, done });
			if (this.open) this.push(message);
		});
	}

	/** Look at the line now: somebody came back to the page, or the network did. */
	readonly wake = (): void => {
		if (this.stopped || globalThis.document?.hidden) return;
		if (!this.socket) {
			this.connect();
			return;
		}
		if (this.socket.coming) return;
		const asked = Date.now();
		this.push({ type: 'ping', t: asked });
		setTimeout(() => {
			if (!this.stopped && this.heard < asked) this.drop();
		}, PROOF);
	};

	stop(): void {
		this.stopped = true;
		clearTimeout(this.again);
		clearInterval(this.beat);
		globalThis.removeEventListener?.('online', this.wake);
		globalThis.document?.removeEventListener('visibilitychange', this.wake);
		this.socket?.close();
		this.socket = null;
	}

	/** Come back under other tokens: this device has sat down, or got up. */
	renew(): void {
		const socket = this.socket;
		this.socket = null;
		this.open = false;
		socket?.close();
		this.connect();
	}

	private connect(): void {
		clearTimeout(this.again);
		this.again = undefined;
		if (this.stopped || this.socket) return;
		this.heard = Date.now();
		this.sentAway = false;
		this.stood = Number.POSITIVE_INFINITY;
		const ends: Ends = {
			opened: () => {
				if (socket === this.socket) this.hello();
			},
			message: (text) => {
				if (socket === this.socket) this.hear(JSON.parse(text) as FromServer);
			},
			closed: () => {
				if (socket === this.socket) this.lost();
			},
		};
		const socket = carrier.dial(ends, this.table);
		this.socket = socket;
	}

	private hello(): void {
		const [protocol, tokens, since] = [[...VERSIONS], this.tokens(), this.since()];
		this.push({ type: 'hello', protocol, table: this.table, tokens, since });
	}

	private push(message: FromDevice): void {
		if (this.socket?.open) this.socket.send(JSON.stringify(message));
	}

	private hear(message: FromServer): void {
		this.heard = Date.now();
		switch (message.type) {
			case 'welcome':
				this.open = true;
				this.wait = FIRST_WAIT;
				this.stood = Date.now();
				this.listener.welcome(message);
				this.listener.state('open');
				for (const { message: asked } of this.waiting.values()) this.push(asked);
				break;
			case 'update':
				this.listener.update(message);
				break;
			case 'presence':
				this.listener.presence(message);
				break;
			case 'thinking':
				this.listener.thinking(message);
				break;
			case 'trouble':
				this.listener.trouble(message);
				break;
			case 'words':
				this.listener.words(message);
				break;
			case 'you':
				this.listener.you(message);
				break;
			case 'ping':
				this.push({ type: 'pong', t: message.t });
				break;
			case 'pong':
				break;
			case 'bye':
				this.bye(message);
				break;
			default:
				this.answered(message);
		}
	}

	private bye(message: Bye): void {
		if (message.again) return;
		this.sentAway = true;
		if (GONE.includes(message.key)) {
			this.stop();
			this.listener.state('ended');
		}
		this.listener.turnedAway(message);
	}

	private answered(reply: Reply): void {
		const asked = this.waiting.get(reply.id);
		if (!asked) return;
		if (reply.type === 'refused' && reply.again) {
			// The server could not just now; the same id makes it safe to try once more.
			setTimeout(() => this.push(asked.message), 1000);
			return;
		}
		this.waiting.delete(reply.id);
		asked.done(reply);
	}

	private pulse(): void {
		if (!this.socket) return;
		if (this.socket.coming) this.heard = Date.now();
		else if (Date.now() - this.heard > SILENT) this.drop();
		else this.push({ type: 'ping', t: Date.now() });
	}

	private drop(): void {
		const socket = this.socket;
		this.lost();
		socket?.close();
	}

	private lost(): void {
		this.socket = null;
		this.open = false;
		if (this.stopped || this.again !== undefined) return;
		this.listener.state('lost');
		this.again = setTimeout(() => this.connect(), this.pause() * (0.75 + Math.random() / 2));
	}

	/** How long to wait now. A welcome followed by being sent away again does not make it shorter. */
	private pause(): number {
		if (Date.now() - this.stood > STEADY) this.penance = FIRST_WAIT;
		const pause = this.sentAway ? this.penance : this.wait;
		if (this.sentAway) this.penance = Math.min(this.penance * 2, SLOWEST_WAIT);
		else this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
		return pause;
	}
}
