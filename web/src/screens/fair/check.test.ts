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

const SECRET = '00'.repeat(32);
/** Worked out by the rule core. */
const SEED_FOX = 54150468257923848640892120373n;
const SEED_LETTERS = 55447619899390192103086635847n;

describe('the fair deal', () => {
	it('has the fingerprint of the rule core', () => {
		expect(fingerprintOf(SECRET).slice(0, 16)).toBe('66687aadf862bd77');
		expect(toHex(fromHex('00ff10'))).toBe('00ff10');
	});

	it('makes the seed of the rule core, and the place of a word counts', () => {
		expect(seedOf(SECRET, ['', 'fox'])).toBe(SEED_FOX);
		expect(seedOf(SECRET, ['fox', ''])).not.toBe(SEED_FOX);
		expect(seedOf(SECRET, ['Käse', 'äö'])).toBe(SEED_LETTERS);
	});

	const fair = {
		fingerprint: fingerprintOf(SECRET),
		worded: [1],
		secret: SECRET,
		words: ['', 'fox'],
		seed: String(SEED_FOX),
	};

	it('gets its tick only if everything fits', () => {
		expect(checkDeal(fair)).toEqual({ secret: true, seed: true });
		expect(checkDeal({ ...fair, words: ['', 'fix'] })).toEqual({ secret: true, seed: false });
		expect(checkDeal({ ...fair, secret: '11'.repeat(32) })).toEqual({ secret: false, seed: false });
		expect(checkDeal(fair, 'another fingerprint')?.secret).toBe(false);
	});

	it('stays open while the game is on', () => {
		expect(checkDeal({ ...fair, secret: null, words: null, seed: null })).toBeNull();
	});
});
