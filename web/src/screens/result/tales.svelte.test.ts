import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { GAMES } from '../../games/test-told';
import Tales from './Tales.svelte';

const lines = (game: string, players: number): number => {
	const play = { game: { id: game }, chairs: [], say: (key: string) => key } as never;
	const shown = mount(Tales, {
		target: document.body,
		props: { play, players, happened: () => new Promise(() => {}) },
	});
	flushSync();
	const { length } = document.querySelectorAll('.tales li');
	void unmount(shown);
	return length;
};

it.each(GAMES)('the lines of %s have their place before they are known, and no button moves', (game) => {
	expect(lines(game, 3)).toBe(3);
});

it('a game with nothing to tell has no lines', () => {
	expect(lines('a game of somebody', 3)).toBe(0);
});
