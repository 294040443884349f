// Every screen in all three languages: nowhere a key in place of words. Every question of every game is looked at by `layout.spec.ts`,
// every result by `replay.spec.ts`.
import { expect, hold, offered, openTable, prefer, sitDown, test } from './fixtures';
import { aGame, GAMES } from './games';
import { keysInAll } from './keys';
import { inWords, t } from './words';

const MINE = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];

test('the door, its settings, to join, and the lobby', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off' });
	await page.goto(server.url);
	await expect(page.getByRole('article')).toHaveCount((await offered(server)).games.length);
	expect(await keysInAll(page)).toEqual([]);
	await page.getByRole('button', { name: t('prefs.title') }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	expect(await keysInAll(page)).toEqual([]);
	await page.goto(`${server.url}/join`);
	await expect(page.getByRole('heading', { name: t('join.code') })).toBeVisible();
	expect(await keysInAll(page)).toEqual([]);
	const { table, tokens } = await openTable(server, { game: aGame(), chairs: [...MINE, { sitter: 'open' }] });
	await hold(context, table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	await expect(page.getByRole('button', { name: t('lobby.robots_in') })).toBeVisible();
	expect(await keysInAll(page)).toEqual([]);
});

for (const game of GAMES) {
	test(`${game}: a new table, its menu and its rules`, async ({ page, context, server }) => {
		await prefer(context, { speed: 'off' });
		await page.goto(`${server.url}/new/${game}`);
		await expect(page.getByRole('button', { name: t('new.at_once') })).toBeVisible();
		expect(await keysInAll(page)).toEqual([]);
		await page.getByRole('button', { name: t('new.choose') }).click();
		await page.getByRole('button', { name: t('new.more'), exact: true }).click();
		await expect(page.getByRole('dialog')).toBeVisible();
		expect(await keysInAll(page)).toEqual([]);
		await page.getByRole('button', { name: t('new.table') }).click();
		expect(await keysInAll(page)).toEqual([]);

		await sitDown(page, server, game, MINE, { settings: { clock: false } });
		await expect(page.locator('.prompt.mine')).toBeVisible();
		await page.getByRole('button', { name: t('menu'), exact: true }).click();
		await expect(page.getByRole('dialog', { name: t('menu') })).toBeVisible();
		await expect(page.locator('.phrase, .emote').filter({ hasNot: page.locator('svg *') })).toHaveCount(0);
		expect(await keysInAll(page)).toEqual([]);

		await page.goto(`${server.url}/rules/${game}`);
		await expect(page.getByRole('button', { name: inWords('en', 'rules.by_rule') })).toBeVisible();
		expect(await keysInAll(page)).toEqual([]);
		await page.getByRole('button', { name: inWords('en', 'rules.by_rule') }).click();
		await expect(page.getByRole('searchbox', { name: t('rules.search') })).toBeVisible();
		expect(await keysInAll(page)).toEqual([]);
	});
}
