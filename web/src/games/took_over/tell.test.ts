import { expect, test } from 'vitest';
import type { TookOverEvent, TookOverView } from '../../net/shapes';
import { recorded, tellThrough } from '../test-told';
import { tell } from './tell';

const games = recorded<TookOverView, TookOverEvent>('took_over');

test('telling a game of Took Over! arrives at the truth after every act', () => {
	const kinds = new Set(games.flatMap((game) => [...tellThrough(game, tell)]));
	for (const kind of ['placed', 'took_over', 'took_more', 'drew', 'row_gone', 'passed', 'match_over']) {
		expect([...kinds]).toContain(kind);
	}
});
