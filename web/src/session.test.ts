import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, textsOf } from './i18n/texts.svelte';
import { Session } from './session.svelte';

class Wire {
	static all: Wire[] = [];
	static OPEN = 1;
	readyState = 1;
	hello: { tokens?: string[] } = {};
	onopen: (() => void) | null = null;
	onclose: (() => void) | null = null;
	onmessage: ((event: { data: string }) => void) | null = null;
	constructor() {
		Wire.all.push(this);
	}
	send(text: string): void {
		const message = JSON.parse(text);
		if (message.type === 'hello') this.hello = message;
	}
	close(): void {
		this.onclose?.();
	}
	/** The device says hello and hears this. */
	meet(message: object): void {
		this.onopen?.();
		this.onmessage?.({ data: JSON.stringify(message) });
	}
}

const face = {
	game: 'x',
	number: 0,
	phase: 'lobby',
	chairs: [],
	watchers: 0,
	fair: null,
	past: [],
	settings: { pace_ms: 0 },
};
const welcome = { type: 'welcome', protocol: 1, table: face, seats: [0], host: false, server: 'x' };
const bye = (key: string) => ({ type: 'bye', key, params: {}, again: false });
const newest = () => Wire.all.at(-1)!;
const settle = () => vi.advanceTimersByTimeAsync(0);
let session: Session;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('WebSocket', Wire);
	Wire.all = [];
	localStorage.setItem(
		'tailback.tables',
		JSON.stringify([{ table: 'abc', game: 'x', seen: 1, names: [], tokens: [{ seat: 0, token: 'mine' }] }]),
	);
	session = new Session('abc');
});
afterEach(() => {
	session.stop();
	localStorage.clear();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

/** The next try, which the device makes by itself. */
async function next(): Promise<void> {
	newest().close();
	const before = Wire.all.length;
	await vi.advanceTimersByTimeAsync(2000);
	expect(Wire.all.length).toBe(before + 1);
}

test('the screen that says why not turns into the table as soon as the server has us', async () => {
	newest().meet(bye('too_often'));
	expect(session.away).toMatchObject({ key: 'too_often' });
	await next();
	newest().meet(welcome);
	await settle();
	expect(session.away).toBeNull();
	expect(session.face).toMatchObject({ game: 'x' });
});

test('with the table on the screen, only what a person must know takes it away, and not for good', async () => {
	newest().meet(welcome);
	await settle();
	newest().meet(bye('no_hello'));
	expect(session.away).toBeNull();
	await next();
	expect(session.line).toBe('lost');
	newest().meet(bye('protocol'));
	expect(session.away).toMatchObject({ key: 'protocol' });
	await next();
	newest().meet(welcome);
	expect(session.away).toBeNull();
	expect(session.line).toBe('open');
});

test('a device whose seat was given away watches, and after a break asks for its seat again', async () => {
	newest().meet(bye('bad_token'));
	expect(session.away).toBeNull();
	newest().meet({ ...welcome, seats: [] });
	expect(newest().hello.tokens).toEqual([]);
	await next();
	newest().meet(welcome);
	expect(newest().hello.tokens).toEqual(['mine']);
});

test('a table that is gone stays gone', async () => {
	newest().meet(bye('deleted'));
	newest().close();
	await vi.advanceTimersByTimeAsync(200_000);
	expect(session.away).toMatchObject({ key: 'deleted' });
	expect(Wire.all).toHaveLength(1);
});

test('what is wrong with the game is told until it is mended', async () => {
	const trouble = { key: 'game_raises', params: { file: 'lane.py', line: 4, reason: 'x' }, stopped: true };
	newest().meet({ ...welcome, table: { ...face, trouble } });
	await settle();
	expect(session.trouble).toEqual(trouble);
	newest().onmessage?.({ data: JSON.stringify({ type: 'trouble', trouble: null }) });
	await settle();
	expect(session.trouble).toBeNull();
	newest().onmessage?.({ data: JSON.stringify({ type: 'trouble', trouble }) });
	await settle();
	expect(session.trouble).toEqual(trouble);
});

test('a game that was changed under the table is asked for again', async () => {
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		return new Response(JSON.stringify({ name: `name ${asked.length}` }));
	});
	await loadTexts('x');
	newest().meet(welcome);
	await settle();
	newest().onmessage?.({ data: JSON.stringify({ type: 'words', game: 'x' }) });
	await settle();
	await settle();
	expect(asked.filter((path) => path.endsWith('/x'))).toHaveLength(2);
	expect(textsOf('x').say('name')).toBe('name 2');
});
