// Python's files, packed into pieces, and those cut into slices: every slice that has come whole is kept at once, so that whatever
// happens on the way, the next try goes on where this one stopped.
import { Decompress } from 'fzstd';
import { PIECES } from './kept';
import { type Bytes, Gone, Patient, type Snag } from './patient';

/** What `pieces.mjs` wrote. */
export interface Piece {
	/** Its slices are `<name>-0.piece` and so on. The name changes with what is in it. */
	name: string;
	/** Unpacked: how many bytes, and their sum. */
	plain: number;
	sum: number;
	/** Of each slice: how many bytes, and their sum. */
	slices: [bytes: number, sum: number][];
}

export interface Contents<Name extends string> {
	pieces: Record<Name, Piece>;
	/** What nobody waits for. */
	later: Record<string, Piece>;
	/** Which Python it is. */
	info: unknown;
}

/** How far it is: bytes that are here, of how many, and what is in the way. */
export interface News {
	bytes: number;
	of: number;
	snag: Snag;
}

/** What comes: the whole of it at the end, and meanwhile part after part as they are unpacked. */
export interface Coming {
	whole: Promise<Bytes>;
	parts: ReadableStream<Bytes>;
}

/**
 * So many slices are on their way together: one that waits for its first byte does not hold the line. They are all of our package when Python
 * starts, which asks for nothing while it is busy.
 */
const TOGETHER = 4;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let sum = byte;
	for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
	return sum;
});

/** CRC-32, as every unpacker has it: a page over plain http has no other sums. */
export function sumOf(bytes: Uint8Array): number {
	let sum = -1;
	for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 255]!;
	return ~sum >>> 0;
}

/** The browser's cache. There may be none, or no room in it: it works as well without, but only as long as this worker lives. */
class Larder {
	private readonly cache = globalThis.caches?.open(PIECES).catch(() => undefined);

	async find(url: URL, fits: (bytes: Bytes) => boolean): Promise<Bytes | undefined> {
		const found = await (await this.cache)?.match(url).catch(() => undefined);
		const bytes = found && new Uint8Array(await found.arrayBuffer());
		return bytes && fits(bytes) ? bytes : undefined;
	}

	async keep(url: URL, bytes: Bytes): Promise<boolean> {
		const cache = await this.cache;
		return cache
			? cache.put(url, new Response(bytes)).then(
					() => true,
					() => false,
				)
			: false;
	}

	async drop(url: URL): Promise<void> {
		await (await this.cache)?.delete(url).catch(() => {});
	}
}

/** Everybody in turn, so many at once. */
class Turns {
	private free = TOGETHER;
	private readonly waiting: (() => void)[] = [];

	async take<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((done) => this.waiting.push(done));
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}
}

/** What one version of the pieces needs to come. It ends when all is here, or `Gone` is. */
class Delivery {
	private readonly larder = new Larder();
	private readonly turns = new Turns();
	private here = 0;
	private over = false;

	constructor(
		private readonly folder: URL,
		private readonly patient: Patient,
		/** How many bytes are here. */
		private readonly tell: (bytes: number) => void,
		/** What is kept is not believed, either: it is summed up. */
		private readonly check: boolean,
	) {}

	/** Whatever is still under way is of no use. */
	stop(): void {
		this.over = true;
	}

	private readonly came = (bytes: number): void => {
		this.here += bytes;
		if (!this.over) this.tell(this.here);
	};

	private at(name: string): URL {
		return new URL(`${name}.piece`, this.folder);
	}

	/** Piece after piece, in this order. */
	async begin(pieces: Piece[]): Promise<Coming[]> {
		const kept = await Promise.all(pieces.map((piece) => this.kept(piece)));
		return pieces.map((piece, place) => {
			const whole = kept[place];
			if (!whole) return this.coming(piece);
			this.came(weight(piece));
			return { whole: Promise.resolve(whole), parts: new Blob([whole]).stream() };
		});
	}

