// The line on which studies are seen to grow. It comes back by itself and then gets the newest figures at once.
import type { Kept, Skipped } from './lab';

type Told =
	| { type: 'studies'; studies: Kept[]; skipped: Skipped[]; search: boolean }
	| { type: 'line'; id: string; study: unknown }
	| { type: 'beat' }
	| { type: 'bye'; key: string };

export interface LabListener {
	/** Every study, files that are none, and whether what searches need is there. */
	studies(studies: Kept[], skipped: Skipped[], search: boolean): void;
	line(id: string, study: unknown): void;
	/** The server will not have us: why. Only a wrong key ends the line. */
	turnedAway(key: string): void;
	open(open: boolean): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** Whoever tried too often waits this long. */
const PATIENCE = 30_000;
/** The server says something every ten seconds; a line that is silent for longer is dead. */
const SILENT = 25_000;

export class LabLine {
	private socket: WebSocket | null = null;
	private wait = FIRST_WAIT;
	private timer: ReturnType<typeof setTimeout> | undefined;
	private watch: ReturnType<typeof setTimeout> | undefined;
	private ended = false;
	private followed: string[] = [];

	constructor(
		private readonly token: string,
		private readonly listener: LabListener,
		private readonly dial = () =>
			new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/lab`),
	) {
		this.connect();
		globalThis.addEventListener?.('online', this.hurry);
		globalThis.document?.addEventListener('visibilitychange', this.hurry);
	}

	follow(studies: string[]): void {
		this.followed = studies;
		if (this.socket?.readyState === WebSocket.OPEN) this.say({ type: 'follow', studies });
	}

	close(): void {
		this.ended = true;
		clearTimeout(this.timer);
		clearTimeout(this.watch);
		globalThis.removeEventListener?.('online', this.hurry);
		globalThis.document?.removeEventListener('visibilitychange', this.hurry);
		this.socket?.close();
		this.socket = null;
	}

	/** There is a network again, or somebody looks: do not wait any longer. */
	private readonly hurry = (): void => {
		if (this.socket || this.ended) return;
		clearTimeout(this.timer);
		this.connect();
	};

	private connect(): void {
		const socket = this.dial();
		this.socket = socket;
		socket.onopen = () => {
			this.say({ type: 'hello', token: this.token, follow: this.followed });
			this.heard(socket);
		};
		socket.onmessage = (event) => {
			this.heard(socket);
			this.take(JSON.parse(String(event.data)) as Told);
		};
		socket.onclose = () => this.lost(socket);
	}

	private take(told: Told): void {
		switch (told.type) {
			case 'studies':
				this.wait = FIRST_WAIT;
				this.listener.open(true);
				this.listener.studies(told.studies, told.skipped, told.search);
				break;
			case 'line':
				this.listener.line(told.id, told.study);
				break;
			case 'bye':
				if (told.key === 'too_often') this.wait = PATIENCE;
				else this.close();
				this.listener.turnedAway(told.key);
		}
	}

	private say(message: unknown): void {
		this.socket?.send(JSON.stringify(message));
	}

	private heard(socket: WebSocket): void {
		clearTimeout(this.watch);
		this.watch = setTimeout(() => {
			socket.close();
			this.lost(socket);
		}, SILENT);
	}

	private lost(socket: WebSocket): void {
		if (this.socket !== socket) return;
		this.socket = null;
		clearTimeout(this.watch);
		if (this.ended) return;
		this.listener.open(false);
		this.timer = setTimeout(() => this.connect(), this.wait);
		this.wait = Math.max(this.wait, Math.min(LONGEST_WAIT, this.wait * 2));
	}
}
