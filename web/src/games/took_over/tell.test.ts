import { expect, test } from 'vitest';
import type { TookOverEvent, TookOverView } from '../../net/shapes';
import { kindsIn, recorded, tellThrough } from '../test-told';
import { tell } from './tell';

const games = recorded<TookOverView, TookOverEvent>('took_over');

test('telling a game of Took Over! arrives at the truth after every act', () => {
	for (const game of games) tellThrough(game, { tell, brief: (view) => view });
	const wanted = ['placed', 'took_over', 'took_more', 'drew', 'row_gone', 'passed', 'match_over'];
	expect(kindsIn(games)).toEqual(expect.arrayContaining(wanted));
});
