// Files that come however bad the line is: what stops is asked for again, until it is here.

export type Bytes = Uint8Array<ArrayBuffer>;

/** Why nothing comes just now: there is no line, or whoever hands the files out has not got what was asked for. */
export type Snag = '' | 'line' | 'place';

/** There is no such file (any more): to ask for it again would not help. */
export class Gone extends Error {}

/** They were answered with something else. */
class Strange extends Error {}

/** A line that says nothing for so long is dead, whatever it looks like. */
const SILENT = 8000;
const HELD_UP = 500;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

export class Patient {
	private pause = FIRST_PAUSE;
	private resting: Promise<void> | undefined;
	private snag: Snag = '';

	/** `tell` hears what is in the way, and when it is no longer. */
	constructor(private readonly tell: (snag: Snag) => void = () => {}) {}

	/** The file, as soon as one has come that fits. `came` hears of every byte on the way, and of those that came in vain. */
	async get(url: URL, fits: (bytes: Bytes) => boolean, came: (bytes: number) => void = () => {}): Promise<Bytes> {
		// What did not fit may lie in the browser's own cache.
		for (let cache: RequestCache = 'default'; ; cache = 'reload') {
			let here = 0;
			let snag: Snag = 'line';
			try {
				const bytes = await once(url, cache, (more) => {
					here += more;
					came(more);
					if (this.snag === 'line') this.stands('');
				});
				if (fits(bytes)) {
					this.pause = FIRST_PAUSE;
					this.stands('');
					return bytes;
				}
				snag = 'place';
			} catch (error) {
				if (error instanceof Gone) throw error;
				if (error instanceof Strange) snag = 'place';
			}
			came(-here);
			this.stands(snag);
			await this.rest();
		}
	}

	/** Until the next try: longer each time, but not when the device says that the line is back. All that failed wait together. */
	rest(): Promise<void> {
		this.resting ??= new Promise<void>((done) => {
			const end = () => {
				clearTimeout(clock);
				removeEventListener('online', end);
				this.resting = undefined;
				done();
			};
			const clock = setTimeout(end, this.pause * (0.75 + Math.random() / 2));
			addEventListener('online', end);
			this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
		});
		return this.resting;
	}

	/** What is in the way from now on. */
	stands(snag: Snag): void {
		if (snag === this.snag) return;
		this.snag = snag;
		this.tell(snag);
	}
}

/** One try. Not the whole file must come in time, but always some of it. */
async function once(url: URL, cache: RequestCache, came: (bytes: number) => void): Promise<Bytes> {
	const control = new AbortController();
	let watch: ReturnType<typeof setTimeout> | undefined;
	const listen = () => {
		const due = performance.now() + SILENT;
		// A thread that was held up has not been able to hear anything.
		watch = setTimeout(() => (performance.now() - due > HELD_UP ? listen() : control.abort()), SILENT);
	};
	listen();
	try {
		const answer = await fetch(url, { cache, signal: control.signal });
		if (answer.status === 404 || answer.status === 410) throw new Gone(url.href);
		if (!answer.ok || !answer.body) throw new Strange(`${url}: ${answer.status}`);
		const parts: Bytes[] = [];
		const reader = answer.body.getReader();
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			clearTimeout(watch);
			listen();
			parts.push(next.value);
			came(next.value.byteLength);
		}
		return joined(parts);
	} finally {
		clearTimeout(watch);
		// An answer that nobody reads to its end must not hold the line.
		control.abort();
	}
}

function joined(parts: Bytes[]): Bytes {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.byteLength;
	}
	return all;
}
