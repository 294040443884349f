import { describe, expect, it } from 'vitest';
import { pipe } from './pipe';

/** Two ends of a channel that delivers at once. */
function channels(): [RTCDataChannel, RTCDataChannel, () => number] {
	let most = 0;
	const make = () => ({ bufferedAmount: 0, closed: false }) as unknown as RTCDataChannel & { closed: boolean };
	const ends = [make(), make()] as const;
	ends.forEach((end, i) => {
		const other = ends[1 - i]!;
		end.send = ((data: Uint8Array) => {
			most = Math.max(most, data.length);
			other.onmessage?.({ data: data.slice().buffer } as MessageEvent);
		}) as RTCDataChannel['send'];
		end.close = () => {
			if (end.closed) return;
			end.closed = true;
			other.onclose?.(new Event('close'));
		};
	});
	return [ends[0], ends[1], () => most];
}

describe('texts over a channel', () => {
	it('arrive whole and in order, however long they are', () => {
		const [a, b, most] = channels();
		const heard: string[] = [];
		pipe(b, 1_000_000, (text) => heard.push(text), expect.unreachable);
		const said = ['', 'short', 'Käse🚗'.repeat(20_000), 'x'.repeat(16 * 1024), 'after'];
		const end = pipe(a, 10, expect.unreachable, expect.unreachable);
		for (const text of said) end.send(text);
		expect(heard).toEqual(said);
		expect(most()).toBeLessThanOrEqual(16 * 1024 + 1);
	});

	it('end the channel when they are longer than agreed, or no bytes of ours', () => {
		for (const flood of [
			(a: RTCDataChannel) =>
				pipe(
					a,
					10,
					() => {},
					() => {},
				).send('y'.repeat(70_000)),
			(a: RTCDataChannel) => a.send(new Uint8Array(0)),
		]) {
			const [a, b] = channels();
			let closed = 0;
			pipe(b, 65_536, expect.unreachable, () => closed++);
			flood(a);
			expect(closed).toBe(1);
		}
	});

	it.each([
		['empty ones', [1]],
		['short ones', [1, 120]],
		['long ones', [1, ...Array<number>(16 * 1024 + 1).fill(120)]],
		['a long last one', [0, ...Array<number>(16 * 1024 + 1).fill(120)]],
		['others', [2, 120]],
		['none', []],
	])('do not come in other pieces than ours: %s', (_, piece) => {
		const [a, b] = channels();
		let closed = 0;
		pipe(b, 1_000_000, expect.unreachable, () => closed++);
		// Any number of them would be kept, each as an object of its own, as long as no last one comes.
		for (let i = 0; i < 100; i++) a.send(Uint8Array.from(piece));
		expect(closed).toBe(1);
	});

	it('are no more than bytes, letters or not', () => {
		const [a, b] = channels();
		const heard: string[] = [];
		let closed = 0;
		pipe(
			b,
			100,
			(text) => heard.push(text),
			() => closed++,
		);
		a.send(Uint8Array.from([0, 0xff, 0xfe]));
		expect([heard, closed]).toEqual([['\ufffd\ufffd'], 0]);
		b.onmessage?.({ data: 'a text' } as MessageEvent);
		expect(closed).toBe(1);
	});

	it('are not kept for somebody who does not read', () => {
		const [a] = channels();
		Object.assign(a, { bufferedAmount: 9 * 1024 * 1024, send: () => {} });
		let closed = 0;
		const end = pipe(
			a,
			10,
			() => {},
			() => closed++,
		);
		end.send('more');
		end.send('and more');
		expect(closed).toBe(1);
	});
});
