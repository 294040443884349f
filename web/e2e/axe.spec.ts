// No violation that axe knows of, on any screen; in the dark only the colours are others.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { playedOut } from './ahead';
import { expect, expectComplaint, hold, offered, openTable, prefer, sitDown, test } from './fixtures';
import { aGame, GAMES, scenesOf } from './games';
import { inWords, t } from './words';

// axe is evaluated in the page, which our own policy forbids.
test.use({ bypassCSP: true });

const MINE = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'bot' as const, name: 'Bo' },
];
const CALM = { settings: { clock: false, pace_ms: 0 } };

/** The theme is changed as if it had been set in another window. */
const paint = (page: Page, theme: string): Promise<void> =>
	page.evaluate(async (wanted) => {
		const key = 'tailback.prefs';
		localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), theme: wanted }));
		window.dispatchEvent(new StorageEvent('storage', { key }));
		for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
	}, theme);

async function check(page: Page, what: string): Promise<void> {
	// Without frames inside the page axe needs no second page to put its findings together.
	const light = await new AxeBuilder({ page }).setLegacyMode().analyze();
	await paint(page, 'dark');
	await expect(page.locator('html[data-theme="dark"]')).toBeAttached();
	const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(['color-contrast']).analyze();
	await paint(page, 'light');
	const found = [...light.violations, ...dark.violations].flatMap((one) =>
		one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
	);
	expect.soft(found, what).toEqual([]);
}

test.beforeEach(({ context }) => prefer(context, { theme: 'light', speed: 'off' }));

