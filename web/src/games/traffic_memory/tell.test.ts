import { expect, test } from 'vitest';
import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';
import { kindsIn, recorded, tellThrough } from '../test-told';
import { tell } from './tell';

const games = recorded<TrafficMemoryView, TrafficMemoryEvent>('traffic_memory');

test('telling a game of Traffic-Memory arrives at the truth after every act', () => {
	for (const game of games) tellThrough(game, { tell, brief: (view) => view });
	expect(kindsIn(games)).toEqual(expect.arrayContaining(['opened', 'taken', 'turned_back', 'match_over']));
});

test('what was turned back is shown for a moment and then nowhere', () => {
	const view = { ...games[0]!.first, table: ['5', '9', '?'], opened: [1, 2] };
	const beats = tell(view, { kind: 'turned_back', seat: 0, n: 2, cards: ['5', '9'], spots: [1, 2] });
	expect(Array.isArray(beats) && beats.map((beat) => beat.view.table)).toEqual([
		['5', '9', '?'],
		['?', '?', '?'],
	]);
});
