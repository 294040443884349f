import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const HERE = 'http://localhost:3000';
type Hear = (event: unknown) => void;

/** As much of a browser's caches as the worker uses. */
class Shelf {
	kept = new Map<string, string>();

	async addAll(requests: Request[]) {
		for (const request of requests) this.kept.set(request.url, await (await fetch(request)).text());
	}

	async add(file: Request | string) {
		await this.addAll([typeof file === 'string' ? new Request(file) : file]);
	}

	async put(file: string, response: Response) {
		this.kept.set(new URL(file, HERE).href, await response.text());
	}

	async keys() {
		return [...this.kept.keys()].map((url) => ({ url }));
	}

	async delete(url: string) {
		this.kept.delete(url);
	}

	async match(file: string) {
		const found = this.kept.get(new URL(file, HERE).href);
		return found === undefined ? undefined : new Response(found);
	}
}

const shelves = new Map<string, Shelf>();
const heard = new Map<string, Hear>();
let online: (url: string) => Promise<Response>;

async function wait(kind: string): Promise<void> {
	const work: Promise<unknown>[] = [];
	heard.get(kind)?.({ waitUntil: (promise: Promise<unknown>) => work.push(promise) });
	await Promise.all(work);
}

async function ask(path: string, mode: string): Promise<string | null> {
	let answer: Promise<Response> | null = null;
	const request = { url: HERE + path, mode, method: 'GET' };
	heard.get('fetch')?.({ request, respondWith: (found: Promise<Response>) => (answer = found) });
	return answer ? (await (answer as Promise<Response>)).text() : null;
}

beforeEach(async () => {
	shelves.clear();
	online = async (url) => new Response(`fresh ${new URL(url).pathname}`);
	vi.stubGlobal('__TAILBACK_KEPT__', {
		version: 'two',
		files: ['/', '/assets/a-1.js'],
		pieces: ['/wasm-1-0.piece', '/wasm-1-1.piece', '/ours-2-0.piece', '/ours-2-1.piece'],
	});
	const pieces = new Shelf();
	shelves.set('tailback-pieces', pieces).set('tailback-/-one', new Shelf());
	await pieces.put('/wasm-1.piece', new Response('unpacked by the page'));
	await pieces.put('/ours-1.piece', new Response('old'));
	await pieces.put('/ours-2-0.piece', new Response('fetched by the page'));
	vi.stubGlobal('self', {
		addEventListener: (kind: string, hear: Hear) => heard.set(kind, hear),
		location: { origin: HERE, href: `${HERE}/sw.js` },
	});
	vi.stubGlobal(
		'Request',
		class {
			url: string;
			constructor(file: string) {
				this.url = new URL(file, HERE).href;
			}
		},
	);
	vi.stubGlobal('fetch', (request: Request) => online(request.url));
	vi.stubGlobal('caches', {
		open: async (name: string) => shelves.get(name) ?? shelves.set(name, new Shelf()).get(name),
		keys: async () => [...shelves.keys()],
		match: async (file: string) => {
			const found = await Promise.all([...shelves.values()].map((shelf) => shelf.match(file)));
			return found.find((answer) => answer);
		},
		delete: async (name: string) => shelves.delete(name),
	});
	vi.resetModules();
	await import('./sw');
	await wait('install');
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe('the service worker', () => {
	it('forgets older versions of ours when it takes over, and nothing else', async () => {
		for (const other of ['tailback-/here/-one', 'somebody else']) shelves.set(other, new Shelf());
		await wait('activate');
		expect([...shelves.keys()].sort()).toEqual([
			'somebody else',
			'tailback-/-two',
			'tailback-/here/-one',
			'tailback-pieces',
		]);
	});

	it('keeps of Python what no page has fetched yet, and forgets what is old', async () => {
		await wait('activate');
		const pieces = [...shelves.get('tailback-pieces')!.kept].map(([url, text]) => `${url.slice(HERE.length)}: ${text}`);
		expect(pieces.sort()).toEqual([
			'/ours-2-0.piece: fetched by the page',
			'/ours-2-1.piece: fresh /ours-2-1.piece',
			'/wasm-1.piece: unpacked by the page',
		]);
	});

	it('shows the newest page, and the kept one when nobody answers', async () => {
		expect(await ask('/t/abc', 'navigate')).toBe('fresh /t/abc');
		online = async () => {
			throw new TypeError('no connection');
		};
		expect(await ask('/t/abc', 'navigate')).toBe('fresh /');
		expect(await ask('/assets/a-1.js', 'no-cors')).toBe('fresh /assets/a-1.js');
		expect(await ask('/api/games', 'cors')).toBeNull();
	});

	it('passes on that a table is not there, but not that the server is broken', async () => {
		online = async () => new Response('the table says: not here', { status: 404 });
		expect(await ask('/t/abc', 'navigate')).toBe('the table says: not here');
		online = async () => new Response('Bad Gateway', { status: 502 });
		expect(await ask('/t/abc', 'navigate')).toBe('fresh /');
	});

	it('keeps the last words it heard, and no other answer of the server', async () => {
		expect(await ask('/api/texts/fi/hopscotch', 'cors')).toBe('fresh /api/texts/fi/hopscotch');
		online = async () => {
			throw new TypeError('no connection');
		};
		expect(await ask('/api/texts/fi/hopscotch', 'cors')).toBe('fresh /api/texts/fi/hopscotch');
		expect(await ask('/api/texts/de/web', 'cors')).toBe('fresh /api/texts/de/web');
		const kept = [...shelves.values()].flatMap((shelf) => [...shelf.kept.keys()]);
		expect(kept.filter((url) => url.includes('/api/') && !url.includes('/api/texts/'))).toEqual([]);
	});

	it('does not wait for ever on a dead line', async () => {
		vi.useFakeTimers();
		online = () => new Promise(() => undefined);
		const answer = ask('/', 'navigate');
		await vi.advanceTimersByTimeAsync(5000);
		expect(await answer).toBe('fresh /');
	});

	it('does not ask anybody for a file with a hash', async () => {
		online = async () => new Response('another');
		expect(await ask('/assets/a-1.js', 'no-cors')).toBe('fresh /assets/a-1.js');
		expect(await ask('/assets/b-2.js', 'no-cors')).toBe('another');
	});
});
