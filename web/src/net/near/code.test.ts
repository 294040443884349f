import { describe, expect, it } from 'vitest';
import { base64url, type Flaw, type Hand, handOf, read, sdpOf, Unclear, written } from './code';

const HAND: Hand = {
	kind: 'first',
	tag: 0xdeadbeef,
	table: 'AAECAwQFBgcICQoLDA0ODw',
	claim: '',
	ufrag: 'IInM',
	pwd: 'XSmzFFj2Qn6yHopf0vYae4vl',
	fingerprint: Uint8Array.from({ length: 32 }, (_, i) => i * 8),
	ways: [{ address: '84117b81-94e1-4957-9b72-fbd6943d04ba.local', port: 46437 }],
};
const MANY: Hand = {
	...HAND,
	kind: 'second',
	tag: 1,
	claim: '__________________8DAg',
	ways: [
		{ address: '192.168.1.20', port: 1 },
		{ address: '2001:0db8:0000:0000:0000:0000:0000:0001', port: 65535 },
	],
};

function flawOf(text: string): Flaw | 'fine' {
	try {
		read(text);
		return 'fine';
	} catch (error) {
		if (error instanceof Unclear) return error.flaw;
		throw error;
	}
}

/** The same text with other bytes in it, and a sum that is right. */
function forged(change: (bytes: number[]) => void, of = HAND): string {
	const bytes = [...atob(written(of).replaceAll('-', '+').replaceAll('_', '/'))].map((sign) => sign.charCodeAt(0));
	bytes.splice(-2);
	change(bytes);
	let [a, b] = [1, 0];
	for (const byte of bytes) {
		a = (a + byte) % 255;
		b = (b + a) % 255;
	}
	return base64url(Uint8Array.from([...bytes, a, b]));
}
// Where things stand when there is no claim.
const [VERSION, KIND, CLAIM, UFRAG, WAYS] = [1, 2, 23, 24, 24 + 5 + 25 + 32];

describe('the text that two devices give each other', () => {
	it('is short, and says the same at the other end', () => {
		expect(written(HAND).length).toBeLessThan(160);
		for (const hand of [HAND, MANY]) expect(read(written(hand))).toEqual(hand);
	});

	it('may be pasted as a link, or broken into lines', () => {
		const text = written(HAND);
		expect(read(`https://play.example.org/games/#/near/${text}\n`)).toEqual(HAND);
		expect(read(` ${text.slice(0, 40)}\n  ${text.slice(40)}`)).toEqual(HAND);
	});

	it('holds what a browser wrote, and makes of it what a browser reads', () => {
		const { kind, tag, table, claim } = HAND;
		const about = { kind, tag, table, claim };
		const other =
			'a=candidate:7 1 tcp 15 10.0.0.1 9 typ host tcptype active\r\na=candidate:8 1 udp 9 1.2.3.4 7 typ srflx\r\n';
		expect(handOf(sdpOf(HAND) + other, about)).toEqual(HAND);
		const wide = sdpOf({
			...HAND,
			ways: [
				{ address: 'fe80::1:2', port: 5 },
				{ address: '10.0.0.7', port: 6 },
			],
		});
		const found = read(written(handOf(wide, about)!));
		expect(found.ways.map((way) => way.address)).toEqual(['10.0.0.7', 'fe80:0000:0000:0000:0000:0000:0001:0002']);
		expect(handOf(sdpOf({ ...HAND, ways: [] }), about)).toBeNull();
		expect(handOf(sdpOf(HAND).replace('sha-256', 'sha-1'), about)).toBeNull();
	});

	const wrong: [string, string, Flaw][] = [
		['nothing', '', 'none'],
		['words', 'Come and play!', 'none'],
		['another link', 'https://example.org/', 'none'],
		['a novel', 'A'.repeat(5000), 'long'],
		['half of it', written(HAND).slice(0, 80), 'cut'],
		['all but one letter', written(HAND).slice(0, -1), 'cut'],
		['two letters changed round', written(HAND).replace(/^(.{30})(.)(.)/, '$1$3$2'), 'cut'],
		['a single byte', 'VA', 'cut'],
		['a word that could be one', 'Comeandplaywithus', 'none'],
		['a later version', forged((bytes) => (bytes[VERSION] = 2)), 'newer'],
		['no version', forged((bytes) => (bytes[VERSION] = 0)), 'none'],
		['neither hand', forged((bytes) => (bytes[KIND] = 2)), 'none'],
		['half a claim', forged((bytes) => bytes.splice(CLAIM, 1, 1, 7)), 'none'],
		['a name with a line break', forged((bytes) => (bytes[UFRAG + 1] = 10)), 'none'],
		['a name that is too short', forged((bytes) => bytes.splice(UFRAG, 5, 1, 65)), 'none'],
		['a name longer than everything', forged((bytes) => (bytes[UFRAG] = 250)), 'cut'],
		['no way', forged((bytes) => bytes.splice(WAYS, 99, 0)), 'none'],
		['more ways than we take', forged(manyWays), 'none'],
		['a way of no kind', forged((bytes) => (bytes[WAYS + 1] = 3)), 'none'],
		['port 0', forged((bytes) => bytes.splice(-2, 2, 0, 0)), 'none'],
		['something behind it', forged((bytes) => bytes.push(1)), 'none'],
	];
	function manyWays(bytes: number[]): void {
		const way = bytes.slice(WAYS + 1);
		bytes.splice(WAYS, 1, 5);
		for (let i = 0; i < 4; i++) bytes.push(...way);
	}
	it.each(wrong)('is refused in words: %s', (_, text, flaw) => {
		expect(flawOf(text)).toBe(flaw);
	});

	it('is read or refused, whatever is in it', () => {
		let seed = 7;
		const random = (below: number) => {
			seed = (seed * 48271) % 2147483647;
			return seed % below;
		};
		for (let i = 0; i < 300; i++) {
			const text = forged(
				(bytes) => {
					for (let n = random(4); n >= 0; n--) bytes[random(bytes.length)] = random(256);
					if (random(3) === 0) bytes.splice(random(bytes.length), random(20));
				},
				random(2) ? HAND : MANY,
			);
			const flaw = flawOf(text);
			// What is let through is written by nobody but us: it can be written again, and holds no line that a browser would obey.
			if (flaw !== 'fine') continue;
			const hand = read(text);
			expect(read(written(hand))).toEqual(hand);
			expect(sdpOf(hand).split('\r\n').length).toBe(15 + hand.ways.length);
		}
	});
});
