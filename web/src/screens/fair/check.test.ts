import { describe, expect, it } from 'vitest';
import { checkDeal, fingerprintOf, seedOf } from './check';
import { fromHex, sha256, toHex } from './sha256';

const hash = (text: string) => toHex(sha256(new TextEncoder().encode(text)));

describe('SHA-256', () => {
	it('knows the examples of the standard', () => {
		expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
		expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
		expect(hash('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
			'248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
		);
	});

	it('agrees with the browser on every length around the block borders', async () => {
		for (const length of [1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
			const data = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
			const own = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
			expect(toHex(sha256(data))).toBe(toHex(own));
		}
	});
});

/** Worked out by the rule core: a secret as it is drawn today, and one from the time of short seeds. */
const KINDS = [
	{
		secret: '00'.repeat(48),
		print: '17b0761f87b081d5',
		fox: 93315431801476425389976587720203412673800668629519683928557424528963250427889n,
		letters: 8804322531159125903519005278261290196496303910216026228664448694700000624513n,
	},
	{
		secret: '00'.repeat(32),
		print: '66687aadf862bd77',
		fox: 54150468257923848640892120373n,
		letters: 55447619899390192103086635847n,
	},
];

it('writes and reads bytes', () => {
	expect(toHex(fromHex('00ff10'))).toBe('00ff10');
});

describe.each(KINDS)('the fair deal with a secret like $print', ({ secret, print, fox, letters }) => {
	it('has the fingerprint of the rule core', () => {
		expect(fingerprintOf(secret).slice(0, 16)).toBe(print);
	});

	it('makes the seed of the rule core, and the place of a word counts', () => {
		expect(seedOf(secret, ['', 'fox'])).toBe(fox);
		expect(seedOf(secret, ['fox', ''])).not.toBe(fox);
		expect(seedOf(secret, ['Käse', 'äö'])).toBe(letters);
	});

	const fair = {
		fingerprint: fingerprintOf(secret),
		worded: [1],
		moved: false,
		secret,
		words: ['', 'fox'],
		seed: String(fox),
	};

	it('gets its tick only if everything fits', () => {
		expect(checkDeal(fair)).toEqual({ secret: true, seed: true });
		expect(checkDeal({ ...fair, words: ['', 'fix'] })).toEqual({ secret: true, seed: false });
		expect(checkDeal({ ...fair, secret: '11'.repeat(secret.length / 2) })).toEqual({ secret: false, seed: false });
		expect(checkDeal(fair, 'another fingerprint')?.secret).toBe(false);
		// The other kind of seed from the same secret: nobody may choose between two deals.
		const [short, long] = [fox >> 160n, fox | (1n << 200n)];
		expect(checkDeal({ ...fair, seed: String(fox >> 96n ? short : long) })?.seed).toBe(false);
	});

	it('stays open while the game is on', () => {
		expect(checkDeal({ ...fair, secret: null, words: null, seed: null })).toBeNull();
	});
});
