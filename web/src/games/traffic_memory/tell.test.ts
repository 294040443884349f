import { expect, test } from 'vitest';
import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';
import { beatsOf, kindsIn, recorded, tellThrough } from '../test-told';
import { tell } from './tell';

const games = recorded<TrafficMemoryView, TrafficMemoryEvent>('traffic_memory');

test('telling a game of Traffic-Memory arrives at the truth after every act', () => {
	for (const game of games) tellThrough(game, { tell, brief: (view) => view });
	expect(kindsIn(games)).toEqual(expect.arrayContaining(['opened', 'taken', 'turned_back', 'match_over']));
});

test('nothing says what a card is before it lies open', () => {
	const view = { ...games[0]!.first, table: ['?', '9', '?'], opened: [] };
	const beats = beatsOf(tell(view, { kind: 'opened', seat: 0, place: 1, card: '5' }));
	const speaker = beats.findIndex((beat) => beat.speaks);
	expect(beats.map((beat) => [beat.view.table[0], beat.view.opened])).toEqual([
		['5', []],
		['5', [1]],
	]);
	expect(speaker).toBe(1);
	// The card takes this long to turn, and the line is not empty meanwhile.
	expect(beats[0]!.rest).toBeGreaterThanOrEqual(260);
	expect(beats[0]!.line).toEqual({ key: 'web.doing.first_card', params: { seat: 0 } });
});

test('at the end everybody sees long enough what was left over, and where', () => {
	for (const game of games) {
		const end = game.acts.at(-1)!;
		const over = end.events.find((event) => event.kind === 'match_over')!;
		const [beat] = beatsOf(tell({ ...game.first, ...end.view, rest: {} }, over));
		const left = beat!.view.table.flatMap((card, i) => (card === null ? [] : [String(i + 1)]));
		expect(Object.keys(beat!.view.rest!)).toEqual(left);
		expect(Object.values(beat!.view.rest!)).toEqual(over.rest);
		if (left.length) expect(beat!.rest).toBeGreaterThan(1500);
	}
	expect(
		games.some((game) => game.acts.at(-1)!.events.some((event) => event.kind === 'match_over' && event.rest.length)),
	).toBe(true);
});

test('what was turned back is shown for a moment and then nowhere', () => {
	const view = { ...games[0]!.first, table: ['5', '9', '?'], opened: [1, 2] };
	const beats = tell(view, { kind: 'turned_back', seat: 0, n: 2, cards: ['5', '9'], spots: [1, 2] });
	expect(Array.isArray(beats) && beats.map((beat) => beat.view.table)).toEqual([
		['5', '9', '?'],
		['?', '?', '?'],
	]);
});
