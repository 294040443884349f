import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test-wait';
import { addTokens, keep, keptTable } from '../keys';
import { comeBack, comeTo, far, farIn, farMeant, farText } from './far.svelte';
import { near, wayTo } from './guest.svelte';
import { closeRoom, openRoom, reopen, rooms } from './room.svelte';

const worker = vi.hoisted(() => ({ asked: [] as string[] }));
vi.mock('../device/page.svelte', () => ({
	guestWay: () => ({
		ask: async (_: string, path: string) => {
			worker.asked.push(path);
			return new Response('{"here":true}', { headers: { 'Content-Type': 'application/json' } });
		},
		dial: () => ({ send() {}, close() {}, open: true }),
		leave() {},
	}),
}));

const [ROOM, SECRET, CHAIR] = ['a-room-of-22-signs-abc', 'a-secret-of-22-signs-a', 'a-chair--of-22-signs-a'];
const TABLE = 'a-table-of-22-signs-ab';

/** A relay as the server's is, for the sockets of this page. */
class Relay {
	static OPEN = 1;
	static all: Relay[] = [];
	static host: Relay | null = null;
	static guests = new Map<number, Relay>();
	static numbers = 0;
	static held: string[] = [];
	readyState = 0;
	bufferedAmount = 0;
	guest = 0;
	onopen: (() => void) | null = null;
	onclose: (() => void) | null = null;
	onmessage: ((event: { data: string }) => void) | null = null;
	constructor(readonly url: string) {
		Relay.all.push(this);
		queueMicrotask(() => {
			this.readyState = 1;
			this.onopen?.();
		});
	}
	tell(message: unknown): void {
		queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }));
	}
	send(text: string): void {
		const said = JSON.parse(text) as { type: string; key: string; guest: number; data: string };
		if (said.type === 'hold') {
			Relay.host = this;
			Relay.held.push(said.key);
			this.tell({ type: 'held', room: ROOM, code: 'KRTZ' });
		} else if (said.type === 'come' && !Relay.host) {
			this.tell({ type: 'bye', key: 'relay_away', again: true });
			queueMicrotask(() => this.close());
		} else if (said.type === 'come') {
			this.guest = ++Relay.numbers;
			Relay.guests.set(this.guest, this);
			this.tell({ type: 'came', guest: 0, room: ROOM });
			Relay.host?.tell({ type: 'came', guest: this.guest, room: ROOM });
		} else if (said.type === 'pass' && this === Relay.host)
			Relay.guests.get(said.guest)?.tell({ type: 'passed', guest: 0, data: said.data });
		else if (said.type === 'pass') Relay.host?.tell({ type: 'passed', guest: this.guest, data: said.data });
		else if (said.type === 'part' && said.guest) Relay.guests.get(said.guest)?.close();
		else if (said.type === 'part')
			for (const one of Relay.guests.values()) {
				one.tell({ type: 'bye', key: 'relay_left', again: false });
				queueMicrotask(() => one.close());
			}
	}
	close(): void {
		if (this.readyState === 3) return;
		this.readyState = 3;
		if (this === Relay.host) Relay.host = null;
		else Relay.host?.tell({ type: 'parted', guest: this.guest });
		this.onclose?.();
	}
}

beforeEach(() => {
	localStorage.clear();
	Object.assign(Relay, { all: [], host: null, guests: new Map(), numbers: 0, held: [] });
	worker.asked = [];
	vi.stubGlobal('WebSocket', Relay);
});
afterEach(() => {
	closeRoom(TABLE);
	vi.unstubAllGlobals();
});

/** In one browser both have the same storage: what the host keeps must not make the guest think the table is its own. */
async function come(room = ROOM, secret = ''): Promise<string> {
	const found = vi.fn();
	comeTo({ room, secret: secret || rooms.of[TABLE]!.secret }, found, () => {});
	await eventually(() => expect(found).toHaveBeenCalledOnce());
	return found.mock.calls[0]![0] as string;
}

describe('what a link says', () => {
	it('is read as it was written', () => {
		for (const link of [
			{ room: ROOM, secret: SECRET, claim: CHAIR },
			{ room: ROOM, secret: SECRET, claim: '' },
			{ room: ROOM, secret: '', claim: '' },
			{ room: ROOM, secret: '', claim: CHAIR },
		])
			expect(farIn(farText(link))).toEqual(link);
	});

	it.each([
		['krt z', 'R.KRTZ'],
		[` https://a.example/here/#/near/R.${ROOM}.${SECRET} `, `R.${ROOM}.${SECRET}`],
		['Come and play with us today', ''],
		['abc', ''],
		['https://a.example/here/#/near/VAAA', ''],
		[`R.${ROOM}.${SECRET}.x`, ''],
	])('is found in what somebody typed: %s', (typed, meant) => {
		expect(farMeant(typed)).toBe(meant);
	});
});

