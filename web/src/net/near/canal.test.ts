import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test-wait';
import { RelayCanal } from './canal';
import { base64url, unbase64url } from './code';
import { PIECE } from './pipe';
import { newKey } from './seal';

const ROOM = 'a-room-of-22-signs-abc';
const SECRET = newKey();
const text = (data: ArrayBuffer) => new TextDecoder().decode(data);
const piece = (said: string) => new TextEncoder().encode(said);

interface End {
	canal: RelayCanal;
	heard: string[];
	stands: boolean;
	closed: boolean;
}

/** A page with a table and a guest, and somebody between them who may change what passes. */
function ends(
	secrets: { host?: string; guest?: string; rooms?: [string, string] } = {},
	between = (data: string, _from: 'host' | 'guest'): string => data,
): { host: End; guest: End; passed: string[] } {
	const passed: string[] = [];
	const [ofHost, ofGuest] = secrets.rooms ?? [ROOM, ROOM];
	const make = (isHost: boolean, secret: string, other: () => End): End => {
		const end: End = { heard: [], stands: false, closed: false } as unknown as End;
		end.canal = new RelayCanal(
			isHost,
			secret,
			isHost ? ofHost : ofGuest,
			(data) => {
				passed.push(data);
				const changed = between(data, isHost ? 'host' : 'guest');
				queueMicrotask(() => changed && other().canal.take(changed));
			},
			() => 0,
			() => {},
			() => {
				end.stands = true;
				end.canal.onmessage = ({ data }) => end.heard.push(text(data as ArrayBuffer));
			},
		);
		end.canal.onclose = () => {
			end.closed = true;
		};
		return end;
	};
	const host: End = make(true, secrets.host ?? SECRET, () => guest);
	const guest: End = make(false, secrets.guest ?? SECRET, () => host);
	return { host, guest, passed };
}

async function talk({ host, guest }: { host: End; guest: End }): Promise<void> {
	await eventually(() => expect([host.stands, guest.stands]).toEqual([true, true]));
	for (const said of ['the hand of Mia', 'x'.repeat(PIECE + 1), 'y']) {
		host.canal.send(piece(said));
		guest.canal.send(piece(said));
	}
	await eventually(() => expect([host.heard.length, guest.heard.length]).toEqual([3, 3]));
	expect(host.heard).toEqual(guest.heard);
	expect(host.heard[0]).toBe('the hand of Mia');
}

const readable = (passed: string[]) =>
	passed.some((data) => !data.startsWith('{') && text(unbase64url(data).buffer).includes('Mia'));

afterEach(() => vi.restoreAllMocks());

describe('a way through the relay', () => {
	it('is locked with the secret of the link, and nobody between reads it', async () => {
		const both = ends();
		await talk(both);
		expect([both.host.canal.safety, both.guest.canal.safety]).toEqual(['keyed', 'keyed']);
		expect(readable(both.passed)).toBe(false);
		expect(both.passed.join()).not.toContain(SECRET);
	});

	it('is locked by code alone against whoever only listens', async () => {
		const both = ends({ guest: '' });
		await talk(both);
		expect([both.host.canal.safety, both.guest.canal.safety]).toEqual(['locked', 'locked']);
		expect(readable(both.passed)).toBe(false);
	});

	it('is open where a page cannot lock, and says so', async () => {
		vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
		const both = ends({ host: '', guest: '' });
		await talk(both);
		expect([both.host.canal.safety, both.guest.canal.safety]).toEqual(['open', 'open']);
		expect(readable(both.passed)).toBe(true);
	});

	it('has other keys each time: what was said cannot be said again', async () => {
		const first = ends();
		await talk(first);
		const second = ends();
		await eventually(() => expect(second.guest.stands).toBe(true));
		const old = first.passed.filter((data) => !data.startsWith('{'));
		second.guest.canal.take(old[0]!);
		await eventually(() => expect(second.guest.closed).toBe(true));
		expect(second.guest.heard).toEqual([]);
	});
});

describe('whoever stands between and means no good', () => {
	const ends2 = async (both: { host: End; guest: End }) => {
		both.host.canal.send(piece('the hand of Mia'));
		both.guest.canal.send(piece('my move'));
		await eventually(() => expect(both.host.closed || both.guest.closed).toBe(true));
		expect([both.host.heard, both.guest.heard]).toEqual([[], []]);
	};

	it('cannot take the place of either end without the secret', async () => {
		for (const wrong of [{ host: newKey() }, { guest: newKey() }, { host: '' }]) {
			const both = ends(wrong);
			await eventually(() => expect(both.host.stands || both.guest.closed).toBe(true));
			await ends2(both);
		}
	});

	it('cannot talk a guest with a link out of locking', async () => {
		const open = (data: string) =>
			data.startsWith('{') ? JSON.stringify({ ...JSON.parse(data), pub: '', keyed: false }) : data;
		const both = ends({}, open);
		await eventually(() => expect(both.guest.closed).toBe(true));
		expect(both.guest.stands).toBe(false);
		const weaker = ends({}, (data) => data.replace('"keyed":true', '"keyed":false'));
		await eventually(() => expect(weaker.host.stands).toBe(true));
		await ends2(weaker);
	});

	it('cannot lead to another room', async () => {
		const both = ends({ rooms: [ROOM, `${ROOM.slice(1)}x`] });
		await eventually(() => expect(both.guest.stands).toBe(true));
		await ends2(both);
	});

	it.each([
		['changes a piece', (data: string) => `${data.slice(0, -3)}AAA`],
		['says a piece twice', (data: string) => data],
		['sends what is no piece', () => '!!!'],
		['sends more than a piece', () => base64url(new Uint8Array(PIECE + 100))],
	])('%s, and the line ends', async (name, change) => {
		const both = ends({}, (data, from) => (from === 'host' && !data.startsWith('{') ? change(data) : data));
		await eventually(() => expect(both.guest.stands).toBe(true));
		both.host.canal.send(piece('the hand of Mia'));
		if (name === 'says a piece twice') {
			await eventually(() => expect(both.guest.heard).toEqual(['the hand of Mia']));
			both.guest.canal.take(both.passed.at(-1)!);
		}
		await eventually(() => expect(both.guest.closed).toBe(true));
		expect(both.guest.heard.length).toBe(name === 'says a piece twice' ? 1 : 0);
	});

	it.each([
		['a word', 'x'],
		['no key', '{}'],
		['nothing', 'null'],
		['a number for a key', '{"pub":7,"keyed":true}'],
		['a novel', `{"pub":"${'A'.repeat(999)}","keyed":true}`],
		['half a key', '{"pub":"AAAA","keyed":true}'],
	])('says %s instead of a hello, and the line ends', async (_, hello) => {
		const both = ends({}, (data) => (data.startsWith('{') ? hello : data));
		await eventually(() => expect(both.host.closed).toBe(true));
		expect(both.host.stands).toBe(false);
	});
});
