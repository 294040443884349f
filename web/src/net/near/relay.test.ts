import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelayLine, relayOffered, Steady } from './relay';

/** A socket that the test holds the other end of. */
class Socket {
	static OPEN = 1;
	static all: Socket[] = [];
	readyState = 1;
	bufferedAmount = 0;
	sent: { type: string }[] = [];
	onopen: (() => void) | null = null;
	onclose: (() => void) | null = null;
	onmessage: ((event: { data: string }) => void) | null = null;
	constructor() {
		Socket.all.push(this);
	}
	send(text: string): void {
		this.sent.push(JSON.parse(text) as { type: string });
	}
	close(): void {
		this.readyState = 3;
	}
	says(message: unknown): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}
	ends(key = '', again = true): void {
		if (key) this.says({ type: 'bye', key, again });
		this.onclose?.();
	}
}

const ended = vi.fn();
const start = () => new Steady(() => ({ type: 'come', room: 'KRTZ' }), vi.fn(), ended);

beforeEach(() => {
	vi.useFakeTimers();
	Socket.all = [];
	ended.mockClear();
	vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it('comes back more and more slowly, and quickly again when it has stood for a while', () => {
	const steady = start();
	const pauses: number[] = [];
	for (let i = 0; i < 8; i++) {
		const before = Socket.all.length;
		Socket.all.at(-1)!.ends();
		let waited = 0;
		for (; Socket.all.length === before; waited += 50) vi.advanceTimersByTime(50);
		pauses.push(waited);
	}
	expect(pauses[0]).toBeLessThan(400);
	expect(pauses.at(-1)).toBeGreaterThan(3000);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(6300);
	vi.advanceTimersByTime(11_000);
	Socket.all.at(-1)!.ends();
	const before = Socket.all.length;
	vi.advanceTimersByTime(400);
	expect(Socket.all.length).toBe(before + 1);
	steady.close();
});

it('does not come back where there is nothing to come back to, nor when it was closed', () => {
	start();
	Socket.all[0]!.ends('relay_left', false);
	vi.advanceTimersByTime(100_000);
	expect([Socket.all.length, ended.mock.calls]).toEqual([1, [['relay_left', false]]]);
	const steady = start();
	steady.close();
	Socket.all[1]!.ends();
	vi.advanceTimersByTime(100_000);
	expect([Socket.all.length, ended.mock.calls.length]).toEqual([2, 1]);
});

it('notices a line that is dead, and takes a slow page for none', () => {
	const over = vi.fn();
	const dead = new RelayLine({ type: 'hold', key: 'k' }, vi.fn(), over);
	vi.advanceTimersByTime(40_000);
	expect(over).not.toHaveBeenCalled();
	vi.advanceTimersByTime(10_000);
	expect(over).toHaveBeenCalledExactlyOnceWith('', true);
	dead.close();
	const [, socket] = [over.mockClear(), new Socket()];
	const line = new RelayLine({ type: 'hold', key: 'k' }, vi.fn(), over, socket as unknown as WebSocket);
	for (let i = 0; i < 20; i++) {
		vi.advanceTimersByTime(15_000);
		socket.says({ type: 'beat' });
	}
	expect([over.mock.calls.length, socket.sent.every(({ type }) => type === 'beat')]).toEqual([0, true]);
	line.prove();
	vi.advanceTimersByTime(3000);
	expect(over).toHaveBeenCalledOnce();
});

it('asks nobody whether there is a relay, where no server handed the page out', async () => {
	const asked = vi.fn();
	vi.stubGlobal('fetch', asked);
	expect(await relayOffered()).toBe(false);
	expect(asked).not.toHaveBeenCalled();
});
