import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { studies } from '../../lab/test-studies';
import type { Kept } from '../../net/lab';
import { live } from '../../table/live.svelte';
import { LabRoom } from './room.svelte';

/** A socket whose other end is this test. */
class Wire {
	static all: Wire[] = [];
	readyState = 0;
	sent: unknown[] = [];
	onopen = () => {};
	onclose = () => {};
	onmessage = (_: { data: string }) => {};
	constructor() {
		Wire.all.push(this);
	}
	send(text: string): void {
		this.sent.push(JSON.parse(text));
	}
	close(): void {
		this.readyState = 3;
		this.onclose();
	}
	open(): void {
		this.readyState = 1;
		this.onopen();
	}
	say(message: unknown): void {
		this.onmessage({ data: JSON.stringify(message) });
	}
}
const now = () => Wire.all.at(-1)!;
const kept = (more: Partial<Kept> = {}): Kept => ({
	id: 'a',
	order: {
		kind: 'run',
		game: 'toy',
		robots: ['3', '3'],
		preset: '',
		options: {},
		matches: 2000,
		watch: 0,
		seed: 1,
		lang: 'en',
	},
	what: { kind: 'run', game: 'toy', players: [2], setups: 1, matches: 2000, about: [] },
	at: 0,
	file: '/studies/a.study',
	state: 'running',
	done: 0,
	of: 2000,
	seconds_left: null,
	said: [],
	...more,
});
const list = (...all: Kept[]) => now().say({ type: 'studies', studies: all, skipped: [], search: true });
const spoken = () => live.polite.map((line) => line.text);

let room: LabRoom;
const lost = vi.fn();

beforeEach(() => {
	vi.useFakeTimers();
	Wire.all = [];
	live.polite = [];
	lost.mockClear();
	room = new LabRoom('key', lost, () => new Wire() as unknown as WebSocket);
	now().open();
});
afterEach(() => {
	room.close();
	vi.useRealTimers();
});

describe('the line of the lab', () => {
	it('gives its key in the first message and nowhere else', () => {
		expect(now().sent).toEqual([{ type: 'hello', token: 'key', follow: [] }]);
		expect(room.ready).toBe(false);
		list(kept());
		expect(room.ready).toBe(true);
		room.show('a');
		expect(now().sent.slice(1)).toEqual([{ type: 'follow', studies: ['a'] }]);
	});

	it('comes back by itself and asks for what is open', () => {
		list(kept());
		room.show('a');
		now().say({ type: 'line', id: 'a', study: { lang: 'en', n: 1 } });
		now().close();
		expect(room.online).toBe(false);
		expect(room.study('a')).toMatchObject({ n: 1 });
		vi.advanceTimersByTime(400);
		expect(Wire.all).toHaveLength(2);
		now().open();
		expect(now().sent).toEqual([{ type: 'hello', token: 'key', follow: ['a'] }]);
		list(kept());
		expect(room.online).toBe(true);
	});

	it('that is silent is given up', () => {
		list(kept());
		vi.advanceTimersByTime(20_000);
		now().say({ type: 'beat' });
		vi.advanceTimersByTime(20_000);
		expect(Wire.all).toHaveLength(1);
		vi.advanceTimersByTime(6000);
		expect(Wire.all).toHaveLength(2);
	});

	it('ends with a wrong key, and waits long after too many', () => {
		now().say({ type: 'bye', key: 'too_often' });
		now().close();
		vi.advanceTimersByTime(20_000);
		expect(Wire.all).toHaveLength(1);
		vi.advanceTimersByTime(15_000);
		expect(Wire.all).toHaveLength(2);
		now().open();
		now().say({ type: 'bye', key: 'lab_key' });
		vi.advanceTimersByTime(100_000);
		expect(Wire.all).toHaveLength(2);
		expect(lost.mock.calls).toEqual([['too_often'], ['lab_key']]);
	});
});

