// What two devices must know of each other to talk without a server, as a short text: for a picture to scan, or to be pasted.
//
// Of what the browser writes about a connection (SDP) only this differs from one to the next; the rest is the same each time and is added at
// the other end. Bytes: T, version, kind, tag (4), table (16), claim (0 or 16 after its length), name and password of the way (length, letters),
// fingerprint (32), number of addresses, each as its kind, its bytes and its port, and a sum over all of it (2). Written as base64url.

export interface Way {
	/** An address, or a name that only this network knows (`….local`). */
	address: string;
	port: number;
}

export interface Hand {
	/** The first hand is held out by the device with the table, the other one takes it. */
	kind: 'first' | 'second';
	/** The same in both hands of one shake. */
	tag: number;
	table: string;
	/** An invitation to a certain chair, or nothing. */
	claim: string;
	ufrag: string;
	pwd: string;
	/** SHA-256 of the certificate: nobody can stand in between. */
	fingerprint: Uint8Array;
	ways: Way[];
}

/** Why a text is no hand: `none`: not one of ours, `cut`: a part is missing or wrong, `long`, `newer`: of a later version. */
export type Flaw = 'none' | 'cut' | 'long' | 'newer';

export class Unclear extends Error {
	constructor(readonly flaw: Flaw) {
		super(flaw);
	}
}

/** Every text of ours begins with it, and ends with its sum, whatever the version is. */
const MARK = 0x54;
const OURS = /^V[A-P][A-Za-z0-9_-]*$/;
const VERSION = 1;
const KINDS = ['first', 'second'] as const;
export const MOST_WAYS = 4;
/** Letters of the longest text that can be right, with the address in front of it. */
const LONGEST = 2000;
const ID = 16;
const PRINT = 32;
/** What browsers may write (RFC 8839). */
const ICE = /^[A-Za-z0-9+/]+$/;
const LOCAL = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local$/;
const V4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const SIZES = { local: 16, v4: 4, v6: 16 };
const SORTS = ['local', 'v4', 'v6'] as const;

export function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
}

