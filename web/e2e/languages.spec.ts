// Every screen in all three languages: nowhere a key in place of words.
import type { Page } from '@playwright/test';
import { playedOut } from './ahead';
import { expect, hold, offered, openTable, prefer, sitDown, test } from './fixtures';
import { aGame, GAMES } from './games';
import { inWords } from './words';

/** What people see and hear on this screen that looks like a key of ours. */
const keysOn = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const said = [document.title, document.body.innerText];
		for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
			for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name) ?? '');
		}
		const key = /(?<![\w/.-])[a-z][a-z_]*(\.[a-z0-9_]+)+(?![\w/-])/g;
		return said.flatMap((text) => text.match(key) ?? []).filter((found) => !/\.txt$/.test(found));
	});

const MINE = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];

const LANGUAGES = ['en', 'de', 'fi'];
for (const language of LANGUAGES) {
	const say = (key: string) => inWords(language, key);

	test(`${language}: the door, a new table and the lobby`, async ({ page, context, server }) => {
		await prefer(context, { language });
		await page.goto(server.url);
		await expect(page.getByRole('heading', { name: say('door.which') })).toBeVisible();
		await expect(page.getByRole('article')).toHaveCount((await offered(server)).games.length);
		expect(await keysOn(page)).toEqual([]);
		await page.getByRole('button', { name: say('prefs.title') }).click();
		expect(await keysOn(page)).toEqual([]);
		for (const game of GAMES) {
			await page.goto(`${server.url}/new/${game}`);
			await page.getByRole('button', { name: say('new.more'), exact: true }).click();
			await expect(page.getByRole('dialog')).toBeVisible();
			expect(await keysOn(page)).toEqual([]);
			await page.getByRole('button', { name: say('new.table') }).click();
			expect(await keysOn(page)).toEqual([]);
		}
		await page.goto(`${server.url}/join`);
		await expect(page.getByRole('heading', { name: say('join.code') })).toBeVisible();
		expect(await keysOn(page)).toEqual([]);
		const { table, tokens } = await openTable(server, { game: aGame(), chairs: [...MINE, { sitter: 'open' }] });
		await hold(context, table.table, tokens);
		await page.goto(`${server.url}/t/${table.table}`);
		await expect(page.getByRole('button', { name: say('lobby.robots_in') })).toBeVisible();
		expect(await keysOn(page)).toEqual([]);
	});

	// That a text stands in every language is known before; here each game is seen in one of them.
	for (const game of GAMES.filter((_, i) => LANGUAGES[i % LANGUAGES.length] === language)) {
		test(`${language}: ${game}, its table, its rules and its result`, async ({ page, context, server, puppets }) => {
			await prefer(context, { language, speed: 'off' });
			await sitDown(page, server, game, MINE, { settings: { clock: false } });
			await expect(page.locator('.prompt.mine')).toBeVisible();
			expect(await keysOn(page)).toEqual([]);
			await page.getByRole('button', { name: say('menu'), exact: true }).click();
			await expect(page.getByRole('dialog', { name: say('menu') })).toBeVisible();
			await expect(page.locator('.phrase, .emote').filter({ hasNot: page.locator('svg *') })).toHaveCount(0);
			expect(await keysOn(page)).toEqual([]);

			await page.goto(`${server.url}/rules/${game}`);
			expect(await keysOn(page)).toEqual([]);
			await page.getByRole('button', { name: say('rules.by_rule') }).click();
			await expect(page.getByRole('searchbox', { name: say('rules.search') })).toBeVisible();
			expect(await keysOn(page)).toEqual([]);

			await playedOut(page, server, puppets, game);
			const result = page.getByRole('region', { name: say('result.over') });
			await expect(result).toBeVisible();
			await result.getByRole('button', { name: say('result.how') }).click();
			expect(await keysOn(page)).toEqual([]);
		});
	}
}
