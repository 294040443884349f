// A turn stays short: how long telling takes in the recorded games may grow by a tenth at most over what each game's `fixtures/pace.json`
// says. After games were recorded anew, or on purpose, `PACE=write npx vitest run src/games/pace.test.ts` writes that down again.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { GameEvent, Teller } from '../contract';
import { lengthOf } from '../stage/stage.svelte';
import { beatsOf, GAMES, recorded, wholeMatch } from './test-told';

const MOST = 1.1;

/** Milliseconds of telling for each answer that somebody gave, at the usual speed. */
function paceOf(tell: Teller<unknown>['tell'], game: string): number {
	let whole = 0;
	let acts = 0;
	for (const one of [...recorded<unknown, GameEvent>(game), wholeMatch<unknown, GameEvent>(game)]) {
		let view = one.first;
		acts += one.acts.length;
		for (const event of one.acts.flatMap((act) => act.events)) {
			const beats = beatsOf(tell(view, event, 0));
			whole += beats.reduce((sum, beat) => sum + lengthOf(beat), 0);
			view = beats.at(-1)?.view ?? view;
		}
	}
	return Math.round(whole / acts);
}

test.each(GAMES)('%s: telling has not become much longer', async (game) => {
	const { tell } = (await import(`./${game}/tell.ts`)) as { tell: Teller<unknown>['tell'] };
	const now = paceOf(tell, game);
	const file = `src/games/${game}/fixtures/pace.json`;
	if (process.env.PACE === 'write') writeFileSync(file, `${JSON.stringify({ ms: now })}\n`);
	const before = JSON.parse(readFileSync(file, 'utf8')) as { ms: number };
	if (process.env.PACE === 'say') console.log(`${game}: ${before.ms} ms, now ${now} ms`);
	expect(now).toBeLessThanOrEqual(before.ms * MOST);
	expect(now).toBeGreaterThan(0);
});