export function unbase64url(text: string): Uint8Array<ArrayBuffer> {
	const found = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(found, (sign) => sign.charCodeAt(0));
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Fletcher's sum: a letter that was left out or read wrongly changes it. */
function sum(bytes: Uint8Array): [number, number] {
	let [a, b] = [1, 0];
	for (const byte of bytes) {
		a = (a + byte) % 255;
		b = (b + a) % 255;
	}
	return [a, b];
}

/** An address as its kind and its bytes; null for what the other end could not use. */
function packed(address: string): { sort: number; bytes: Uint8Array } | null {
	const local = LOCAL.exec(address);
	if (local) return { sort: 0, bytes: unhex(local.slice(1).join('')) };
	if (V4.test(address)) {
		const numbers = address.split('.').map(Number);
		return numbers.every((one) => one < 256) ? { sort: 1, bytes: Uint8Array.from(numbers) } : null;
	}
	const [front = '', back, more] = address.split('::');
	const groups = (part: string | undefined) => (part ? part.split(':') : []);
	const [first, last] = [groups(front), groups(back)];
	const gap = 8 - first.length - last.length;
	const whole = back === undefined ? first : [...first, ...Array<string>(Math.max(gap, 0)).fill('0'), ...last];
	if (more !== undefined || whole.length !== 8 || !whole.every((one) => /^[0-9a-f]{1,4}$/i.test(one))) return null;
	return { sort: 2, bytes: unhex(whole.map((one) => one.padStart(4, '0')).join('')) };
}

function unpacked(sort: (typeof SORTS)[number], bytes: Uint8Array): string {
	if (sort === 'v4') return bytes.join('.');
	const all = hex(bytes);
	if (sort === 'v6') return all.replace(/....(?!$)/g, '$&:');
	return `${all.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}.local`;
}

export function written(hand: Hand): string {
	const bytes: number[] = [MARK, VERSION, KINDS.indexOf(hand.kind)];
	const letters = (text: string) => bytes.push(text.length, ...new TextEncoder().encode(text));
	for (const shift of [24, 16, 8, 0]) bytes.push((hand.tag >>> shift) & 255);
	bytes.push(...unbase64url(hand.table));
	const claim = hand.claim ? unbase64url(hand.claim) : [];
	bytes.push(claim.length, ...claim);
	letters(hand.ufrag);
	letters(hand.pwd);
	bytes.push(...hand.fingerprint);
	const ways = hand.ways.flatMap((way) => {
		const found = packed(way.address);
		return found ? [[found.sort, ...found.bytes, way.port >> 8, way.port & 255]] : [];
	});
	const some = ways.slice(0, MOST_WAYS);
	bytes.push(some.length, ...some.flat());
	return base64url(Uint8Array.from([...bytes, ...sum(Uint8Array.from(bytes))]));
}

/** The text itself, out of a link or of what somebody copied around it. */
export function textIn(pasted: string): string {
	if (pasted.length > LONGEST) throw new Unclear('long');
	const [, behind] = pasted.split('/near/', 2);
	return (behind ?? pasted).replace(/\s+/g, '');
}

export function read(pasted: string): Hand {
	const text = textIn(pasted);
	if (!OURS.test(text)) throw new Unclear('none');
	let bytes: Uint8Array;
	try {
		bytes = unbase64url(text);
	} catch {
		throw new Unclear('cut');
	}
	const body = bytes.subarray(0, -2);
	if (bytes.length < 4 || sum(body).join() !== bytes.subarray(-2).join()) throw new Unclear('cut');
	if (body[1] !== VERSION) throw new Unclear(body[1]! > VERSION ? 'newer' : 'none');
	let at = 2;
	const take = (many: number): Uint8Array => {
		at += many;
		if (at > body.length) throw new Unclear('cut');
		return body.subarray(at - many, at);
	};
	const number = () => take(1)[0]!;
	const letters = (fewest: number): string => {
		const found = new TextDecoder().decode(take(number()));
		if (found.length < fewest || !ICE.test(found)) throw new Unclear('none');
		return found;
	};
	const kind = KINDS[number()];
	const tag = take(4).reduce((all, byte) => all * 256 + byte, 0);
	const table = base64url(take(ID));
	const size = number();
	const claim = base64url(take(size));
	const [ufrag, pwd] = [letters(4), letters(22)];
	const fingerprint = take(PRINT).slice();
	const ways = Array.from({ length: number() }, () => {
		const sort = SORTS[number()];
		if (!sort) throw new Unclear('none');
		const address = unpacked(sort, take(SIZES[sort]));
		const [high, low] = take(2) as unknown as [number, number];
		return { address, port: high * 256 + low };
	});
	const sane = kind && (size === 0 || size === ID) && ways.length > 0 && ways.length <= MOST_WAYS;
	if (!sane || at !== body.length || ways.some((way) => way.port === 0)) throw new Unclear('none');
	return { kind, tag, table, claim, ufrag, pwd, fingerprint, ways };
}

const line = (text: string, name: string) => new RegExp(`^a=${name}:(.+)$`, 'm').exec(text)?.[1]?.trim() ?? '';

/** What a browser wrote of its end; null where there is no way to it. */
export function handOf(sdp: string, about: Pick<Hand, 'kind' | 'tag' | 'table' | 'claim'>): Hand | null {
	const [sort, print] = line(sdp, 'fingerprint').split(' ');
	const ways = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim)]
		.map(([, address = '', port]) => ({ address, port: Number(port) }))
		.filter((way) => packed(way.address));
	if (sort?.toLowerCase() !== 'sha-256' || !print || !ways.length) return null;
	// Names and plain addresses first: the longer kind says where else the same device is.
	ways.sort((a, b) => Number(a.address.includes(':')) - Number(b.address.includes(':')));
	return {
		...about,
		ufrag: line(sdp, 'ice-ufrag'),
		pwd: line(sdp, 'ice-pwd'),
		fingerprint: unhex(print.replaceAll(':', '')),
		ways: ways.slice(0, MOST_WAYS),
	};
}

/** What a browser wants to read about the other end. */
export function sdpOf(hand: Hand): string {
	const print = hex(hand.fingerprint)
		.toUpperCase()
		.replace(/..(?!$)/g, '$&:');
	return [
		'v=0',
		`o=- ${hand.tag} 2 IN IP4 127.0.0.1`,
		's=-',
		't=0 0',
		'a=group:BUNDLE 0',
		'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
		'c=IN IP4 0.0.0.0',
		...hand.ways.map((way, i) => `a=candidate:${i + 1} 1 udp ${2113937151 - i} ${way.address} ${way.port} typ host`),
		`a=ice-ufrag:${hand.ufrag}`,
		`a=ice-pwd:${hand.pwd}`,
		`a=fingerprint:sha-256 ${print}`,
		`a=setup:${hand.kind === 'first' ? 'actpass' : 'active'}`,
		'a=mid:0',
		'a=sctp-port:5000',
		'a=max-message-size:262144',
		'',
	].join('\r\n');
}
