// What can be told of players when a game is over: in words of all languages, met in recorded games, and only of seats that are there.
import { describe, expect, it } from 'vitest';
import { readTexts } from '../../places';
import type { Feat, GameEvent } from '../contract';
import { Texts } from '../i18n/format';
import { featsOf } from './feats';
import { goldenGames } from './test-feats';
import { GAMES, recorded, wholeMatch } from './test-told';

const LANGUAGES = ['en', 'de', 'fi'];

interface Played {
	players: number;
	events: GameEvent[];
}

/** A whole match, excerpts and golden games. */
function played(game: string): Played[] {
	const told = [
		wholeMatch<{ seats?: unknown[]; cars?: unknown[] }, GameEvent>(game),
		...recorded<never, GameEvent>(game),
	];
	return [
		...told.map(({ first, acts }) => ({
			players: (first.seats ?? first.cars)!.length,
			events: acts.flatMap((act) => act.events),
		})),
		...goldenGames(game),
	];
}

const done = (feat: Feat, { events }: Played) => events.flatMap((event) => feat.count(event));

describe.each(GAMES)('%s', (game) => {
	it('has feats enough that no two players need the same', async () => {
		const feats = await featsOf(game);
		expect(feats.length).toBeGreaterThan(4);
		expect(new Set(feats.map((feat) => feat.id)).size).toBe(feats.length);
		expect(feats.filter((feat) => !feat.odd).length).toBeGreaterThan(3);
	});

	it.each(LANGUAGES)('says each of them in %s, and has a trophy for it', async (language) => {
		const catalogue = readTexts(language, game);
		const { feats: words, trophies } = (catalogue as { web: Record<string, Record<string, string>> }).web;
		const ids = (await featsOf(game)).map((feat) => feat.id);
		expect(Object.keys(words!)).toEqual(ids);
		expect(Object.keys(trophies!)).toEqual(ids);
		const texts = new Texts(language, [catalogue], ['Mia', 'Ben']);
		for (const id of ids) {
			const [once, often] = [1, 7].map((n) => texts.say(`web.feats.${id}`, { seat: 1, n }));
			expect(once).toMatch(/^Ben \S.*[^.]\.$/);
			expect(once, 'what happened once says so').not.toBe(often);
			expect(often).toContain('7');
			expect(trophies![id]!.split(' ').length).toBeLessThan(5);
			expect(trophies![id]!.split(' ').length).toBeGreaterThan(1);
		}
		expect(new Set(Object.values(trophies!)).size).toBe(ids.length);
	});

	it('does each of them in a recorded game, and only at seats that are there', async () => {
		const games = played(game);
		for (const feat of await featsOf(game)) {
			const found = games.map((one) => done(feat, one).map((each) => ({ ...each, players: one.players })));
			expect(found.flat(), feat.id).not.toEqual([]);
			const strange = found
				.flat()
				.filter(({ seat, n = 1, players }) => !Number.isInteger(seat) || seat < 0 || seat >= players || n < 1);
			expect(strange, feat.id).toEqual([]);
		}
	});
});

it('a game that brings none has none', async () => {
	expect(await featsOf('nobody')).toEqual([]);
});
