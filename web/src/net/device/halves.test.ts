import { expect, test, vi } from 'vitest';
// @ts-expect-error It is a script of the build.
import { counted, halved, haveRun } from '../../../halves.mjs';
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
