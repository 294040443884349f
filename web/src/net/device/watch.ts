// A worker that is looked after: it comes however bad the line is, and one that dies on the way, or says nothing, is replaced.
import { Gone, Patient, type Snag } from './patient';
import type { Life, Ping, Stage } from './words';

const LOOK = 3000;
/** While the last of it comes, Python starts already. After so many looks without a word there must be another one. Counted, not timed: a device that slept has looked but once. */
const LOOKS: Record<Stage, number> = { fetching: 10, starting: 30, opening: 30 };
const LOOKS_READY = 4;
/** For its script: more each time, for the line may only be slow. */
const [FIRST_WORD, LONGEST_WORD] = [4, 20];
/** Whatever went wrong may have been chance. */
const TRIES = 2;

interface Care<From> {
	/** The address of its script. */
	script: string;
	/** What it needs first. With `check` what is kept of Python is not believed. */
	begin(worker: Worker, check: boolean): void;
	hear(message: From): void;
	/** It was ready, and is gone. */
	lost(): void;
	/** It does not start on this device, however often. */
	failed(why: string): void;
	/** Its script does not come, or does. */
	snag?(snag: Snag): void;
	/** One that may be at work for longer. */
	looks?: number;
}

export class Watch<To, From extends { kind: string }> {
	private worker: Worker | undefined;
	/** How far it is, as it said itself. */
	private stage: Stage | 'ready' | undefined;
	private silent = 0;
	private word = FIRST_WORD;
	private tries = 0;
	/** Its script has come, since it said something the last time. */
	private fetched = false;
	private clock: ReturnType<typeof setInterval> | undefined;
	private readonly patient: Patient;

	constructor(private readonly care: Care<From>) {
		this.patient = new Patient((snag) => care.snag?.(snag));
	}

	/** There is one, or will be. */
	get on(): boolean {
		return this.clock !== undefined;
	}

	start(): void {
		this.end();
		this.tries = 0;
		this.clock = setInterval(() => this.look(), LOOK);
		this.make(false);
	}

	end(): void {
		clearInterval(this.clock);
		this.clock = undefined;
		this.drop();
	}

	post(message: To | Ping, transfer: Transferable[] = []): void {
		this.worker?.postMessage(message, transfer);
	}

	private make(check: boolean): void {
		this.drop();
		const worker = new Worker(this.care.script, { type: 'module' });
		this.worker = worker;
		worker.onmessage = ({ data }: MessageEvent<From | Life>) => this.hear(data);
		worker.onerror = ({ message }) => {
			// Before its first word it is the script that does not come, or that this browser cannot read.
			if (this.stage || this.fetched) this.broken(message);
			else void this.fetch();
		};
		this.care.begin(worker, check);
	}

	private drop(): void {
		this.worker?.terminate();
		this.worker = undefined;
		this.stage = undefined;
		this.silent = 0;
	}

	private hear(message: From | Life): void {
		this.silent = 0;
		const life = message as Life;
		if (life.kind === 'failed') {
			this.broken(life.why);
			return;
		}
		if (life.kind === 'stage') this.stage = life.stage;
		if (life.kind === 'ready') {
			this.stage = 'ready';
			this.tries = 0;
		}
		this.word = FIRST_WORD;
		this.fetched = false;
		this.care.hear(message as From);
	}

	private look(): void {
		if (!this.worker) return;
		const most = this.stage === 'ready' ? (this.care.looks ?? LOOKS_READY) : this.stage ? LOOKS[this.stage] : this.word;
		if (++this.silent <= most) this.post({ kind: 'ping' });
		else if (!this.stage) void this.fetch();
		// Every slice that had come is kept.
		else if (this.stage === 'fetching') this.make(false);
		else this.broken('silent');
	}

	/** Its script again, until it is here. */
	private async fetch(): Promise<void> {
		this.drop();
		this.word = Math.min(this.word * 2, LONGEST_WORD);
		this.patient.stands('line');
		while (!this.fetched)
			try {
				await this.patient.get(new URL(this.care.script, location.href), () => true);
				this.fetched = true;
			} catch (error) {
				if (!(error instanceof Gone)) throw error;
				// There is a newer table: what brings it is in `offline/renew.ts`.
				dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
				this.patient.stands('place');
				await this.patient.rest();
			}
		if (this.on && !this.worker) this.make(false);
	}

	private broken(why: string): void {
		const stood = this.stage === 'ready';
		if (!stood && ++this.tries < TRIES) {
			this.make(true);
			return;
		}
		this.end();
		if (stood) this.care.lost();
		else this.care.failed(why);
	}
}