	private kept(piece: Piece): Promise<Bytes | undefined> {
		const fits = (bytes: Bytes) => bytes.byteLength === piece.plain && (!this.check || sumOf(bytes) === piece.sum);
		return this.larder.find(this.at(piece.name), fits);
	}

	private coming(piece: Piece): Coming {
		const slices = piece.slices.map((_, n) => this.turns.take(() => this.slice(piece, n)));
		// They are awaited one after the other, so a later one may fail before somebody looks.
		for (const slice of slices) slice.catch(() => {});
		let whole: Promise<Bytes> | undefined;
		const parts = new ReadableStream<Bytes>({
			start: (out) => {
				whole = this.unpacked(piece, slices, (part) => out.enqueue(part));
				whole.then(() => out.close()).catch((error: unknown) => out.error(error));
			},
		});
		return { whole: whole!, parts };
	}

	/** All of it, if it lies here already: nothing is fetched. */
	async lying(piece: Piece): Promise<Bytes | undefined> {
		const whole = await this.kept(piece);
		if (whole) return whole;
		const found: Promise<Bytes>[] = [];
		for (const [n, [bytes]] of piece.slices.entries()) {
			const slice = await this.larder.find(this.at(`${piece.name}-${n}`), (here) => here.byteLength === bytes);
			if (!slice) return undefined;
			found.push(Promise.resolve(slice));
		}
		return this.unpacked(piece, found, () => {});
	}

	private async slice(piece: Piece, n: number): Promise<Bytes> {
		if (this.over) throw new Gone();
		const [bytes, sum] = piece.slices[n]!;
		const url = this.at(`${piece.name}-${n}`);
		const fits = (came: Bytes) => came.byteLength === bytes && sumOf(came) === sum;
		const kept = await this.larder.find(url, fits);
		if (kept) {
			this.came(bytes);
			return kept;
		}
		const fresh = await this.patient.get(url, fits, this.came);
		await this.larder.keep(url, fresh);
		return fresh;
	}

	private async unpacked(piece: Piece, slices: Promise<Bytes>[], out: (part: Bytes) => void): Promise<Bytes> {
		const whole = new Uint8Array(piece.plain);
		let at = 0;
		const unpack = new Decompress((part) => {
			whole.set(part, at);
			out(whole.subarray(at, at + part.byteLength));
			at += part.byteLength;
		});
		for (const slice of slices) unpack.push(await slice);
		if (at !== piece.plain) throw new Error(`${piece.name}: ${at} bytes instead of ${piece.plain}`);
		void this.store(piece, whole);
		return whole;
	}

	/** The next start unpacks nothing. Until it is kept, its slices are. */
	private async store(piece: Piece, whole: Bytes): Promise<void> {
		if (!(await this.larder.keep(this.at(piece.name), whole))) return;
		for (const n of piece.slices.keys()) await this.larder.drop(this.at(`${piece.name}-${n}`));
	}
}

const weight = (piece: Piece): number => piece.slices.reduce((sum, [bytes]) => sum + bytes, 0);

/** The list of pieces, whatever else may be handed out under its name. */
function listed<Name extends string>(bytes: Bytes): Contents<Name> | undefined {
	try {
		const found = JSON.parse(new TextDecoder().decode(bytes)) as Contents<Name>;
		return typeof found?.pieces === 'object' ? found : undefined;
	} catch {
		return undefined;
	}
}

/**
 * All pieces, and what `use` makes of them, which gets them while they come. When a newer version lies in the folder meanwhile, it
 * begins again with that one.
 */
