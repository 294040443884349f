import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../../places.ts';
import { loadTexts } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import type { Kept, What } from '../../net/lab';
import { about, gameOf, topic } from './about';

const game = { options: { cards: { label: 'Cards each' } } };
const kept = (what: Partial<What>) =>
	({ what: { kind: 'run', game: 'toy', players: [3], setups: 1, matches: 10_000, about: [], ...what } }) as Kept;

beforeAll(async () => {
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) => {
		if (name === 'toy') return game;
		return name === 'games' ? { toy: { name: 'Toy' } } : readTexts(language, name);
	});
	await loadTexts('app', 'web', 'games', 'toy');
	vi.restoreAllMocks();
});

describe('a study in one line', () => {
	it('says how many set-ups, players and matches', () => {
		expect(about(kept({}))).toBe('Players: 3 · matches: 10,000');
		expect(about(kept({ kind: 'sweep', setups: 6 }))).toBe('Set-ups: 6 · matches of each: 10,000');
		expect(about(kept({ kind: 'find', setups: 60 }))).toBe('Search: 60 set-ups · matches of each: 10,000');
	});

	it('names what is compared, or wished for', () => {
		expect(topic(kept({}))).toBe('');
		expect(topic(kept({ kind: 'sweep', about: ['players', 'cards', 'strange'] }))).toBe(
			'Number of players, Cards each, strange',
		);
		expect(topic(kept({ kind: 'find', about: ['fair', 'minutes'] }))).toBe('Fair seats, Length in minutes');
	});

	it('a game that is not here is known by its id', () => {
		expect([gameOf(kept({})), gameOf(kept({ game: 'chess' }))]).toEqual(['Toy', 'chess']);
	});
});