test('the door', async ({ page, server, complaints }) => {
	await page.goto(server.url);
	await expect(page.getByRole('article')).toHaveCount((await offered(server)).games.length);
	await check(page, 'home');
	await page.getByRole('button', { name: t('prefs.title') }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await check(page, 'settings');
	await page.goto(`${server.url}/join`);
	await expect(page.getByRole('heading', { name: t('join.code') })).toBeVisible();
	await check(page, 'join');
	await page.goto(`${server.url}/t/nothere`);
	await expect(page.getByRole('link', { name: t('home') })).toBeVisible();
	await check(page, 'gone');
	expectComplaint(complaints, /404.*nothere/);
});

test('a new table', async ({ page, server }) => {
	await page.goto(`${server.url}/new/${aGame()}`);
	await expect(page.getByRole('button', { name: t('new.at_once') })).toBeVisible();
	await check(page, 'a first table');
	await page.getByRole('button', { name: t('new.choose') }).click();
	await expect(page.getByRole('heading', { name: t('new.who') })).toBeVisible();
	await check(page, 'new table');
	await page.getByRole('button', { name: t('new.sitters.here') }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await check(page, 'a chair');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.getByRole('button', { name: t('new.more'), exact: true }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await check(page, 'house rules');
	await page.getByRole('button', { name: t('new.table') }).click();
	await check(page, 'at the table');
});

test('a big screen: asked for a code, before the deal, a game, its end', async ({ page, server, puppets }) => {
	await page.setViewportSize({ width: 1920, height: 1080 });
	await page.goto(`${server.url}/tv`);
	await expect(page.getByRole('textbox')).toBeFocused();
	await check(page, 'code for a big screen');
	const { table } = await openTable(server, { game: aGame(), chairs: [...MINE, { sitter: 'open' }] });
	await page.goto(`${server.url}/tv/${table.code}`);
	await expect(page.locator('.lobby')).toBeVisible();
	await check(page, 'big lobby');
	const position = await puppets.reach(aGame(), { stop: 0, moves: 3 });
	await page.goto(`${server.url}/tv/${position.table.code}`);
	await expect(page.locator('.big .face').first()).toBeVisible();
	await check(page, 'big table');
	const over = await puppets.reach(aGame(), {
		players: 2,
		preset: 'first-time',
		stop: null,
		...scenesOf(aGame()).quick,
	});
	await page.goto(`${server.url}/tv/${over.table.code}`);
	await expect(page.locator('.end ul.tales')).toBeVisible();
	await check(page, 'big end');
});

test('the lobby', async ({ page, context, server }) => {
	const { table, tokens } = await openTable(server, { game: aGame(), chairs: [...MINE, { sitter: 'open' }] });
	await hold(context, table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	await expect(page.getByRole('button', { name: t('lobby.robots_in') })).toBeVisible();
	await check(page, 'lobby');
	await page.getByRole('button', { name: t('lobby.fair') }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await check(page, 'a word for the deal');
});

for (const game of GAMES) {
	test(`${game}: asked${game === aGame() ? ', watching, and its lesson' : ''}`, async ({ page, context, server }) => {
		const { table } = await sitDown(page, server, game, MINE, CALM);
		await expect(page.locator('.prompt.mine')).toBeVisible();
		await check(page, 'asked');
		// A watcher is shown less of the same table, and a lesson lays its tip over it: once is enough.
		if (game !== aGame()) return;
		await context.addInitScript(() => {
			if (location.protocol !== 'about:') localStorage.removeItem('tailback.tables');
		});
		await page.goto(`${server.url}/t/${table.table}`);
		await expect(page.locator('[data-game]')).toBeVisible();
		await check(page, 'waiting');
		await page.goto(`${server.url}/lesson/${game}`);
		await expect(page.getByRole('region', { name: t('lesson.tip') })).toBeVisible();
		await check(page, 'lesson');
	});
}

test('sheets over the table', async ({ page, server }) => {
	await sitDown(page, server, aGame(), MINE, CALM);
	await expect(page.locator('.prompt.mine')).toBeVisible();
	const sheets: [string, () => Promise<void>][] = [
		['menu', () => page.getByRole('button', { name: t('menu'), exact: true }).click()],
		['help', () => page.getByRole('button', { name: t('help'), exact: true }).click()],
		['invite', () => page.getByRole('button', { name: /: code / }).click()],
		['own seat', () => page.getByRole('button', { name: /^You\./ }).click()],
		['another seat', () => page.getByRole('button', { name: /^Bo\./ }).click()],
	];
	for (const [what, open] of sheets) {
		await open();
		await expect(page.getByRole('dialog')).toBeVisible();
		await check(page, what);
		await page.keyboard.press('Escape');
		await expect(page.getByRole('dialog')).toHaveCount(0);
	}
});

test('the door between two hands', async ({ page, server }) => {
	const two = [...MINE, { sitter: 'here' as const, name: 'Ben' }];
	await sitDown(
		page,
		server,
		aGame((game) => game.hands),
		two,
		CALM,
	);
	await expect(page.getByRole('dialog')).toBeVisible();
	await check(page, 'cover');
});

test('rules, result, fair deal and replay', async ({ page, server, puppets }) => {
	await page.goto(`${server.url}/rules/${aGame()}`);
	await page.getByRole('button', { name: inWords('en', 'rules.by_rule') }).click();
	await expect(page.getByRole('searchbox')).toBeVisible();
	await check(page, 'rules');
	const table = await playedOut(page, server, puppets, aGame());
	const result = page.getByRole('region', { name: t('result.over') });
	await expect(result).toBeVisible();
	await result.getByRole('button', { name: t('result.how') }).click();
	await expect(result.getByText(t('result.moments'))).toBeVisible();
	await check(page, 'result');
	await result.getByRole('button', { name: t('fair.title') }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await check(page, 'fair deal');
	await page.goto(`${server.url}/t/${table.table}?replay=${table.number}`);
	await expect(page.getByRole('slider')).toBeVisible();
	await check(page, 'replay');
});

test('an evening, and its picture', async ({ page, server, puppets }) => {
	// The same two people at two tables: each time this device holds the table that it looks at.
	for (const game of [aGame(), aGame((one) => !one.hands)]) {
		await page
			.context()
			.addInitScript(() => location.protocol !== 'about:' && localStorage.removeItem('tailback.tables'));
		await playedOut(page, server, puppets, game);
		await expect(page.getByRole('region', { name: t('result.over') })).toBeVisible();
	}
	await page.getByRole('button', { name: t('evening.short') }).click();
	await expect(page.getByRole('dialog').locator('.cup').first()).toBeVisible();
	await check(page, 'evening');
	await page
		.getByRole('dialog')
		.getByRole('button', { name: t('evening.picture') })
		.click();
	await expect(page.getByRole('link', { name: t('evening.save') })).toBeVisible();
	await check(page, 'picture of an evening');
});
