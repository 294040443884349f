import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line, type LineState, type Reply } from './line';
import type { FromDevice, FromServer } from './protocol';

/** A socket that the test holds the other end of. */
class Wire {
	static all: Wire[] = [];
	static OPEN = 1;
	readyState = 0;
	sent: FromDevice[] = [];
	onopen: (() => void) | null = null;
	onclose: (() => void) | null = null;
	onmessage: ((event: { data: string }) => void) | null = null;
	constructor(readonly url: string) {
		Wire.all.push(this);
	}
	send(text: string): void {
		this.sent.push(JSON.parse(text) as FromDevice);
	}
	close(): void {
		this.readyState = 3;
		this.onclose?.();
	}
	open(): void {
		this.readyState = 1;
		this.onopen?.();
	}
	say(message: unknown): void {
		this.onmessage?.({ data: JSON.stringify(message as FromServer) });
	}
}

const welcome = { type: 'welcome', protocol: 1, table: {}, seats: [0], host: false, server: 'x' };
let states: LineState[] = [];
let away: unknown;
let line: Line;
const quiet = () => {};
const start = () =>
	new Line(
		'abc',
		() => ['tok'],
		() => 7,
		{
			welcome: quiet,
			update: quiet,
			presence: quiet,
			thinking: quiet,
			trouble: quiet,
			words: quiet,
			you: quiet,
			turnedAway: (bye) => {
				away = bye;
			},
			state: (state) => states.push(state),
		},
	);

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('WebSocket', Wire);
	Wire.all = [];
	states = [];
	away = undefined;
	line = start();
});
afterEach(() => {
	line.stop();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const newest = () => Wire.all.at(-1)!;

test('it says hello with its tokens and the last row it has', () => {
	newest().open();
	expect(newest().sent[0]).toMatchObject({ type: 'hello', table: 'abc', tokens: ['tok'], since: 7 });
});

test('what was asked before the line broke is asked again under the same id, and answered once', async () => {
	newest().open();
	newest().say(welcome);
	let answers = 0;
	const asked = line.ask({ type: 'answer', seat: 0, n: 3, action: 5 }).then((reply: Reply) => {
		answers += 1;
		return reply;
	});
	const first = newest().sent.at(-1) as { id: string };
	newest().close();
	expect(states).toContain('lost');
	vi.advanceTimersByTime(1000);
	newest().open();
	newest().say(welcome);
	const second = newest().sent.at(-1) as { id: string };
	expect(Wire.all).toHaveLength(2);
	expect(second.id).toBe(first.id);
	newest().say({ type: 'ack', id: first.id, v: 8, held: false, again: true });
	newest().say({ type: 'ack', id: first.id, v: 8, held: false, again: true });
	expect(await asked).toMatchObject({ type: 'ack', again: true });
	expect(answers).toBe(1);
});

test('nothing is sent before the server has said welcome', () => {
	newest().open();
	void line.ask({ type: 'say', seat: 0, phrase: 'hello' });
	expect(newest().sent).toHaveLength(1);
	newest().say(welcome);
	expect(newest().sent.at(-1)).toMatchObject({ type: 'say' });
});

test('a refusal that is only for the moment is tried again with the same id', () => {
	newest().open();
	newest().say(welcome);
	void line.ask({ type: 'say', seat: 0, phrase: 'hello' });
	const { id } = newest().sent.at(-1) as { id: string };
	newest().say({ type: 'refused', id, key: 'store_away', clause: '', params: {}, legal: null, again: true });
	vi.advanceTimersByTime(1100);
	expect(newest().sent.filter((message) => 'id' in message && message.id === id)).toHaveLength(2);
});

test('a silent line is given up and opened anew', () => {
	newest().open();
	newest().say(welcome);
	vi.advanceTimersByTime(30_000);
	expect(Wire.all.length).toBeGreaterThan(1);
	expect(states).toContain('lost');
});

test('a ping is answered at once, and a last word ends it', () => {
	newest().open();
	newest().say(welcome);
	newest().say({ type: 'ping', t: 99 });
	expect(newest().sent.at(-1)).toEqual({ type: 'pong', t: 99 });
	newest().say({ type: 'bye', key: 'no_table', params: {}, again: false });
	expect(states.at(-1)).toBe('ended');
	expect(away).toMatchObject({ key: 'no_table' });
	newest().close();
	line.wake();
	vi.advanceTimersByTime(200_000);
	expect(Wire.all).toHaveLength(1);
});

/** The server takes the line and hangs up with these words. */
function sendAway(key: string, welcomed = false): void {
	newest().open();
	if (welcomed) newest().say(welcome);
	newest().say({ type: 'bye', key, params: {}, again: false });
	newest().close();
}
/** How long until the next try. */
function pause(): number {
	const before = Wire.all.length;
	let waited = 0;
	for (; Wire.all.length === before && waited < 100_000; waited += 50) vi.advanceTimersByTime(50);
	return waited;
}

test.each([
	'no_hello',
	'too_often',
	'nonsense',
	'protocol',
	'bad_token',
	'no_watchers',
	'our_mistake',
	'a_key_of_tomorrow',
])('sent away with %s it goes on trying, ever more slowly, until it is let in', (key) => {
	const pauses = Array.from({ length: 12 }, () => {
		sendAway(key);
		return pause();
	});
	expect(away).toMatchObject({ key });
	expect(states).not.toContain('ended');
	expect(pauses[0]).toBeLessThan(500);
	expect(pauses[11]).toBeGreaterThan(40_000);
	expect(pauses[11]).toBeLessThan(80_000);
	newest().open();
	newest().say(welcome);
	expect(states.at(-1)).toBe('open');
});

test('being let in for a moment does not make the next pause short; a line that stands does', () => {
	for (let k = 0; k < 8; k += 1) {
		sendAway('bad_message', true);
		pause();
	}
	sendAway('bad_message', true);
	expect(pause()).toBeGreaterThan(20_000);
	newest().open();
	newest().say(welcome);
	vi.advanceTimersByTime(8000);
	newest().say({ type: 'ping', t: 1 });
	vi.advanceTimersByTime(4000);
	newest().say({ type: 'bye', key: 'too_often', params: {}, again: false });
	newest().close();
	expect(pause()).toBeLessThan(500);
});

test('a person who asks, or a network that is back, does not wait for the next try', () => {
	for (let k = 0; k < 8; k += 1) {
		sendAway('no_hello');
		pause();
	}
	sendAway('no_hello');
	const before = Wire.all.length;
	line.wake();
	expect(Wire.all).toHaveLength(before + 1);
	sendAway('no_hello');
	globalThis.dispatchEvent(new Event('online'));
	expect(Wire.all).toHaveLength(before + 2);
});

test('whoever left stays away', () => {
	sendAway('no_hello');
	line.stop();
	line.wake();
	vi.advanceTimersByTime(200_000);
	expect(Wire.all).toHaveLength(1);
});

test('a server that restarts is found again', () => {
	newest().open();
	newest().say(welcome);
	newest().say({ type: 'bye', key: 'restart', params: {}, again: true });
	newest().close();
	vi.advanceTimersByTime(1000);
	expect(Wire.all).toHaveLength(2);
});

test('a device that sat down comes back under its new tokens', () => {
	newest().open();
	newest().say(welcome);
	line.renew();
	newest().open();
	expect(Wire.all).toHaveLength(2);
	expect(newest().sent[0]).toMatchObject({ type: 'hello' });
	vi.advanceTimersByTime(3000);
	expect(Wire.all).toHaveLength(2);
});