describe('what lies in files', () => {
	/** The server, as far as it shows studies. */
	const shown = vi.fn((_address: string) => ({ ...studies.sweep(), lang: 'en' }));
	beforeEach(() => {
		shown.mockClear();
		vi.stubGlobal('fetch', async (address: string) => new Response(JSON.stringify(shown(address))));
	});
	afterEach(() => vi.unstubAllGlobals());

	it('a study of the terminal is read when it is opened, and again when it has changed', async () => {
		const mine = kept({ state: 'kept', order: null, at: 1 });
		list(mine);
		room.show('a');
		expect(room.study('a')).toBeNull();
		await Promise.all([room.look('a'), room.look('a')]);
		expect(shown).toHaveBeenCalledTimes(1);
		expect(shown.mock.calls[0]![0]).toBe('/api/lab/studies/a?lang=en');
		expect(room.study('a')!.title).toBe(studies.sweep().title);
		await room.look('a');
		expect(shown).toHaveBeenCalledTimes(1);
		list({ ...mine, at: 2 });
		await room.look('a');
		expect(shown).toHaveBeenCalledTimes(2);
	});

	it('nothing is asked for where nothing was played', async () => {
		for (const state of ['stopped', 'failed', 'waiting', 'running'] as const) {
			list(kept({ state }));
			await room.look('a');
		}
		expect(shown).not.toHaveBeenCalled();
	});

	it('what was told in this language is not asked for, but a sweep that was stopped is', async () => {
		list(kept({ state: 'stopped', done: 10 }));
		room.show('a');
		now().say({ type: 'line', id: 'a', study: studies.run() });
		await room.look('a');
		expect(shown).not.toHaveBeenCalled();
		const growing = { ...studies.sweep(), comparisons: [], progress: { ...studies.sweep().progress, finished: false } };
		now().say({ type: 'line', id: 'a', study: growing });
		await room.look('a');
		expect(room.study('a')!.comparisons.length).toBeGreaterThan(0);
		expect(room.study('a')!.progress.finished).toBe(false);
		// While it is played its own lines are the newest.
		list(kept({ state: 'running', done: 11 }));
		expect(room.study('a')!.comparisons).toEqual([]);
	});

	it('one that cannot be read says why', async () => {
		const body = JSON.stringify({
			key: 'lab_says',
			clause: '',
			params: { reason: 'gone' },
			nearest: null,
			legal: null,
		});
		vi.stubGlobal('fetch', async () => new Response(body, { status: 409 }));
		list(kept({ state: 'kept', order: null }));
		room.show('a');
		await room.look('a');
		expect(room.study('a')).toBeNull();
		expect(room.refused).toBe('refusals.lab_says');
	});

	it('files that are none are known by name', () => {
		const skipped = [{ file: 'x.study', key: 'no_study', params: { file: 'x.study' } }];
		now().say({ type: 'studies', studies: [], skipped, search: false });
		expect([room.skipped, room.search]).toEqual([skipped, false]);
	});
});

describe('the lab', () => {
	it('shows at most two side by side', () => {
		list(kept(), kept({ id: 'b' }), kept({ id: 'c' }));
		room.show('a');
		room.toggle('b');
		expect(room.open).toEqual(['a', 'b']);
		room.toggle('c');
		expect(room.open).toEqual(['b', 'c']);
		room.toggle('b');
		expect(room.open).toEqual(['c']);
		// It was deleted elsewhere.
		list(kept());
		expect(room.open).toEqual([]);
	});

	it('says every tenth of what is open, and how it ended', () => {
		list(kept(), kept({ id: 'b' }));
		room.show('a');
		const said = new Set<number>();
		for (let done = 0; done < 2000; done += 50) {
			list(kept({ done }), kept({ id: 'b', done }));
			for (const line of live.polite) said.add(line.id);
		}
		// 10 % to 90 %, of the one that is open.
		expect(said.size).toBe(9);
		live.polite = [];
		list(kept({ done: 1990 }), kept({ id: 'b' }));
		expect(spoken()).toEqual([]);
		list(kept({ state: 'finished', done: 2000 }), kept({ id: 'b' }));
		expect(spoken()).toEqual(['lab_room.states.finished']);
	});
});
