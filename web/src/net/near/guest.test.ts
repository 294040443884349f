import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addTokens, keep, keptTable, tokensOf } from '../keys';
import { type Hand, written } from './code';
import { near, reached, wayTo } from './guest.svelte';

/** The end of a channel to a page that somebody else wrote. */
class Hostile {
	sent: string[] = [];
	closed = false;
	bufferedAmount = 0;
	onmessage: ((event: { data: unknown }) => void) | null = null;
	send(bytes: Uint8Array) {
		this.sent.push(new TextDecoder().decode(bytes.subarray(1)));
	}
	close() {
		this.closed = true;
	}
	says(text: string) {
		this.onmessage?.({ data: Uint8Array.from([0, ...new TextEncoder().encode(text)]).buffer });
	}
}
const join = (table: string) => {
	const channel = new Hostile();
	const over = vi.fn();
	reached(table, channel as unknown as RTCDataChannel, over);
	return { channel, over };
};

describe('a host that means harm', () => {
	beforeEach(() => localStorage.clear());

	it('gets no table of this device, whatever its hand says', () => {
		addTokens('mine', [{ seat: null, token: 'host-token' }]);
		const { channel, over } = join('mine');
		expect([channel.closed, over.mock.calls.length, near.tables]).toEqual([true, 1, []]);
		expect(wayTo('mine')).toBeUndefined();
		expect(tokensOf('mine')).toEqual(['host-token']);
	});

	it('is asked for its own table only', () => {
		addTokens('mine', [{ seat: null, token: 'host-token' }]);
		addTokens('other', [{ seat: 1, token: 'other-token' }]);
		keep('other', { near: true });
		const { channel } = join('theirs');
		void wayTo('theirs')!.ask('GET', '/api/tables/theirs', '');
		for (const table of ['mine', 'other']) {
			void wayTo(table)
				?.ask('GET', `/api/tables/${table}`, 'Bearer x')
				.catch(() => undefined);
		}
		expect(channel.sent.length).toBe(1);
		expect(channel.sent.join()).not.toMatch(/host-token|other-token|mine/);
	});

	it('gains nothing by strange answers', () => {
		const { channel } = join('strange');
		const closed = vi.fn();
		const heard: string[] = [];
		wayTo('strange')!.dial({ opened() {}, message: (text: string) => heard.push(text), closed }, 'strange');
		channel.says('{"kind":"answer","id":99,"status":200,"media":"","body":""}');
		channel.says('{"kind":"message","line":7,"text":"x"}');
		channel.says('{"kind":"closed","line":8}');
		expect(heard).toEqual([]);
		expect(closed).not.toHaveBeenCalled();
		const asked = wayTo('strange')!.ask('GET', '/api/tables/strange', '');
		channel.says('{"kind":"answer","id":2,"status":7,"media":"text/html","body":"<b>"}');
		return expect(asked).rejects.toThrow(TypeError);
	});

	it('holds out a hand for its own table only', () => {
		const hand = (table: string): Hand => ({
			kind: 'first',
			tag: 1,
			table,
			claim: '',
			ufrag: 'IInM',
			pwd: 'XSmzFFj2Qn6yHopf0vYae4vl',
			fingerprint: new Uint8Array(32),
			ways: [{ address: '192.168.1.20', port: 1 }],
		});
		const [theirs, other] = ['AAECAwQFBgcICQoLDA0ODw', 'BBECAwQFBgcICQoLDA0ODw'];
		const { channel } = join(theirs);
		const spare = written(hand(theirs));
		channel.says(JSON.stringify({ kind: 'spare', text: spare }));
		expect([keptTable(theirs)?.spare, channel.closed]).toEqual([spare, false]);
		for (const text of ['nothing', written(hand(other)), written({ ...hand(theirs), kind: 'second' })]) {
			const { channel: next } = join(theirs);
			next.says(JSON.stringify({ kind: 'spare', text }));
			expect([keptTable(theirs)?.spare, keptTable(other), next.closed]).toEqual([spare, undefined, true]);
		}
	});

	it.each(['', 'null', '[', '7', '{}', '{"kind":"constructor"}', '{"kind":"closed","line":null}'])(
		'that says what is no message is hung up on: %s',
		(text) => {
			const { channel } = join('broken');
			channel.says(text);
			expect(channel.closed).toBe(true);
		},
	);
});
