// What two devices say through the relay is locked, where the page may do that: only at a secure address (https, or this very device).
//
// Each connection has keys of its own (ECDH on P-256, HKDF-SHA-256, AES-GCM with 256 bits), so nothing said earlier can be read or said again. Into
// them goes the secret that stands behind the # of the link and never reaches a server: whoever stands between and does not have it cannot
// take the place of either end. By code alone there is no such secret: then only who listens is shut out, not who changes what is said.
import { base64url } from './code';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const NONCE = 12;
/** The tag behind what is locked. */
export const MORE = 16;

/** May this page lock anything? */
export const canSeal = (): boolean => typeof crypto.subtle === 'object';

export interface Pair {
	keys: CryptoKeyPair;
	/** As the other end reads it. */
	public: Uint8Array<ArrayBuffer>;
}

export interface Seal {
	lock(piece: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
	/** Rejected when it was not locked by the other end, or not in this order. */
	open(piece: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

/** 128 bits as text: the key of a room, or the secret of its link. Works everywhere. */
export const newKey = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** A key for one connection; null where nothing can be locked. */
export async function newPair(): Promise<Pair | null> {
	const tool = crypto.subtle;
	if (!tool) return null;
	const keys = await tool.generateKey(CURVE, false, ['deriveBits']);
	return { keys, public: new Uint8Array(await tool.exportKey('raw', keys.publicKey)) };
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

/** The number of a piece is never used twice: with another key it begins anew. */
function nonces(): () => Uint8Array<ArrayBuffer> {
	let number = 0;
	return () => {
		const nonce = new Uint8Array(NONCE);
		new DataView(nonce.buffer).setUint32(8, number++);
		return nonce;
	};
}

/** The keys that both ends come to. `secret` stands in the link, or is empty; `room` is where they met. */
export async function agree(
	mine: Pair,
	theirs: Uint8Array<ArrayBuffer>,
	isHost: boolean,
	secret: string,
	room: string,
): Promise<Seal> {
	const tool = crypto.subtle;
	if (!tool) throw new TypeError('nothing can be locked here');
	const other = await tool.importKey('raw', theirs, CURVE, false, []);
	const bits = await tool.deriveBits({ name: 'ECDH', public: other }, mine.keys.privateKey, 256);
	const base = await tool.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
	const letters = new TextEncoder();
	const hands = isHost ? [mine.public, theirs] : [theirs, mine.public];
	const derived = (from: string) => {
		const info = joined(letters.encode(`tailback relay 1 ${room} ${from} `), ...hands);
		const how = { name: 'HKDF', hash: 'SHA-256', salt: letters.encode(secret), info };
		return tool.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
	};
	const [ofHost, ofGuest] = [await derived('host'), await derived('guest')];
	const [out, back] = isHost ? [ofHost, ofGuest] : [ofGuest, ofHost];
	const [outNonce, backNonce] = [nonces(), nonces()];
	return {
		async lock(piece) {
			return new Uint8Array(await tool.encrypt({ name: 'AES-GCM', iv: outNonce() }, out, joined(piece)));
		},
		async open(piece) {
			return new Uint8Array(await tool.decrypt({ name: 'AES-GCM', iv: backNonce() }, back, joined(piece)));
		},
	};
}
