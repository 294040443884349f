import { expect, test } from 'vitest';
import type { TookOverEvent, TookOverView } from '../../net/shapes';
import { beatsOf, kindsIn, recorded, tellThrough } from '../test-told';
import { tell } from './tell';

interface Brief extends Pick<TookOverView, 'row' | 'hand' | 'gone'> {
	seats: number[][];
}

const games = recorded<TookOverView, TookOverEvent, Brief>('took_over');

const brief = (view: TookOverView): Brief => ({
	...view,
	seats: view.seats.map(({ hand, stack, score }) => [hand, stack, score]),
});

test('nobody is told that the road is empty while its cars drive off', () => {
	const events = games.flatMap((game) => game.acts.flatMap((act) => act.events));
	const gone = events.find((event) => event.kind === 'row_gone')!;
	const beats = beatsOf(tell(games[0]!.first, gone));
	expect(
		beats.map((beat) => [beat.view.row.length, beat.view.leaving ?? false, (beat.moves ?? []).length > 0]),
	).toEqual([
		[0, true, true],
		[0, false, false],
	]);
});

test('telling a game of Took Over! arrives at the truth after every act', () => {
	for (const game of games) tellThrough(game, { tell, brief });
	const wanted = ['placed', 'took_over', 'took_more', 'drew', 'row_gone', 'passed', 'dealt', 'game_over', 'match_over'];
	expect(kindsIn(games)).toEqual(expect.arrayContaining(wanted));
});
