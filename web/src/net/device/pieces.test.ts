import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Snag } from './patient';
import { type Coming, fetchAtOnce, fetchPieces, type News, type Piece, sumOf } from './pieces';

const PLAIN = 'one lane, two lanes, three lanes: '.repeat(9);
const PACKED = Uint8Array.from(
	'28b52ffd603200250100c06f6e65206c616e652c2074776f732c2074687265653a206f03000c45a90113b9b6e50b'.match(/../g)!,
	(pair) => Number.parseInt(pair, 16),
);
const FOLDER = new URL('https://example.org/python/');
const SLICE = 8;

function sliced(name: string): [Piece, Map<string, Uint8Array<ArrayBuffer>>] {
	const files = new Map<string, Uint8Array<ArrayBuffer>>();
	const slices: Piece['slices'] = [];
	for (let at = 0; at < PACKED.length; at += SLICE) {
		const slice = PACKED.slice(at, at + SLICE);
		files.set(`${name}-${slices.length}.piece`, slice);
		slices.push([slice.length, sumOf(slice)]);
	}
	const plain = new TextEncoder().encode(PLAIN);
	return [{ name, plain: plain.length, sum: sumOf(plain), slices }, files];
}

/** What lies in the folder, and what has been asked for there. */
let files = new Map<string, Uint8Array<ArrayBuffer>>();
let asked: string[] = [];
/** How a request goes, where it does not go well; it is asked before each. */
let way: (name: string) => Promise<Response> | undefined = () => undefined;
let kept: Map<string, Uint8Array<ArrayBuffer>>;
let room = true;

function lies(...names: string[]): void {
	const made = names.map(sliced);
	files = new Map(made.flatMap(([, slices]) => [...slices]));
	const pieces = Object.fromEntries(made.map(([piece]) => [piece.name.replace(/-.*/, ''), piece]));
	files.set('pieces.json', new TextEncoder().encode(JSON.stringify({ pieces, later: {}, info: 'a Python' })));
}

/** Some bytes, and then what `end` says. */
const body = (bytes: Uint8Array<ArrayBuffer>, end: (out: ReadableStreamDefaultController) => void) =>
	new Response(
		new ReadableStream({
			start(out) {
				out.enqueue(bytes);
				end(out);
			},
		}),
	);

