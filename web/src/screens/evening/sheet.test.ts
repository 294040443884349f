// The sheet of an evening in a page: what it asks the server for.
import { mount, unmount } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { readTexts } from '../../../places';
import { note } from '../../evening/kept';
import { GAMES } from '../../games/test-told';
import { loadTexts, t } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import type { ChairFace, PastFace } from '../../net/protocol';
import { eventually } from '../../test-wait';
import EveningSheet from '../EveningSheet.svelte';

const past = (number: number, day = 19): PastFace => ({
	number,
	game: GAMES[number % GAMES.length]!,
	names: ['Mia', 'Ben'],
	colours: ['red', 'blue'],
	holders: [0, 1],
	robots: [],
	scores: [3, 2],
	places: [1, 2],
	shared: false,
	at: new Date(2026, 10, day, 20, number).getTime(),
});

beforeEach(async () => {
	localStorage.clear();
	HTMLDialogElement.prototype.showModal ??= () => {};
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) =>
		name === 'games' ? {} : readTexts(language, name),
	);
	await loadTexts('app', 'web', ...GAMES);
	note({ table: 't', past: [past(1), past(2)], chairs: [] as ChairFace[] });
});

it('asks for each game once, also where its table is gone, and is then at rest', async () => {
	const replay = vi.spyOn(api, 'replay').mockImplementation(async () => {
		// A way to a server and back.
		await new Promise((done) => setTimeout(done, 5));
		throw new Error('no_table');
	});
	const shown = mount(EveningSheet, { target: document.body, props: { onclose: () => {} } });
	try {
		await eventually(() => expect(replay).toHaveBeenCalledTimes(2));
		await new Promise((done) => setTimeout(done, 100));
		expect(replay).toHaveBeenCalledTimes(2);
	} finally {
		await unmount(shown);
	}
});

const press = (words: string) =>
	[...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === words)!.click();
/** What can be told of it is known. */
const known = () =>
	eventually(() => expect(document.querySelector('.none')?.textContent).toBe(t('evening.no_trophies')));

it('the way back from the picture leads to where it was asked for', async () => {
	vi.spyOn(api, 'replay').mockResolvedValue({ steps: [], total: 0 } as never);
	HTMLElement.prototype.scrollIntoView ??= () => {};
	const shown = mount(EveningSheet, { target: document.body, props: { onclose: () => {} } });
	try {
		await known();
		press(t('evening.picture'));
		await eventually(() => expect(document.activeElement?.className).toContain('keep'));
		press(t('evening.back'));
		await eventually(() => expect(document.activeElement?.textContent?.trim()).toBe(t('evening.picture')));
	} finally {
		await unmount(shown);
	}
});

it('an older evening that was forgotten by mistake is back as it was, with its trophies', async () => {
	note({ table: 'old', past: [past(1, 12), past(2, 12)], chairs: [] });
	vi.spyOn(api, 'replay').mockResolvedValue({ steps: [], total: 0 } as never);
	const shown = mount(EveningSheet, { target: document.body, props: { onclose: () => {}, table: 'old' } });
	const when = () => document.querySelector('.when')?.textContent;
	try {
		await known();
		const before = when();
		expect(before).toContain('12');
		press(t('evening.forget'));
		await eventually(() => expect(when()).not.toBe(before));
		press(t('people.back'));
		await eventually(() => expect(when()).toBe(before));
		await known();
	} finally {
		await unmount(shown);
	}
});
