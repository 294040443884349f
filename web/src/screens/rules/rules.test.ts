// The rules at hand in a page: whatever a game brings along, every clause can be reached.
import { mount, unmount } from 'svelte';
import { expect, it, vi } from 'vitest';
import { readTexts } from '../../../places';
import { loadTexts, t } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import type { GameList } from '../../net/protocol';
import { eventually } from '../../test-wait';
import Rules from './Rules.svelte';

const own = { rules: [{ title: 'To play', clauses: { 'X-1': 'Lay a card.', 'X-2': 'Not on Sundays.' } }] };

it('a game of somebody’s own, without pictures and with a page for families, has all its rules, too', async () => {
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) =>
		name === 'own' ? own : readTexts(language, name),
	);
	vi.spyOn(api, 'games').mockResolvedValue({ games: [{ id: 'own', family: ['X-1'] }] } as unknown as GameList);
	await loadTexts('app', 'web', 'own');
	const shown = mount(Rules, { target: document.body, props: { game: 'own', short: true } });
	const page = () => document.body.textContent ?? '';
	const tabs = () => [...document.querySelectorAll<HTMLElement>('.tabs button')];
	await eventually(() => expect(page()).not.toContain('Not on Sundays.'));
	expect(page()).toContain('Lay a card.');
	expect(tabs().map((one) => one.textContent?.trim())).toEqual([t('rules.in_short'), t('rules.by_rule')]);
	tabs()[1]!.click();
	await eventually(() => expect(page()).toContain('Not on Sundays.'));
	await unmount(shown);
});
