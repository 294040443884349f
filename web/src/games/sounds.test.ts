// Whoever does not look hears it: every kind of event that is shown has a sound, and few kinds share one. The list is what the recorded
// games of every game tell.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Beat, GameEvent, Teller } from '../contract';
import { recipe, SOUND_NAMES } from '../sound/recipes';
import { beatsOf, GAMES, recorded, wholeMatch } from './test-told';

/** Two kinds may sound alike, such as cards that are shuffled for one reason or another. */
const FAMILY = 2;

const takesTime = (beat: Beat<unknown>): boolean => !!(beat.ms || beat.rest || beat.least);

/** The sounds of each kind that is shown: none where it is told in silence. */
async function soundsOf(game: string): Promise<Map<string, Set<string>>> {
	const { tell } = (await import(`./${game}/tell.ts`)) as { tell: Teller<unknown>['tell'] };
	const found = new Map<string, Set<string>>();
	for (const one of [...recorded<unknown, GameEvent>(game), wholeMatch<unknown, GameEvent>(game)]) {
		let view: unknown = one.first;
		for (const event of one.acts.flatMap((act) => act.events)) {
			const beats = beatsOf(tell(view, event, 0));
			view = beats.at(-1)?.view ?? view;
			if (!beats.some(takesTime)) continue;
			const heard = beats.flatMap((beat) => beat.sound ?? []);
			// Where it moves for some and not for others, the one time that it is heard counts.
			found.set(event.kind, new Set([...(found.get(event.kind) ?? []), ...heard]));
		}
	}
	return found;
}

test.each(GAMES)('%s: what is shown is heard', async (game) => {
	const kinds = await soundsOf(game);
	expect(kinds.size).toBeGreaterThan(3);
	expect([...kinds].filter(([, heard]) => !heard.size).map(([kind]) => kind)).toEqual([]);
	const sharing = SOUND_NAMES.map((name) => [...kinds].filter(([, heard]) => heard.has(name)).map(([kind]) => kind));
	expect(sharing.filter((all) => all.length > FAMILY)).toEqual([]);
});

test('every sound is used somewhere, and what stands in for a tune is none', () => {
	const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
		(name) => /\.(ts|svelte)$/.test(name) && !/\.test\.ts$/.test(name) && name !== join('sound', 'recipes.ts'),
	);
	const code = sources.map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
	const tunes = SOUND_NAMES.flatMap((name) => recipe(name).tune ?? []);
	expect(SOUND_NAMES.filter((name) => !code.includes(`'${name}'`) && !(tunes as string[]).includes(name))).toEqual([]);
	expect(tunes.filter((name) => recipe(name).tune)).toEqual([]);
	expect(tunes.length).toBeGreaterThan(2);
});
