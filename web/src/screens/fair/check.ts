// The fair deal, worked out again on this device: the same steps as in the rule core.
import type { FairFace } from '../../net/protocol';
import { fromHex, sha256, toHex } from './sha256';

/** A secret of so many bytes is from the time of short seeds: its seed is the beginning of the digest, not all of it. */
const OLD_SECRET_BYTES = 32;
const SHORT_SEED_BYTES = 12;

export function fingerprintOf(secret: string): string {
	return toHex(sha256(fromHex(secret)));
}

/** The seed of the deal, from the secret and one word per seat (empty for none). */
export function seedOf(secret: string, words: readonly string[]): bigint {
	const own = fromHex(secret);
	const parts = [own];
	for (const word of words) {
		const raw = new TextEncoder().encode(word);
		const length = new Uint8Array(4);
		new DataView(length.buffer).setUint32(0, raw.length);
		parts.push(length, raw);
	}
	const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	const digest = sha256(whole);
	return BigInt(`0x${toHex(own.length === OLD_SECRET_BYTES ? digest.slice(0, SHORT_SEED_BYTES) : digest)}`);
}

export interface Verdict {
	/** The secret is the one whose fingerprint was shown before the deal. */
	secret: boolean;
	/** The seed comes from that secret and these words. */
	seed: boolean;
}

/** Null while the game is on: the secret is still kept. `shown` is the fingerprint this device saw before. */
export function checkDeal(fair: FairFace, shown = fair.fingerprint): Verdict | null {
	if (fair.secret === null || fair.words === null || fair.seed === null) return null;
	return {
		secret: fingerprintOf(fair.secret) === shown,
		seed: /^\d+$/.test(fair.seed) && seedOf(fair.secret, fair.words) === BigInt(fair.seed),
	};
}
