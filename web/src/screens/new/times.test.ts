import { beforeEach, expect, it, vi } from 'vitest';
import { readTexts } from '../../../places';
import { loadTexts, t } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import type { GameFace } from '../../net/protocol';
import { timeWords } from './times';

const game = {
	times: [
		{ preset: 'easy', players: 3, low: 3, high: 4 },
		{ preset: 'full', players: 3, low: 12, high: 13 },
	],
} as GameFace;

beforeEach(async () => {
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) => readTexts(language, name));
	await loadTexts('web', 'app');
});

it('is said for these settings and so many players, and not for rules of one’s own', () => {
	expect(timeWords(game, 'easy', 3, false)).toBe('About 3 to 4 minutes.');
	expect(timeWords(game, 'full', 3, false)).toBe('About 12 to 13 minutes.');
	const unknown = t('new.takes_unknown');
	expect([timeWords(game, 'full', 2, false), timeWords(game, 'easy', 3, true)]).toEqual([unknown, unknown]);
	expect(timeWords({ ...game, times: [] }, 'easy', 3, false)).toBe('');
});
