import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import Countdown from './Countdown.svelte';

let shown: Record<string, unknown> | null = null;
afterEach(async () => {
	if (shown) await unmount(shown);
	shown = null;
});

function rings(props: { until: number | null; still: boolean }): number {
	shown = mount(Countdown, { target: document.body, props: { seconds: 5, label: '', onclick: () => {}, ...props } });
	flushSync();
	return document.querySelectorAll('.ring').length;
}

test('whoever only watches a window without a clock sees no ring', () => {
	expect(rings({ until: null, still: true })).toBe(0);
});

test.each([
	{ until: null, still: false },
	{ until: performance.now() + 5000, still: true },
])('a ring stands round a button, and where time runs out', (props) => {
	expect(rings(props)).toBe(1);
});
