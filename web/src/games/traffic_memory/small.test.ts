import { expect, test } from 'vitest';
import type { Play } from '../../contract';
import type { TrafficMemoryView } from '../../net/shapes';
import { card } from './deck';
import memory from './index';
import { small } from './small';

test('what was turned back is nothing to look up: a back, without its number and place', () => {
	const event = { kind: 'turned_back' as const, seat: 1, n: 2, cards: ['5', '9'], spots: [3, 8] };
	const found = small(event)!;
	expect(found.picture).toBe(card('?'));
	expect(found.piece).toBeUndefined();
	expect(found.text).toBe('web.turned_back');
	expect(small({ kind: 'opened', seat: 1, place: 3, card: '5' })).toBeNull();
});

test('found cards are seen at their owner', () => {
	const play = { say: (key: string) => key } as unknown as Play;
	const seats = [
		{ cards: 2, score: 2, pile: ['17', '18'] },
		{ cards: 0, score: 0, pile: [] },
	];
	const view = { seats } as unknown as TrafficMemoryView;
	expect(memory.pill(view, 0, play).picture).toContain(card('18'));
	expect(memory.pill(view, 1, play).picture).toBeUndefined();
});
