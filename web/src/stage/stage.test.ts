import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LEAST, ROUND_END, type Teller } from '../contract';
import { prefs } from '../prefs.svelte';
import { Stage } from './stage.svelte';

interface Count {
	n: number;
	told: string;
}

const game: Teller<Count> = {
	tell: (view, event) =>
		event.kind === 'nothing'
			? null
			: { view: { n: view.n + 1, told: event.kind }, ms: 100, rest: 400, least: event.kind === 'shown' ? 700 : 0 },
};

let heard: string[] = [];
const stage = (first: Count = { n: 0, told: '' }) =>
	new Stage<Count>(
		game,
		first,
		(event) => `It was ${event.kind}.`,
		(sentence) => heard.push(sentence),
	);

const tell = (one: Stage<Count>, events: { kind: string }[], view: Count, due: number | null = null) =>
	one.push(() => one.tell(events, view, 0, due, () => {}));

beforeEach(() => {
	heard = [];
	prefs.speed = 'normal';
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('events are told in their order, then the truth is drawn', async () => {
	const one = stage();
	const seen: Count[] = [];
	tell(one, [{ kind: 'first' }, { kind: 'nothing' }, { kind: 'second' }], { n: 99, told: 'truth' });
	for (let i = 0; i < 60; i++) {
		if (seen.at(-1) !== one.shown) seen.push(one.shown);
		await vi.advanceTimersByTimeAsync(25);
	}
	expect(seen.map((view) => view.told).filter(Boolean)).toEqual(['first', 'second', 'truth']);
	expect(heard).toEqual(['It was first.', 'It was nothing.', 'It was second.']);
	expect(one.busy).toBe(false);
	expect(one.caption).toBe('');
});

test('a tap shows the truth at once, and what comes later is told again', async () => {
	const one = stage();
	tell(one, [{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }], { n: 3, told: 'truth' });
	await vi.advanceTimersByTimeAsync(50);
	expect(one.busy).toBe(true);
	one.finish();
	await vi.advanceTimersByTimeAsync(60);
	expect(one.shown.told).toBe('truth');
	expect(one.busy).toBe(false);
	tell(one, [{ kind: 'd' }], { n: 4, told: 'later' });
	await vi.advanceTimersByTimeAsync(50);
	expect(one.shown.told).toBe('d');
});

test('whoever waits for the end of the telling is called then, and not by a clock', async () => {
	const one = stage();
	const done = vi.fn();
	await one.told;
	tell(one, [{ kind: 'a' }], { n: 1, told: 'truth' });
	void one.told.then(done);
	await vi.advanceTimersByTimeAsync(200);
	tell(one, [{ kind: 'b' }], { n: 2, told: 'later' });
	await vi.advanceTimersByTimeAsync(400);
	expect(done).not.toHaveBeenCalled();
	one.finish();
	await vi.advanceTimersByTimeAsync(0);
	expect(done).toHaveBeenCalled();
	expect(one.shown.told).toBe('later');
	expect(vi.getTimerCount()).toBe(0);
});

test('whoever looks away need not wait for a pause', async () => {
	const one = stage();
	tell(one, [{ kind: 'a' }], { n: 1, told: 'truth' });
	await vi.advanceTimersByTimeAsync(150);
	expect(one.busy).toBe(true);
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
	document.dispatchEvent(new Event('visibilitychange'));
	await vi.advanceTimersByTimeAsync(0);
	expect(one.busy).toBe(false);
	hidden.mockRestore();
});

test('whoever is asked against a clock has seen everything when it starts', async () => {
	const one = stage();
	const events = Array.from({ length: 20 }, (_, i) => ({ kind: `e${i}` }));
	tell(one, events, { n: 20, told: 'truth' }, performance.now() + 3000);
	await vi.advanceTimersByTimeAsync(2800);
	expect(one.busy).toBe(true);
	await vi.advanceTimersByTimeAsync(400);
	expect(one.shown.told).toBe('truth');
	expect(one.busy).toBe(false);
});

test('every event is turned into beats once, however long the story is', async () => {
	const asked = vi.fn(game.tell);
	const one = new Stage<Count>(
		{ tell: asked },
		{ n: 0, told: '' },
		(event) => event.kind,
		() => {},
	);
	const events = Array.from({ length: 20 }, (_, i) => ({ kind: `e${i}` }));
	tell(one, events, { n: 20, told: 'truth' });
	await vi.advanceTimersByTimeAsync(20_000);
	expect(one.shown.told).toBe('truth');
	expect(asked).toHaveBeenCalledTimes(20);
});

test.each(['normal', 'fast', 'off'] as const)(
	'what all must see stays, whatever is tapped and however much waits, speed %s',
	async (speed) => {
		prefs.speed = speed;
		const one = stage();
		tell(one, [{ kind: 'shown' }], { n: 1, told: 'truth' });
		for (let n = 2; n < 6; n++) tell(one, [{ kind: 'a' }], { n, told: `truth${n}` });
		for (let ms = 0; ms < 650; ms += 50) {
			await vi.advanceTimersByTimeAsync(50);
			one.finish();
			expect(one.shown.told).toBe('shown');
		}
		await vi.advanceTimersByTimeAsync(120);
		expect(one.shown.told).not.toBe('shown');
	},
);

test('nothing is done before what came in earlier, and nothing while the table is not seen', async () => {
	const one = stage();
	const order: string[] = [];
	tell(one, [{ kind: 'a' }], { n: 1, told: 'truth' });
	one.push(() => void order.push('asked'));
	await vi.advanceTimersByTimeAsync(300);
	expect(order).toEqual([]);
	one.pushNext(() => {
		order.push('first');
		one.pause();
	});
	await vi.advanceTimersByTimeAsync(2000);
	expect(order).toEqual(['first']);
	expect(one.busy).toBe(false);
	one.resume();
	await one.told;
	expect(order).toEqual(['first', 'asked']);
});

test('a cut drops what was told and what waited', async () => {
	const one = stage();
	const later = vi.fn();
	tell(one, [{ kind: 'a' }, { kind: 'b' }], { n: 2, told: 'truth' });
	one.push(later);
	await vi.advanceTimersByTimeAsync(150);
	one.cut({ n: 9, told: 'elsewhere' });
	tell(one, [{ kind: 'c' }], { n: 10, told: 'truth' });
	await vi.advanceTimersByTimeAsync(3000);
	expect(later).not.toHaveBeenCalled();
	expect(heard).toEqual(['It was a.', 'It was c.']);
	expect(one.shown.n).toBe(10);
});

test('after a long absence only the end is shown', async () => {
	const one = stage();
	tell(
		one,
		Array.from({ length: 80 }, (_, i) => ({ kind: `e${i}` })),
		{ n: 80, told: 'truth' },
	);
	await vi.advanceTimersByTimeAsync(10);
	expect(one.shown.told).toBe('truth');
	expect(heard).toEqual(['It was e77.', 'It was e78.', 'It was e79.']);
});

test('without motion the words remain', async () => {
	prefs.speed = 'off';
	const one = stage();
	tell(one, [{ kind: 'a' }], { n: 1, told: 'truth' });
	await vi.advanceTimersByTimeAsync(400);
	expect(one.shown.told).toBe('truth');
	expect(heard).toEqual(['It was a.']);
});

test('the more waits, the faster it is told, and all of it', async () => {
	const one = stage();
	for (let n = 1; n <= 8; n++) tell(one, [{ kind: `a${n}` }, { kind: `b${n}` }], { n, told: `truth${n}` });
	await vi.advanceTimersByTimeAsync(5500);
	expect(one.shown.told).toBe('truth8');
	expect(one.busy).toBe(false);
	expect(heard).toHaveLength(16);
});

test('nobody looks: the truth is drawn without waiting, and the words are said', async () => {
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
	const one = stage();
	tell(one, [{ kind: 'a' }, { kind: 'b' }], { n: 2, told: 'truth' });
	await vi.advanceTimersByTimeAsync(5);
	expect(one.shown.told).toBe('truth');
	expect(heard).toEqual(['It was a.', 'It was b.']);
	hidden.mockRestore();
});

test('the words of an event come with the beat that shows it, and listeners hear more', async () => {
	prefs.speed = 'normal';
	const die: Teller<Count> = {
		tell: (view) => [
			{ view: { ...view, told: 'tumbling' }, rest: 300 },
			{ view: { ...view, told: 'lying' }, rest: 300, speaks: true, heard: [{ key: 'where', params: { n: 3 } }] },
		],
	};
	const one = new Stage<Count>(
		die,
		{ n: 0, told: '' },
		() => 'A four.',
		(sentence) => heard.push(sentence),
		() => '',
		({ key, params }) => `${key} ${params.n}.`,
	);
	tell(one, [{ kind: 'rolled' }], { n: 4, told: 'truth' });
	await vi.advanceTimersByTimeAsync(150);
	expect([one.shown.told, one.caption, heard]).toEqual(['tumbling', '', []]);
	await vi.advanceTimersByTimeAsync(300);
	expect([one.shown.told, one.caption, heard]).toEqual(['lying', 'A four.', ['A four. where 3.']]);
});

const rounds: Teller<Count> = {
	tell: (view, { kind }) =>
		kind === 'round'
			? { view: { n: view.n + 1, told: kind }, ...ROUND_END, round: { points: [3, 0] } }
			: { view: { n: view.n + 1, told: kind }, ms: 100 },
};

test.each(['normal', 'off'] as const)(
	'speed %s: a round that ends is shown once, and is gone before what follows',
	async (speed) => {
		prefs.speed = speed;
		const one = new Stage<Count>(
			rounds,
			{ n: 0, told: '' },
			(event) => event.kind,
			() => {},
		);
		let shown = 0;
		let over = 0;
		const watch = async (ms: number) => {
			for (let at = 0; at < ms; at += 20) {
				if (one.round) shown += 20;
				if (one.round && one.shown.told !== 'round') over++;
				await vi.advanceTimersByTimeAsync(20);
			}
		};
		tell(one, [{ kind: 'a' }, { kind: 'round' }, { kind: 'dealt' }], { n: 3, told: 'truth' });
		await watch(5000);
		// What is looked at every 20 ms is known to 20 ms at either end.
		expect(shown + 40).toBeGreaterThanOrEqual(LEAST.round);
		expect(shown).toBeLessThan(2600);
		// What comes later does not bring it back.
		const before = shown;
		for (const kind of ['b', 'c']) {
			tell(one, [{ kind }], { n: 4, told: 'later' });
			await watch(1000);
		}
		expect(shown).toBe(before);
		expect(over).toBe(0);
	},
);

test('a tap takes the end of a round away, once all could see it', async () => {
	const one = new Stage<Count>(
		rounds,
		{ n: 0, told: '' },
		(event) => event.kind,
		() => {},
	);
	tell(one, [{ kind: 'round' }], { n: 3, told: 'truth' });
	await vi.advanceTimersByTimeAsync(LEAST.round + 40);
	expect(one.round).not.toBe(null);
	one.finish();
	await vi.advanceTimersByTimeAsync(0);
	expect(one.round).toBe(null);
});

test('whoever goes on to the own turn sees what must be seen, but waits for none of it longer than six seconds', async () => {
	const one = stage();
	const many = Array.from({ length: 12 }, () => ({ kind: 'shown' }));
	const began = performance.now();
	tell(one, many.slice(0, 2), { n: 2, told: 'truth' });
	one.rush();
	// Each of them stays for its least.
	await vi.advanceTimersByTimeAsync(1300);
	expect(one.busy).toBe(true);
	await vi.advanceTimersByTimeAsync(300);
	expect(one.busy).toBe(false);
	// What comes in later is no reason to wait again.
	tell(one, many, { n: 14, told: 'truth' });
	await vi.advanceTimersByTimeAsync(6000 + 500 - (performance.now() - began));
	expect(one.busy).toBe(false);
	expect(heard).toHaveLength(14);
	// From the own turn on everything is told as usual.
	one.arrive();
	tell(one, [{ kind: 'later' }], { n: 15, told: 'truth' });
	await vi.advanceTimersByTimeAsync(400);
	expect(one.busy).toBe(true);
	await vi.advanceTimersByTimeAsync(1000);
	expect(one.busy).toBe(false);
});

test('whoever was away is not shown the end of a round that was over meanwhile', async () => {
	const one = new Stage<Count>(
		rounds,
		{ n: 0, told: '' },
		(event) => event.kind,
		() => {},
	);
	one.push(() => one.tell([{ kind: 'round' }, { kind: 'dealt' }], { n: 9, told: 'truth' }, 0, null, () => {}, true));
	for (let at = 0; at < 1000; at += 20) {
		expect(one.round).toBe(null);
		await vi.advanceTimersByTimeAsync(20);
	}
	expect(one.shown.told).toBe('truth');
});

test('a jump in a replay leaves no end of a round behind', async () => {
	const one = new Stage<Count>(
		rounds,
		{ n: 0, told: '' },
		(event) => event.kind,
		() => {},
	);
	tell(one, [{ kind: 'round' }], { n: 3, told: 'truth' });
	await vi.advanceTimersByTimeAsync(400);
	expect(one.round).not.toBe(null);
	one.cut({ n: 7, told: 'elsewhere' });
	expect(one.round).toBe(null);
});

/** Somebody rolls at seat 1, and it is told in two beats. */
const dice: Teller<Count> = {
	tell: (view) => [
		{ view: { ...view, told: 'ready' }, gesture: { seat: 1, prompt: 'roll' } },
		{ view: { ...view, told: 'rolls' }, rest: 400 },
	],
};

test('what happened is noted with its words, and until then the line says what is under way', async () => {
	const told: string[] = [];
	const one = new Stage<Count>(
		{
			tell: (view, { kind }) =>
				kind === 'step'
					? { view, rest: 200, plain: true }
					: [
							{ view, rest: 300, line: { key: 'rolls', params: {} } },
							{ view, rest: 200, speaks: true },
						],
		},
		{ n: 0, told: '' },
		(event) => event.kind,
		(sentence) => told.push(sentence),
		undefined,
		(heard) => heard.key,
	);
	const seen: string[] = [];
	const events = [{ kind: 'rolled' }, { kind: 'step' }];
	one.push(() => one.tell(events, { n: 1, told: 'truth' }, 0, null, (event) => seen.push(event.kind)));
	await vi.advanceTimersByTimeAsync(100);
	expect([one.caption, told, seen]).toEqual(['rolls', [], []]);
	await vi.advanceTimersByTimeAsync(300);
	expect([one.caption, told, seen]).toEqual(['rolled', ['rolled'], ['rolled']]);
	// What is plain to see is said to those who listen, and changes no line.
	await vi.advanceTimersByTimeAsync(200);
	expect([one.caption, told, seen]).toEqual(['rolled', ['rolled', 'step'], ['rolled', 'step']]);
	await vi.advanceTimersByTimeAsync(1000);
});

describe('what is left to a hand', () => {
	const left = (here: boolean) => {
		const call = vi.fn(() => here);
		const one = new Stage<Count>(
			dice,
			{ n: 0, told: '' },
			() => '',
			() => {},
			undefined,
			undefined,
			undefined,
			call,
		);
		return { one, call };
	};

	test('waits at the device of whoever does it, and is hurried by nothing else', async () => {
		const { one } = left(true);
		tell(one, [{ kind: 'rolled' }], { n: 1, told: 'truth' });
		await vi.advanceTimersByTimeAsync(5000);
		expect(one.gesture).toEqual({ seat: 1, prompt: 'roll' });
		expect(one.shown.told).toBe('ready');
		one.release();
		await vi.advanceTimersByTimeAsync(100);
		expect(one.gesture).toBeNull();
		expect(one.shown.told).toBe('rolls');
		await vi.advanceTimersByTimeAsync(1000);
		expect(one.shown.told).toBe('truth');
	});

	test('is not seen at all elsewhere, nor by whoever wants it to happen by itself', async () => {
		const { one, call } = left(false);
		tell(one, [{ kind: 'rolled' }], { n: 1, told: 'truth' });
		await vi.advanceTimersByTimeAsync(0);
		expect(call).toHaveBeenCalled();
		expect([one.gesture, one.shown.told]).toEqual([null, 'rolls']);
	});

	test('holds up no clock, nobody who waits behind it, and nobody for ever', async () => {
		const clock = left(true);
		tell(clock.one, [{ kind: 'rolled' }], { n: 1, told: 'truth' }, performance.now() + 600);
		await vi.advanceTimersByTimeAsync(700);
		expect(clock.call).not.toHaveBeenCalled();
		expect(clock.one.shown.told).toBe('truth');

		const late = left(true);
		late.one.pause();
		tell(late.one, [{ kind: 'rolled' }], { n: 1, told: 'truth' });
		tell(late.one, [], { n: 2, told: 'newer' });
		late.one.resume();
		await vi.advanceTimersByTimeAsync(20);
		expect(late.call).not.toHaveBeenCalled();
		expect(late.one.gesture).toBeNull();

		const asleep = left(true);
		tell(asleep.one, [{ kind: 'rolled' }], { n: 1, told: 'truth' });
		await vi.advanceTimersByTimeAsync(12_000);
		expect(asleep.one.shown.told).toBe('truth');
	});

	test('a replay that jumps drops it', async () => {
		const { one } = left(true);
		tell(one, [{ kind: 'rolled' }], { n: 1, told: 'truth' });
		await vi.advanceTimersByTimeAsync(100);
		one.cut({ n: 9, told: 'elsewhere' });
		await vi.advanceTimersByTimeAsync(100);
		expect([one.gesture, one.shown.told]).toEqual([null, 'elsewhere']);
	});
});

test('a voice has the short words, with what they are about and not before', async () => {
	const spoken: [string, string][] = [];
	const one: Stage<Count> = new Stage<Count>(
		game,
		{ n: 0, told: '' },
		(event) => `It was ${event.kind}, and this for those who see nothing.`,
		() => {},
		(event) => (event.kind === 'long' ? '' : `${event.kind}!`),
	);
	one.aloud = (words) => spoken.push([words, one.shown.told]);
	tell(one, [{ kind: 'a' }, { kind: 'b' }, { kind: 'long' }], { n: 3, told: 'truth' });
	await vi.advanceTimersByTimeAsync(5000);
	expect(spoken).toEqual([
		['a!', ''],
		['b!', 'a'],
		['It was long, and this for those who see nothing.', 'b'],
	]);
});
