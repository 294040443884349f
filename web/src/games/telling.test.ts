// How long each kind of event is shown at the usual speed. The server reads it (`telling.json` of the game), so that it asks nobody
// before they can have seen why. `TELLING=write npx vitest run src/games/telling.test.ts` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gameFile } from '../../places';
import type { GameEvent, Teller } from '../contract';
import { lengthOf } from '../stage/stage.svelte';
import { beatsOf, GAMES, recorded } from './test-told';

/** The longest that each kind took in the recorded games, in full steps of 10 ms. */
function lengths(tell: Teller<unknown>['tell'], game: string): Record<string, number> {
	const found: Record<string, number> = {};
	for (const one of recorded<unknown, GameEvent>(game)) {
		let view = one.first;
		for (const event of one.acts.flatMap((act) => act.events)) {
			const beats = beatsOf(tell(view, event, 0));
			const whole = beats.reduce((sum, beat) => sum + lengthOf(beat), 0);
			found[event.kind] = Math.max(found[event.kind] ?? 0, Math.ceil(whole / 10) * 10);
			view = beats.at(-1)?.view ?? view;
		}
	}
	return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test.each(GAMES)('%s: the server knows how long its events take', async (game) => {
	const { tell } = (await import(`./${game}/tell.ts`)) as { tell: Teller<unknown>['tell'] };
	const found = lengths(tell, game);
	const file = gameFile(game, 'telling.json');
	if (process.env.TELLING === 'write') writeFileSync(file, `${JSON.stringify(found, null, '\t')}\n`);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(found);
});
