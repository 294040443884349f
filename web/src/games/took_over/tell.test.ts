import { expect, test } from 'vitest';
import type { TookOverEvent, TookOverView } from '../../net/shapes';
import { kindsIn, recorded, tellThrough } from '../test-told';
import { tell } from './tell';

interface Brief extends Pick<TookOverView, 'row' | 'hand' | 'gone'> {
	seats: number[][];
}

const games = recorded<TookOverView, TookOverEvent, Brief>('took_over');

const brief = (view: TookOverView): Brief => ({
	...view,
	seats: view.seats.map(({ hand, stack, score }) => [hand, stack, score]),
});

test('telling a game of Took Over! arrives at the truth after every act', () => {
	for (const game of games) tellThrough(game, { tell, brief });
	const wanted = ['placed', 'took_over', 'took_more', 'drew', 'row_gone', 'passed', 'match_over'];
	expect(kindsIn(games)).toEqual(expect.arrayContaining(wanted));
});