describe('a table that is reached through the relay', () => {
	it('is asked as any other, and both come back by themselves', async () => {
		openRoom(TABLE);
		await eventually(() => expect(rooms.of[TABLE]?.code).toBe('KRTZ'));
		expect(await come()).toBe(TABLE);
		const answer = await wayTo(TABLE)!.ask('GET', `/api/tables/${TABLE}`, '');
		expect([await answer.json(), worker.asked]).toEqual([{ here: true }, [`/api/tables/${TABLE}`]]);
		expect(far.ways[TABLE]).toBe('keyed');
		expect(keptTable(TABLE)?.far?.room).toBe(ROOM);

		// The guest's line is cut.
		Relay.guests.get(1)!.close();
		expect([near.tables.includes(TABLE), far.ways[TABLE]]).toEqual([false, 'coming']);
		await eventually(() => expect(near.tables).toContain(TABLE));

		// So is that of the page with the table: it opens the same room again.
		Relay.host!.close();
		for (const one of Relay.guests.values()) one.close();
		await eventually(() => expect(near.tables).toContain(TABLE));
		expect(new Set(Relay.held).size).toBe(1);
		expect((await wayTo(TABLE)!.ask('GET', `/api/tables/${TABLE}`, '')).status).toBe(200);

		// The way is closed: nobody looks for it any more, and the next one has another key.
		closeRoom(TABLE);
		await eventually(() => expect(far.ways[TABLE]).toBeUndefined());
		expect([keptTable(TABLE)?.far, keptTable(TABLE)?.room]).toEqual([undefined, undefined]);
		openRoom(TABLE);
		await eventually(() => expect(new Set(Relay.held).size).toBe(2));
	});

	it('is looked for after a reload only where there was one', () => {
		comeBack(TABLE);
		reopen(TABLE);
		expect(Relay.all).toEqual([]);
		keep(TABLE, { near: true, far: { room: ROOM, secret: '' } });
		comeBack(TABLE);
		comeBack(TABLE);
		expect(Relay.all).toHaveLength(1);
	});

	it('is never one of our own: its keys would go there', async () => {
		openRoom(TABLE);
		await eventually(() => expect(rooms.of[TABLE]?.room).toBe(ROOM));
		addTokens(TABLE, [{ seat: null, token: 'host-token' }]);
		keep(TABLE, { near: undefined, far: undefined });
		expect(await come()).toBe(TABLE);
		expect(wayTo(TABLE)).toBeUndefined();
		expect([near.tables, far.ways[TABLE], keptTable(TABLE)?.far]).toEqual([[], undefined, undefined]);
	});

	it('is not shut by guests who say nonsense', async () => {
		openRoom(TABLE);
		await eventually(() => expect(rooms.of[TABLE]?.room).toBe(ROOM));
		for (let i = 0; i < 30; i++) {
			const eve = new Relay('');
			eve.send(JSON.stringify({ type: 'come', room: ROOM }));
			eve.send(JSON.stringify({ type: 'pass', guest: 0, data: 'nonsense' }));
			await eventually(() => expect(eve.readyState).toBe(3));
		}
		expect(await come()).toBe(TABLE);
	});

	it('is not reached with a link of which a part is wrong, and that is said', async () => {
		openRoom(TABLE);
		await eventually(() => expect(rooms.of[TABLE]?.room).toBe(ROOM));
		const failed = vi.fn();
		const coming = comeTo({ room: ROOM, secret: SECRET }, expect.unreachable, failed);
		await eventually(() => expect(failed).toHaveBeenCalledWith('near.flaws.cut', true));
		coming.close();
	});

	it('is not another one than it was: who has the room now may not change it', async () => {
		keep('another-table-22-signs', { near: true });
		openRoom(TABLE);
		await eventually(() => expect(rooms.of[TABLE]?.room).toBe(ROOM));
		keep('another-table-22-signs', { far: { room: ROOM, secret: rooms.of[TABLE]!.secret } });
		comeBack('another-table-22-signs');
		await eventually(() => expect(Relay.numbers).toBeGreaterThan(1));
		expect(near.tables).toEqual([]);
	});
});
