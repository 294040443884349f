import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test-wait';
import type { Carrier } from '../wire';
import { reached, wayTo } from './guest.svelte';
import { guests, receive } from './host.svelte';

const worker = vi.hoisted(() => ({
	asked: 0,
	said: 0,
	open: 0,
	left: 0,
	answer: (): Promise<Response> => Promise.resolve(new Response('{}')),
}));

vi.mock('../device/page.svelte', () => ({
	guestWay: (): Carrier & { leave(): void } => ({
		ask: () => {
			worker.asked++;
			return worker.answer();
		},
		dial: () => {
			worker.open++;
			return { send: () => worker.said++, close: () => worker.open--, open: true };
		},
		leave: () => worker.left++,
	}),
}));

/** Our end of a channel, what was sent on it, and what the stranger at the other end sends. */
function stranger() {
	const sent: unknown[] = [];
	let closed = 0;
	const channel = {
		bufferedAmount: 0,
		send: (data: Uint8Array) => sent.push(JSON.parse(new TextDecoder().decode(data.subarray(1)))),
		close: () => closed++,
	} as unknown as RTCDataChannel;
	const say = (text: string) => {
		const bytes = new TextEncoder().encode(text);
		channel.onmessage?.({ data: Uint8Array.from([0, ...bytes]).buffer } as MessageEvent);
	};
	return { channel, sent, say, closed: () => closed };
}

let over = 0;
beforeEach(() => {
	Object.assign(worker, { asked: 0, said: 0, open: 0, left: 0, answer: () => Promise.resolve(new Response('{}')) });
	over = 0;
});
afterEach(() => {
	guests.lost = [];
});

const ask = (id: number) =>
	JSON.stringify({ kind: 'ask', id, method: 'GET', path: '/api/tables/t', authorization: '', body: '' });

describe('a guest who means no good', () => {
	const come = () => {
		const one = stranger();
		receive('t', one.channel, () => over++);
		return one;
	};
	const gone = (one: ReturnType<typeof stranger>) =>
		expect([one.closed(), over, worker.left, worker.open]).toEqual([1, 1, 1, 0]);

	it('is answered as long as it asks as a page does', async () => {
		const one = come();
		for (let id = 1; id <= 20; id++) one.say(ask(id));
		await eventually(() => expect(one.sent).toHaveLength(20));
		expect(one.closed()).toBe(0);
	});

	it('has few requests under way', () => {
		worker.answer = () => new Promise(() => {});
		const one = come();
		for (let id = 1; id <= 100; id++) one.say(ask(id));
		expect(worker.asked).toBeLessThan(40);
		gone(one);
	});

	it('says no more than a worker can hear', () => {
		const one = come();
		one.say('{"kind":"dial","line":1}');
		for (let i = 0; i < 10_000; i++) one.say('{"kind":"say","line":1,"text":"{}"}');
		expect(worker.said).toBeLessThan(200);
		gone(one);
	});

	it('may go on for long when it is not in a hurry', () => {
		const clock = vi.spyOn(performance, 'now');
		const one = come();
		one.say('{"kind":"dial","line":1}');
		for (let i = 0; i < 2000; i++) {
			clock.mockReturnValue(1e9 + i * 50);
			one.say('{"kind":"say","line":1,"text":"{}"}');
		}
		clock.mockRestore();
		expect([worker.said, one.closed()]).toEqual([2000, 0]);
	});

	it('has few lines, and each of them once', () => {
		for (const lines of [Array.from({ length: 40 }, (_, line) => line), [1, 1]]) {
			Object.assign(worker, { open: 0, left: 0 });
			over = 0;
			const one = come();
			for (const line of lines) one.say(JSON.stringify({ kind: 'dial', line }));
			gone(one);
		}
	});

	it.each(['no JSON', 'null', '{"kind":"answer","id":1}', '{"kind":"dial","line":1e400}'])(
		'is sent away for what is no message: %s',
		(text) => {
			const one = come();
			one.say(text);
			gone(one);
		},
	);

	it('is not told what it did not open', () => {
		const one = come();
		one.say('{"kind":"say","line":7,"text":"{}"}');
		one.say('{"kind":"leave","line":7}');
		expect([one.sent, one.closed(), worker.said]).toEqual([[], 0, 0]);
	});
});

describe('a host who means no good', () => {
	const table = 'a-table-of-another-one';
	const come = () => {
		const one = stranger();
		reached(table, one.channel, () => over++);
		return { ...one, way: wayTo(table)! };
	};

	it('is believed no answer that nobody asked for', () => {
		const one = come();
		for (let id = 0; id < 1000; id++) one.say(JSON.stringify({ kind: 'answer', id, status: 200, media: '', body: '' }));
		one.say('{"kind":"message","line":9,"text":"{}"}');
		one.say('{"kind":"closed","line":9}');
		expect(one.closed()).toBe(0);
		one.channel.onclose?.(new Event('close'));
	});

	it.each([
		['{"kind":"answer","id":1,"status":99,"media":"","body":""}'],
		['{"kind":"answer","id":1,"status":1e9,"media":"","body":""}'],
		['{"kind":"answer","id":1,"status":0,"media":"","body":""}'],
		['no JSON'],
		['null'],
		['{"kind":"message","line":1,"text":7}'],
	])('is left when it says %s', async (text) => {
		const one = come();
		const asked = one.way.ask('GET', '/', '');
		one.say(text);
		await expect(asked).rejects.toThrow(TypeError);
		one.channel.onclose?.(new Event('close'));
		expect([one.closed(), over]).toEqual([1, 1]);
	});

	it('may answer without a body, whatever it sends in its place', async () => {
		const one = come();
		const asked = one.way.ask('GET', '/', '');
		one.say('{"kind":"answer","id":1,"status":304,"media":"text/plain","body":"x"}');
		expect((await asked).status).toBe(304);
		one.channel.onclose?.(new Event('close'));
	});
});
