import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Teller } from '../contract';
import { prefs } from '../prefs.svelte';
import { Stage } from './stage.svelte';

interface Count {
	n: number;
	told: string;
}

const game: Teller<Count> = {
	tell: (view, event) =>
		event.kind === 'nothing' ? null : { view: { n: view.n + 1, told: event.kind }, ms: 100, rest: 400 },
};

let heard: string[] = [];
const stage = (first: Count = { n: 0, told: '' }) =>
	new Stage<Count>(
		game,
		0,
		first,
		(event) => `It was ${event.kind}.`,
		(sentence) => heard.push(sentence),
	);

beforeEach(() => {
	heard = [];
	prefs.speed = 'normal';
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('events are told in their order, then the truth is drawn', async () => {
	const one = stage();
	const seen: Count[] = [];
	one.push([{ kind: 'first' }, { kind: 'nothing' }, { kind: 'second' }], { n: 99, told: 'truth' });
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
	one.push([{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }], { n: 3, told: 'truth' });
	await vi.advanceTimersByTimeAsync(50);
	expect(one.busy).toBe(true);
	one.finish();
	await vi.advanceTimersByTimeAsync(60);
	expect(one.shown.told).toBe('truth');
	expect(one.busy).toBe(false);
	one.push([{ kind: 'd' }], { n: 4, told: 'later' });
	await vi.advanceTimersByTimeAsync(50);
	expect(one.shown.told).toBe('d');
});

test('whoever waits for the end of the telling is called then, and not by a clock', async () => {
	const one = stage();
	const done = vi.fn();
	await one.told;
	one.push([{ kind: 'a' }], { n: 1, told: 'truth' });
	void one.told.then(done);
	await vi.advanceTimersByTimeAsync(200);
	one.push([{ kind: 'b' }], { n: 2, told: 'later' });
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
	one.push([{ kind: 'a' }], { n: 1, told: 'truth' });
	await vi.advanceTimersByTimeAsync(150);
	expect(one.busy).toBe(true);
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
	document.dispatchEvent(new Event('visibilitychange'));
	await vi.advanceTimersByTimeAsync(0);
	expect(one.busy).toBe(false);
	hidden.mockRestore();
});

test('a long story is hurried, so that nobody waits longer than two and a half seconds', async () => {
	const one = stage();
	one.push(
		Array.from({ length: 20 }, (_, i) => ({ kind: `e${i}` })),
		{ n: 20, told: 'truth' },
	);
	await vi.advanceTimersByTimeAsync(3200);
	expect(one.shown.told).toBe('truth');
	expect(one.busy).toBe(false);
});

test('after a long absence only the end is shown', async () => {
	const one = stage();
	one.push(
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
	one.push([{ kind: 'a' }], { n: 1, told: 'truth' });
	await vi.advanceTimersByTimeAsync(400);
	expect(one.shown.told).toBe('truth');
	expect(heard).toEqual(['It was a.']);
});

test.each(['normal', 'off'] as const)(
	'eight moves at once are told before the last is due, speed %s',
	async (speed) => {
		prefs.speed = speed;
		const one = stage();
		for (let n = 1; n <= 8; n++) one.push([{ kind: `a${n}` }, { kind: `b${n}` }], { n, told: `truth${n}` });
		await vi.advanceTimersByTimeAsync(2700);
		expect(one.shown.told).toBe('truth8');
		expect(one.busy).toBe(false);
		expect(heard).toHaveLength(16);
	},
);

test('nobody looks: the truth is drawn without waiting, and the words are said', async () => {
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
	const one = stage();
	one.push([{ kind: 'a' }, { kind: 'b' }], { n: 2, told: 'truth' });
	await vi.advanceTimersByTimeAsync(5);
	expect(one.shown.told).toBe('truth');
	expect(heard).toEqual(['It was a.', 'It was b.']);
	hidden.mockRestore();
});
