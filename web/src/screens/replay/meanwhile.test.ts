import { expect, it } from 'vitest';
import { newsOf } from './meanwhile.svelte';

it('tells whoever looks at an old game that the next one has begun', () => {
	expect(newsOf({ phase: 'over', number: 2 }, 2)).toBeNull();
	expect(newsOf({ phase: 'lobby', number: 3 }, 2)).toBe('lobby');
	expect(newsOf({ phase: 'playing', number: 3 }, 2)).toBe('game');
	// The game that is looked back on is still being played.
	expect(newsOf({ phase: 'playing', number: 2 }, 2)).toBe('running');
	// Nobody is called away by a game that is over, too.
	expect(newsOf({ phase: 'over', number: 3 }, 2)).toBeNull();
	expect(newsOf(null, 2)).toBeNull();
});
