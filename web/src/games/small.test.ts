// The strip of what happened, over recorded games: something is shown of nearly every act, and nothing secret ever is.
import { describe, expect, it } from 'vitest';
import { readTexts } from '../../places';
import { ICONS } from '../art/icons';
import type { Game, GameEvent, Play } from '../contract';
import { Texts } from '../i18n/format';
import { lastMoves, moveWords } from '../ui/moves';
import { byFolder } from './folders';
import { loadGame } from './index';
import { beatsOf, recorded } from './test-told';

const games = [...byFolder(import.meta.glob('./*/index.ts')).keys()];
const NAMES = ['Mia', 'Ben', 'Nana', 'Ole', 'Pia', 'Kim', 'Tom', 'Eva'];
const LANGUAGES = ['en', 'de', 'fi'];

const textsOf = (game: string, language: string) =>
	new Texts(
		language,
		[game, 'web', 'app'].map((name) => readTexts(language, name)),
		NAMES,
	);
const playOf = (texts: Texts) =>
	({ texts, say: (key: string, params = {}) => texts.say(key, params) }) as unknown as Play;

/** Every event of the recorded games, with what is drawn after it. */
function* toldIn(game: Game): Generator<{ event: GameEvent; view: unknown; act: number }> {
	let act = 0;
	for (const one of recorded<unknown, GameEvent>(game.id)) {
		let view = one.first;
		for (const { events } of one.acts) {
			act += 1;
			for (const event of events) {
				for (const beat of beatsOf(game.tell(view, event, 0))) view = beat.view;
				yield { event, view, act };
			}
		}
	}
}

/** What only some see of an event: what its words for those name, and its words for everybody do not. */
function secretsOf(texts: Texts, kind: string): string[] {
	const named = (key: string) => [...String(texts.raw(key) ?? '').matchAll(/\{(\w+)/g)].map((found) => found[1]!);
	const open = named(`events.${kind}`);
	return named(`events.${kind}_seen`).filter((name) => !open.includes(name));
}

describe.each(games)('%s', async (id) => {
	const game = await loadGame(id);
	const texts = textsOf(id, 'en');

	it('nearly every act is seen in the strip, with a face that is at the table', () => {
		const acts = new Set<number>();
		const shown = new Set<number>();
		for (const { event, view, act } of toldIn(game)) {
			acts.add(act);
			const small = game.small!(event, view);
			if (!small) continue;
			shown.add(act);
			expect(small.picture, event.kind).toMatch(/^</);
			expect(small.seat === null || Number.isInteger(small.seat)).toBe(true);
		}
		// Choosing in secret, driving step by step and turning up a first card are no moves by themselves.
		expect(shown.size / acts.size).toBeGreaterThan(0.25);
	});

	it('nothing is shown or said that a neighbour at the same device must not know', () => {
		for (const { event, view } of toldIn(game)) {
			const hidden = secretsOf(texts, event.kind);
			const open = Object.fromEntries(Object.entries(event).filter(([name]) => !hidden.includes(name))) as GameEvent;
			const [seen] = lastMoves([event], game, view, 1);
			const [known] = lastMoves([open], game, view, 1);
			expect(seen?.small, event.kind).toEqual(known?.small);
			if (seen && known) expect(moveWords(playOf(texts), seen)).toBe(moveWords(playOf(texts), known));
		}
	});

	it.each(LANGUAGES)('every entry has words in %s', (language) => {
		const play = playOf(textsOf(id, language));
		for (const { event, view } of toldIn(game)) {
			for (const move of lastMoves([event], game, view, 1)) {
				expect(moveWords(play, move), event.kind).toMatch(/ /);
				expect(moveWords(play, move)).not.toMatch(/^(web|events)\.|\{/);
			}
		}
	});

	it('its buttons name icons that there are', () => {
		for (const name of Object.values(game.icons!)) expect(Object.keys(ICONS)).toContain(name);
	});
});