export async function fetchPieces<Name extends string, Made>(
	folder: URL,
	tell: (news: News) => void,
	use: (coming: Record<Name, Coming>, contents: Contents<Name>) => Promise<Made>,
	check = false,
): Promise<Made> {
	const news: News = { bytes: 0, of: 0, snag: '' };
	const patient = new Patient((snag) => tell(Object.assign(news, { snag })));
	// A list that was kept belongs to the files that were kept; one that is asked for again comes from outside.
	for (let query = ''; ; query = `?${Date.now()}`) {
		try {
			const list = await patient.get(new URL(`pieces.json${query}`, folder), (bytes) => !!listed(bytes));
			const contents = listed<Name>(list)!;
			const { pieces } = contents;
			const names = Object.keys(pieces) as Name[];
			const all = names.map((name) => pieces[name]);
			news.of = all.reduce((sum, piece) => sum + weight(piece), 0);
			const delivery = new Delivery(folder, patient, (bytes) => tell(Object.assign(news, { bytes })), check);
			try {
				const coming = await delivery.begin(all);
				const byName = Object.fromEntries(names.map((name, place) => [name, coming[place]!]));
				return await use(byName as Record<Name, Coming>, contents);
			} finally {
				delivery.stop();
			}
		} catch (error) {
			if (!(error instanceof Gone)) throw error;
			patient.stands('place');
			await patient.rest();
		}
	}
}

/** A piece that nobody waits for. */
export async function fetchLater(folder: URL, piece: Piece, check: boolean): Promise<Bytes> {
	const [coming] = await new Delivery(folder, new Patient(), () => {}, check).begin([piece]);
	return coming!.whole;
}

/** A piece, if it lies here already: whoever comes back needs no network for it. */
export function lying(folder: URL, piece: Piece, check: boolean): Promise<Bytes | undefined> {
	return new Delivery(folder, new Patient(), () => {}, check).lying(piece);
}

/** Longer than a slice takes on a weak line, and shorter than the page waits for a word of its worker. */
const AT_ONCE = 9000;
const [FIRST_STAND, LONGEST_STAND] = [500, 4000];
/** About six minutes of a line that is away. */
const STANDS = 90;

/** Nothing else happens in this worker meanwhile. */
function standStill(milliseconds: number): void {
	const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
	Atomics.wait(new Int32Array(buffer as unknown as SharedArrayBuffer), 0, 0, milliseconds);
}

/** One slice, as soon as it can be had. `tell` hears before each try how it stands. */
function sliceAtOnce(url: URL, sum: number, tell: (snag: Snag) => void, pause: (milliseconds: number) => void): Bytes {
	let snag: Snag = '';
	for (let left = STANDS, wait = FIRST_STAND; ; left--, wait = Math.min(2 * wait, LONGEST_STAND)) {
		tell(snag);
		const request = new XMLHttpRequest();
		request.open('GET', url, false);
		request.responseType = 'arraybuffer';
		request.timeout = AT_ONCE;
		// What did not fit may lie in the browser's own cache.
		if (snag) request.setRequestHeader('Cache-Control', 'no-cache');
		try {
			request.send();
		} catch {
			// No line: it has no status.
		}
		const bytes = new Uint8Array((request.response as ArrayBuffer | null) ?? new ArrayBuffer(0));
		if (request.status === 200 && sumOf(bytes) === sum) {
			if (snag) tell('');
			return bytes;
		}
		if (left === 0 || request.status === 404 || request.status === 410) throw new Error(`${url}: ${request.status}`);
		snag = request.status ? 'place' : 'line';
		tell(snag);
		pause(wait);
	}
}

/**
 * It is wanted in the middle of something that cannot wait otherwise than by standing still. While the line is away it is asked for
 * again and again.
 */
export function fetchAtOnce(
	folder: URL,
	piece: Piece,
	tell: (snag: Snag) => void = () => {},
	pause: (milliseconds: number) => void = standStill,
): Bytes {
	const whole = new Uint8Array(piece.plain);
	let at = 0;
	const unpack = new Decompress((part) => {
		whole.set(part, at);
		at += part.byteLength;
	});
	for (const [n, [, sum]] of piece.slices.entries()) {
		const url = new URL(`${piece.name}-${n}.piece`, folder);
		unpack.push(sliceAtOnce(url, sum, tell, pause));
	}
	return whole;
}
