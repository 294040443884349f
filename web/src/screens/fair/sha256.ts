// SHA-256 in plain arithmetic: the browser's own needs https, and a table at home has none.

/** The first bits of the broken parts of the roots of the first primes, as the standard wants them. */
function roots(count: number, power: number): Uint32Array {
	const found = new Uint32Array(count);
	for (let candidate = 2, n = 0; n < count; candidate++) {
		let prime = true;
		for (let i = 2; i * i <= candidate; i++) if (candidate % i === 0) prime = false;
		if (prime) found[n++] = (candidate ** power % 1) * 2 ** 32;
	}
	return found;
}

const K = roots(64, 1 / 3);
const START = roots(8, 1 / 2);

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** One bit, zeros, and the length: a whole number of blocks of 64 bytes. */
function padded(data: Uint8Array): DataView {
	const length = (((data.length + 8) >> 6) + 1) << 6;
	const block = new Uint8Array(length);
	block.set(data);
	block[data.length] = 0x80;
	const view = new DataView(block.buffer);
	view.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
	view.setUint32(length - 4, data.length << 3);
	return view;
}

function schedule(view: DataView, at: number): Uint32Array {
	const w = new Uint32Array(64);
	for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
	for (let i = 16; i < 64; i++) {
		const [a, b] = [w[i - 15]!, w[i - 2]!];
		const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
		const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
		w[i] = w[i - 16]! + low + w[i - 7]! + high;
	}
	return w;
}

function mix(state: Uint32Array, w: Uint32Array): void {
	let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
	for (let i = 0; i < 64; i++) {
		const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!;
		const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
		[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
	}
	for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value;
}

export function sha256(data: Uint8Array): Uint8Array {
	const view = padded(data);
	const state = START.slice();
	for (let at = 0; at < view.byteLength; at += 64) mix(state, schedule(view, at));
	const digest = new Uint8Array(32);
	const out = new DataView(digest.buffer);
	for (const [i, word] of state.entries()) out.setUint32(4 * i, word);
	return digest;
}

export function fromHex(text: string): Uint8Array {
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
