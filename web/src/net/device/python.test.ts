import { afterEach, expect, test, vi } from 'vitest';
import { got } from './python';

const PLAIN = 'one lane, two lanes, three lanes: '.repeat(9);
const PACKED = Uint8Array.from(
	'28b52ffd603200250100c06f6e65206c616e652c2074776f732c2074687265653a206f03000c45a90113b9b6e50b'.match(/../g)!,
	(pair) => Number.parseInt(pair, 16),
);
const FOLDER = new URL('https://example.org/python/');
const piece = { file: 'ours-1.piece', bytes: PACKED.length, plain: PLAIN.length };

/** A browser that keeps what it is given. */
function keeps(): Map<string, Response> {
	const kept = new Map<string, Response>();
	vi.stubGlobal('caches', {
		open: async () => ({
			match: async (url: URL) => kept.get(url.href)?.clone(),
			put: async (url: URL, answer: Response) => {
				const text = await answer.text();
				kept.set(url.href, new Response(text));
			},
		}),
	});
	return kept;
}

const hands = (bytes: Uint8Array<ArrayBuffer>, status = 200) =>
	vi.stubGlobal('fetch', async () => new Response(bytes, { status }));

afterEach(() => vi.unstubAllGlobals());

test('a piece is unpacked on the way, and kept unpacked', async () => {
	const kept = keeps();
	hands(PACKED);
	let came = 0;
	const count = (bytes: number) => {
		came += bytes;
	};
	expect(await (await got(piece, FOLDER, count)).text()).toBe(PLAIN);
	expect(came).toBe(PACKED.length);
	await vi.waitFor(() => expect(kept.size).toBe(1));
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
	expect(await (await got(piece, FOLDER, count)).text()).toBe(PLAIN);
	expect(came).toBe(2 * PACKED.length);
});

test('a piece that came in part, or as something else, is an error and is not kept', async () => {
	const kept = keeps();
	for (const cut of [0, 3, 10, PACKED.length - 5]) {
		hands(PACKED.slice(0, cut));
		await expect(got(piece, FOLDER, () => {}).then((answer) => answer.text())).rejects.toThrow();
	}
	hands(new TextEncoder().encode('<h1>Sign in to this network</h1>') as Uint8Array<ArrayBuffer>);
	await expect(got(piece, FOLDER, () => {}).then((answer) => answer.text())).rejects.toThrow();
	hands(PACKED, 404);
	await expect(got(piece, FOLDER, () => {})).rejects.toThrow('404');
	expect(kept.size).toBe(0);
});
