import { expect, test, vi } from 'vitest';
// @ts-expect-error It is a script of the build.
import { counted, halved, haveRun, without } from '../../../halves.mjs';
// @ts-expect-error It is a script of the build.
import { leanData, leanNames, leanScript } from '../../../lean.mjs';
import { fitted } from './halves';

/** `twice` gives a number to `add` two times, by a table; a third function is never called. */
const SUMS = Uint8Array.from(
	'0061736d01000000010f0360000060017f017f60027f7f017f0304030102000404017000010606017f0141070b070f0205747769636500000361646400010907010041000b01010a18030b002000200041001102000b0700200020016a0b02000b'.match(
		/../g,
	)!,
	(pair) => Number.parseInt(pair, 16),
);
type Twice = (number: number) => number;

/** Its halves, and how often the second was fetched. */
async function inHalves(first: number[]) {
	const [one, other] = (halved(SUMS, new Set(first)) as Uint8Array<ArrayBuffer>[]).map(
		(bytes) => new WebAssembly.Module(new Uint8Array(bytes)),
	);
	const fetch = vi.fn(() => other!);
	const made = await fitted(one!, {}, fetch);
	return { ...made, twice: made.instance.exports.twice as Twice, fetch, other: other! };
}

test('it is counted which functions have run', () => {
	const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(counted(SUMS))));
	expect(haveRun(instance)).toEqual(new Set());
	expect((instance.exports.twice as Twice)(21)).toBe(42);
	expect(haveRun(instance)).toEqual(new Set([0, 1]));
});

test.each([[[0]], [[1]], [[]], [[2]]])(
	'what the first half (%j) has not got is fetched when it is called, once',
	async (first) => {
		const { twice, fetch, instance } = await inHalves(first);
		expect(fetch).not.toHaveBeenCalled();
		expect([twice(21), twice(-4)]).toEqual([42, -8]);
		expect(fetch).toHaveBeenCalledOnce();
		// Whoever runs it sees its own names only.
		expect(Object.keys(instance.exports)).toEqual(['twice', 'add']);
	},
);

test('what the first half has needs no second one', async () => {
	const { twice, fetch } = await inHalves([0, 1]);
	expect(twice(21)).toBe(42);
	expect(fetch).not.toHaveBeenCalled();
});

test('a second half that came by itself is not fetched', async () => {
	const { twice, fetch, join, other } = await inHalves([]);
	join(other);
	join(other);
	expect(twice(21)).toBe(42);
	expect(fetch).not.toHaveBeenCalled();
});

test('a second half that cannot be had fails, and is asked for again', async () => {
	const { twice, fetch } = await inHalves([0]);
	fetch.mockImplementationOnce(() => {
		throw new Error('no line');
	});
	expect(() => twice(1)).toThrow('no line');
	expect(twice(1)).toBe(2);
});

/** A memory with words in it, and a function `at(n)` that reads a byte of it. */
function remembering(words: string, at: number): Uint8Array<ArrayBuffer> {
	const hex = (text: string) => text.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
	const bytes = [...new TextEncoder().encode(words)];
	const data = [1, 0, 0x41, at & 127, 0x0b, bytes.length, ...bytes];
	return Uint8Array.from([
		...hex('0061736d0100000001060160017f017f0302010004040170000105030100010606017f0141000b'),
		...[0x07, 24, 3, 2, ...hex('61740000'), 6, ...new TextEncoder().encode('ghosts'), 0, 0],
		...[6, ...new TextEncoder().encode('memory'), 2, 0],
		...hex('0a0901070020002d00000b'),
		...[0x0b, data.length, ...data],
	]);
}
type At = (n: number) => number;
const spoken = (at: At, from: number, to: number) =>
	Array.from({ length: to - from }, (_, n) => String.fromCharCode(at(from + n))).join('');
const running = (bytes: Uint8Array<ArrayBuffer>) =>
	new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports as Record<'at' | 'ghosts', At>;

test('what lies in the memory where only the second half looks comes with it', async () => {
	const bytes = remembering('early late early', 16);
	expect(spoken(running(bytes).at, 16, 32)).toBe('early late early');
	const [one, other] = halved(bytes, new Set([0]), [[22, 26]]) as Uint8Array<ArrayBuffer>[];
	const made = await fitted(new WebAssembly.Module(new Uint8Array(one!)), {}, () => {
		throw new Error('not wanted');
	});
	const at = made.instance.exports.at as At;
	expect(spoken(at, 16, 32)).toBe('early \0\0\0\0 early');
	expect(spoken(running(without(bytes, [[22, 26]])).at, 16, 32)).toBe('early \0\0\0\0 early');
	made.join(new WebAssembly.Module(new Uint8Array(other!)));
	expect(spoken(at, 16, 32)).toBe('early late early');
});

test('what functions say of themselves is left out, but not words that something else may end with', () => {
	const said = 'f(a)\n--\n\nFalse';
	const [, end] = [16, 16 + said.length];
	// Somebody points to the last word: an address among the data, where addresses lie.
	const pointer = '\0'.repeat(4 - (said.length % 4));
	const pointed = `${said}${pointer}${String.fromCharCode(end - 5)}\0\0\0`;
	expect(spoken(running(leanData(remembering(said, 16), [])).at, 16, end)).toBe('f(a)\n--\n\n\0\0\0\0\0');
	expect(spoken(running(leanData(remembering(pointed, 16), [])).at, 16, end)).toBe(said);
});

test('other bytes take the place of those that lie there', () => {
	const [old, other] = ['frozen', 'ice'].map((text) => Buffer.from(text));
	expect(spoken(running(leanData(remembering('a frozen lake', 16), [[old, other]])).at, 16, 29)).toBe(
		'a ice\0\0\0 lake',
	);
	expect(() => leanData(remembering('a lake', 16), [[old, other]])).toThrow();
});

test('names that the script does not use go, and so does what it would do with them', () => {
	const script =
		'var _at,_ghosts,_more;function f(e){_at=Module["_at"]=e["at"];_ghosts=Module["_ghosts"]=wasmExports["ghosts"];}_at(1);';
	const lean = leanScript(script.replaceAll('=e[', '=wasmExports['), 'nothing else');
	expect(lean).toBe('var _at,_more;function f(e){_at=Module["_at"]=wasmExports["at"];}_at(1);');
	const bytes = remembering('', 16);
	expect(Object.keys(running(leanNames(bytes, lean, ['memory'])))).toEqual(['at', 'memory']);
	expect(Object.keys(running(leanNames(bytes, lean, ['memory', 'ghosts'])))).toEqual(['at', 'ghosts', 'memory']);
});
