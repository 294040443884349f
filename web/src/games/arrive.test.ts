// What flies to somebody counts when it is there: no number beside a name changes under way. Recorded games of every game.
import { expect, test } from 'vitest';
import type { GameEvent, Play } from '../contract';
import { loadGame } from './index';
import { beatsOf, GAMES, recorded, wholeMatch } from './test-told';

const chairs = Array.from({ length: 8 }, (_, seat) => ({ seat, name: `P${seat}`, colour: '' }));
const play = { chairs, me: 0, say: (key: string, params = {}) => key + JSON.stringify(params) } as unknown as Play;

test.each(GAMES)('%s: nothing counts before it has arrived', async (id) => {
	const game = await loadGame(id);
	const early: string[] = [];
	for (const one of [...recorded<unknown, GameEvent>(id), wholeMatch<unknown, GameEvent>(id)]) {
		let view: unknown = one.first;
		for (const event of one.acts.flatMap((act) => act.events)) {
			for (const beat of beatsOf(game.tell(view, event, 0))) {
				for (const move of beat.moves ?? []) {
					const seat = Number(/^seat-(\d)$/.exec(move.to ?? '')?.[1] ?? Number.NaN);
					if (Number.isNaN(seat)) continue;
					const [before, after] = [view, beat.view].map((shown) => game.pill(shown, seat, play));
					if (before!.text !== after!.text) early.push(`${event.kind}: ${before!.text} ${after!.text}`);
				}
				view = beat.view;
			}
		}
	}
	expect([...new Set(early.map((one) => one.split(':')[0]))]).toEqual([]);
});
