import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { Play, Saying } from '../contract';
import Said from './Said.svelte';

test('words go with whoever said them, after the same time wherever they are drawn', async () => {
	vi.useFakeTimers();
	const said: Record<number, Saying> = { 0: { key: 'mau', at: Date.now() } };
	const play = { said, me: 0, awaited: false, chairs: [], game: {}, say: (key: string) => key } as unknown as Play;
	const props = $state({ play, seat: 0, own: true });
	const shown = mount(Said, { target: document.body, props });
	const words = () => {
		flushSync();
		return document.body.textContent?.trim();
	};
	expect(words()).toBe('mau');
	props.seat = 1;
	expect(words()).toBe('');
	vi.advanceTimersByTime(3000);
	props.seat = 0;
	expect(words()).toBe('mau');
	vi.advanceTimersByTime(1500);
	expect(words()).toBe('');
	await unmount(shown);
	vi.useRealTimers();
});
