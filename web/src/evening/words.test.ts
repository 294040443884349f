import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../places';
import { loadTexts } from '../i18n/texts.svelte';
import { api } from '../net/api';
import { LANGUAGES, type Language, setPrefs } from '../prefs.svelte';
import { type Played, standings } from './games';
import { bestOf, dayOf, nameOf, whenOf } from './words';

/** Who came in which order. */
function game(who: string, last = false): Played {
	const players = who
		.split(' ')
		.map((name) => ({ name: name.replace('*', ''), colour: 'red', robot: name.startsWith('*'), level: '' }));
	const at = new Date(2026, 10, 19, 20, 0).getTime();
	return {
		table: 't',
		number: 0,
		game: 'g',
		at,
		players,
		places: players.map((_, seat) => seat + 1),
		done: null,
		last,
		alone: false,
	};
}
const best = (...games: Played[]) => bestOf(games, standings(games));

beforeAll(async () => {
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) => readTexts(language, name));
	for (const language of LANGUAGES) {
		setPrefs({ language });
		await loadTexts('app', 'web');
	}
});
beforeEach(() => setPrefs({ language: 'en' }));

describe('an evening in words', () => {
	it('says who is ahead, and nothing untrue where a robot is', () => {
		expect(best(game('Mia Ben'))).toBe('Ahead: Mia');
		expect(best(game('Mia Ben'), game('Ben Mia'))).toMatch(/^Ahead: (Mia and Ben|Ben and Mia)$/);
		expect(best(game('*Bo Mia Ben'))).toBe('The best of the people: Mia');
		expect(best(game('*Bo Mia Ben', true))).toContain('Mia');
	});

	it.each(LANGUAGES)('has its words in %s, with the date as it is written there', (language: Language) => {
		setPrefs({ language });
		const said = [best(game('Mia Ben')), best(game('*Bo Mia')), best(game('Mia Ben', true)), whenOf([game('Mia Ben')])];
		expect(said.join()).not.toMatch(/evening\.|[{}]/);
		expect(new Set(said).size).toBe(4);
		expect(dayOf([game('Mia Ben')])).toMatch(/19.*2026|2026.*19/);
	});

	it('calls whoever was forgotten after the driver of their car', () => {
		expect(nameOf({ name: '', colour: 'red' })).toMatch(/^\p{Lu}\p{L}+$/u);
	});
});
