import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Play } from '../contract';
import { forget, live } from '../table/live.svelte';
import TimeLeft from './TimeLeft.svelte';
import { minutesOf, passed } from './time';

beforeEach(() => {
	vi.useFakeTimers();
	forget();
});
afterEach(() => {
	vi.useRealTimers();
});

test('it is told when a moment has passed, once, and not when the time is up', () => {
	expect(passed(301, 300)).toBe(true);
	expect(passed(300, 299)).toBe(false);
	expect(passed(700, 250)).toBe(true);
	expect(passed(50, 0)).toBe(false);
	expect([1200, 89, 61, 29].map(minutesOf)).toEqual([20, 1, 1, 0]);
});

test('minutes, seconds in the last one, and words for whoever listens', () => {
	const play = $state<{ ends: number | null }>({ ends: performance.now() + 301_000 });
	const shown = mount(TimeLeft, { target: document.body, props: { play: play as unknown as Play } });
	flushSync();
	const timer = () => document.querySelector('[role="timer"]');
	expect(timer()).not.toBeNull();
	expect(live.polite).toHaveLength(0);
	vi.advanceTimersByTime(2000);
	flushSync();
	expect(live.polite).toHaveLength(1);
	vi.advanceTimersByTime(260_000);
	flushSync();
	expect(live.polite).toHaveLength(3);
	play.ends = null;
	flushSync();
	expect(timer()).toBeNull();
	unmount(shown);
});