beforeEach(() => {
	vi.useFakeTimers();
	kept = new Map();
	room = true;
	asked = [];
	way = () => undefined;
	lies('wasm-1', 'ours-1');
	vi.stubGlobal('caches', {
		open: async () => ({
			match: async (url: URL) => kept.get(url.href) && new Response(kept.get(url.href)),
			put: async (url: URL, answer: Response) => {
				if (!room) throw new DOMException('no room', 'QuotaExceededError');
				kept.set(url.href, new Uint8Array(await answer.arrayBuffer()));
			},
			delete: async (url: URL) => kept.delete(url.href),
		}),
	});
	vi.stubGlobal('fetch', (url: URL, { signal }: RequestInit) => {
		const name = url.pathname.replace(/^.*\//, '');
		asked.push(name);
		const given = way(name) ?? Promise.resolve(new Response(files.get(name), { status: files.has(name) ? 200 : 404 }));
		return new Promise((done, fail) => {
			signal?.addEventListener('abort', () => fail(signal.reason));
			given.then((answer) => done(heeding(answer, signal!)), fail);
		});
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

/** The body of an answer ends with its request. */
function heeding(answer: Response, signal: AbortSignal): Response {
	const through = new TransformStream();
	answer.body?.pipeTo(through.writable, { signal }).catch(() => {});
	return new Response(through.readable, answer);
}

const news: News[] = [];
const last = () => news.at(-1)!;

/** All of it as texts, with `turns` of what happens in between. */
function begin(check = false): Promise<string[]> {
	news.length = 0;
	const texts = async (coming: Record<string, Coming>) =>
		Promise.all(Object.values(coming).map(async ({ whole }) => new TextDecoder().decode(await whole)));
	return fetchPieces(FOLDER, (one) => news.push({ ...one }), texts, check);
}

const BOTH = [PLAIN, PLAIN];
const times = (name: string) => asked.filter((one) => one === name).length;
const settle = () => vi.advanceTimersByTimeAsync(0);

test('pieces come in slices and are kept unpacked; the next start asks for none of them', async () => {
	expect(await begin()).toEqual(BOTH);
	expect(last()).toEqual({ bytes: 2 * PACKED.length, of: 2 * PACKED.length, snag: '' });
	expect(asked).toHaveLength(1 + 2 * Math.ceil(PACKED.length / SLICE));
	await settle();
	expect([...kept.keys()]).toEqual(['wasm-1', 'ours-1'].map((name) => new URL(`${name}.piece`, FOLDER).href));
	asked = [];
	expect(await begin()).toEqual(BOTH);
	expect(asked).toEqual(['pieces.json']);
	expect(last().bytes).toBe(2 * PACKED.length);
});

test('what is unpacked can be read while it comes', async () => {
	let release = () => {};
	const late = new Promise<void>((done) => {
		release = done;
	});
	way = (name) => (name === 'wasm-1-5.piece' ? late.then(() => new Response(files.get(name))) : undefined);
	lies('wasm-1');
	const parts: string[] = [];
	const all = fetchPieces(
		FOLDER,
		() => {},
		async ({ wasm }: Record<'wasm', Coming>) => {
			for await (const part of wasm.parts as unknown as AsyncIterable<Uint8Array>)
				parts.push(new TextDecoder().decode(part));
		},
	);
	await settle();
	release();
	await all;
	expect(parts.join('')).toBe(PLAIN);
});

for (const [what, end] of Object.entries({
	'a line that is cut in the middle of a slice': (out: ReadableStreamDefaultController) =>
		out.error(new TypeError('cut')),
	'a line that goes silent and stays open': () => {},
	'a slice that ends too early': (out: ReadableStreamDefaultController) => out.close(),
}))
	test(`${what} costs this slice and no other`, async () => {
		let cuts = 3;
		way = (name) =>
			name === 'wasm-1-3.piece' && cuts-- > 0 ? Promise.resolve(body(files.get(name)!.slice(0, 5), end)) : undefined;
		const all = begin();
		for (let n = 0; n < 200 && !last()?.snag; n++) await vi.advanceTimersByTimeAsync(100);
		expect(last().snag).not.toBe('');
		expect(last().bytes, 'what came in vain is not counted').toBeLessThanOrEqual(last().of - SLICE);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(await all).toEqual(BOTH);
		expect(last()).toMatchObject({ bytes: 2 * PACKED.length, snag: '' });
		expect(times('wasm-1-3.piece')).toBe(4);
		expect(asked.filter((name) => name !== 'wasm-1-3.piece')).toHaveLength(
			1 + 2 * Math.ceil(PACKED.length / SLICE) - 1,
		);
	});

test('while nobody answers it asks again and again, ever more slowly, and at once when the device says that the line is back', async () => {
	way = () => Promise.reject(new TypeError('no network'));
	const all = begin();
	await vi.advanceTimersByTimeAsync(3_600_000);
	expect(last()).toEqual({ bytes: 0, of: 0, snag: 'line' });
	expect(asked.length).toBeGreaterThan(3600 / 13);
	expect(asked.length).toBeLessThan(3600 / 7);
	way = () => undefined;
	dispatchEvent(new Event('online'));
	await settle();
	expect(await all).toEqual(BOTH);
	expect(last().snag).toBe('');
});

test('a worker that dies half-way is gone on with where it stopped', async () => {
	way = (name) => (Number(/-(\d)\.piece/.exec(name)?.[1]) > 2 ? new Promise(() => {}) : undefined);
	void begin();
	await vi.advanceTimersByTimeAsync(100);
	const before = new Set([...kept.keys()].map((url) => url.replace(/^.*\//, '')));
	expect(before.size).toBeGreaterThan(2);
	asked = [];
	way = () => undefined;
	expect(await begin()).toEqual(BOTH);
	expect(asked.filter((name) => before.has(name))).toEqual([]);
});

test('a page that others put in place of a file is not taken for it', async () => {
	const page = () => Promise.resolve(new Response('<h1>Sign in to this network</h1>'));
	way = page;
	const all = begin();
	await vi.advanceTimersByTimeAsync(2000);
	expect(last().snag).toBe('place');
	way = (name) => (name === 'pieces.json' ? undefined : page());
	await vi.advanceTimersByTimeAsync(20_000);
	expect(last()).toMatchObject({ bytes: 0, snag: 'place' });
	expect(kept.size).toBe(0);
	way = (name) => (name === 'ours-1-1.piece' ? Promise.resolve(new Response('', { status: 503 })) : undefined);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(last()).toMatchObject({ bytes: 2 * PACKED.length - SLICE, snag: 'place' });
	way = () => undefined;
	await vi.advanceTimersByTimeAsync(20_000);
	expect(await all).toEqual(BOTH);
	expect(last().snag).toBe('');
});

test('a newer version that came meanwhile is taken', async () => {
	way = (name) => (['pieces.json', 'wasm-1-0.piece'].includes(name) ? undefined : new Promise(() => {}));
	const all = begin();
	await settle();
	lies('wasm-1', 'ours-2');
	way = () => undefined;
	await vi.advanceTimersByTimeAsync(60_000);
	expect(await all).toEqual(BOTH);
	expect(times('pieces.json')).toBe(2);
	expect(times('wasm-1-0.piece')).toBe(1);
	expect(times('ours-2-0.piece')).toBe(1);
});

test('without room in the browser it works as well, and without any storage', async () => {
	room = false;
	expect(await begin()).toEqual(BOTH);
	expect(kept.size).toBe(0);
	vi.stubGlobal('caches', undefined);
	expect(await begin()).toEqual(BOTH);
	vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('private', 'SecurityError')) });
	expect(await begin()).toEqual(BOTH);
});

test('what is kept and damaged is fetched again: slices always, unpacked pieces when something went wrong', async () => {
	const damaged = (bytes: number) => new Uint8Array(bytes).fill(7);
	kept.set(new URL('wasm-1-2.piece', FOLDER).href, damaged(SLICE));
	expect(await begin()).toEqual(BOTH);
	await settle();
	kept.set(new URL('wasm-1.piece', FOLDER).href, damaged(PLAIN.length));
	expect(await begin()).not.toEqual(BOTH);
	expect(await begin(true)).toEqual(BOTH);
	await settle();
	expect(await begin()).toEqual(BOTH);
});

test('pieces that are not what their list says are an error', async () => {
	const [piece] = sliced('wasm-1');
	const list = { pieces: { wasm: { ...piece, plain: piece.plain + 1 } }, info: '' };
	files.set('pieces.json', new TextEncoder().encode(JSON.stringify(list)));
	await expect(begin()).rejects.toThrow('306 bytes instead of 307');
});

/** As workers ask when they stand still: what lies in the folder, where `line` says that there is one. */
function standing(line: (tries: number) => 'here' | 'away' | 'gone' | 'spoilt') {
	let tries = 0;
	vi.stubGlobal(
		'XMLHttpRequest',
		class {
			status = 0;
			response: ArrayBuffer | null = null;
			private name = '';
			open(_: string, url: URL) {
				this.name = url.pathname.replace(/^.*\//, '');
			}
			setRequestHeader() {}
			send() {
				asked.push(this.name);
				const way = line(++tries);
				if (way === 'away') throw new DOMException('no network', 'NetworkError');
				this.status = way === 'gone' ? 404 : 200;
				this.response = way === 'here' ? files.get(this.name)!.buffer : new ArrayBuffer(3);
			}
		},
	);
	const said: Snag[] = [];
	const stood: number[] = [];
	const [piece] = sliced('wasm-1');
	const get = () =>
		new TextDecoder().decode(
			fetchAtOnce(
				FOLDER,
				piece,
				(snag) => said.push(snag),
				(time) => stood.push(time),
			),
		);
	return { get, said, stood };
}

test('what is wanted at once is asked for again while the line is away, and it is said why nothing happens', () => {
	const { get, said, stood } = standing((n) => (n > 2 && n < 6 ? 'away' : n === 6 ? 'spoilt' : 'here'));
	expect(get()).toBe(PLAIN);
	expect(stood).toEqual([500, 1000, 2000, 4000]);
	expect(times('wasm-1-2.piece')).toBe(5);
	expect(asked).toHaveLength(Math.ceil(PACKED.length / SLICE) + 4);
	expect(said.filter((snag, at) => snag !== said[at - 1])).toEqual(['', 'line', 'place', '']);
});

test('what is wanted at once and never comes ends, and what is not there any more ends at once', () => {
	const away = standing(() => 'away');
	expect(away.get).toThrow('wasm-1-0.piece: 0');
	const minutes = away.stood.reduce((sum, time) => sum + time, 0) / 60_000;
	expect(minutes).toBeGreaterThan(4);
	expect(minutes).toBeLessThan(8);
	// The page takes a worker for dead that says nothing for twelve seconds.
	expect(Math.max(...away.stood)).toBeLessThan(12_000);
	expect(away.said.length).toBeGreaterThan(away.stood.length);
	const gone = standing(() => 'gone');
	expect(gone.get).toThrow('404');
	expect(gone.stood).toEqual([]);
});
