// Reloads, broken lines, a second tab, a server that dies: the table comes back as it was, and nothing is done twice.
import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, expectComplaint, faceOf, handOf, prefer, sitDown, test } from './fixtures';
import { openCover, tapOn } from './player';
import { Server } from './server';
import { t, wordsOf } from './words';

const PAIR = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'here' as const, name: 'Ben' },
];
const memory = wordsOf('en', 'traffic_memory');
const closed = (page: Page, place: number) =>
	page.getByRole('button', { name: memory.say('web.place_closed', { place }), exact: true });
const opened = (page: Page, place: number) => page.getByRole('button', { name: new RegExp(`^Place ${place}: `) });
const lost = (page: Page) => page.getByText(t('line.lost'));

test.beforeEach(({ context }) => prefer(context, { speed: 'off' }));

test('a reload with a card in the hand: the same cards, the same question, nothing played', async ({
	page,
	server,
}) => {
	const { table } = await sitDown(page, server, 'rush_hour', [{ sitter: 'here', name: 'Mia' }, { sitter: 'bot' }]);
	await expect(page.locator('.prompt.mine')).toBeVisible();
	const cards = await handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')));
	await tapOn(page, '[data-piece^="card:"]');
	await expect(page.locator('[data-piece^="card:"][aria-pressed="true"]')).toHaveCount(1);
	// The robot seals its card meanwhile.
	await expect.poll(async () => (await faceOf(server, table.table)).v).toBeGreaterThan(table.v);
	const { v } = await faceOf(server, table.table);

	await page.reload();
	await expect(page.locator('.prompt.mine')).toBeVisible();
	await expect(page.locator('[data-piece^="card:"][aria-pressed="true"]')).toHaveCount(0);
	expect(await handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')))).toEqual(cards);
	expect((await faceOf(server, table.table)).v).toBe(v);
});

test('a reload behind the door: the door is still there', async ({ page, server }) => {
	await sitDown(page, server, 'rush_hour', PAIR, { settings: { clock: false } });
	await expect(page.locator('.cover')).toBeVisible();
	await page.reload();
	await expect(page.locator('.cover')).toBeVisible();
	await expect(handOf(page)).toHaveCount(0);
	await openCover(page);
	await expect(handOf(page).first()).toBeVisible();
	await page.reload();
	await expect(page.locator('.cover')).toBeVisible();
	await expect(handOf(page)).toHaveCount(0);
});

test('a move whose answer was lost on the way is sent again and done once', async ({ page, server }) => {
	let broken = true;
	let answers = 0;
	await page.routeWebSocket(/\/ws$/, (line: WebSocketRoute) => {
		const far = line.connectToServer();
		line.onMessage((message) => {
			if (String(message).includes('"answer"')) answers += 1;
			far.send(message);
		});
		far.onMessage((message) => {
			// The server has done it; the line breaks before anybody hears of it.
			if (answers && broken) void far.close().then(() => line.close());
			else line.send(message);
		});
	});
	const { table } = await sitDown(page, server, 'traffic_memory', PAIR);
	await closed(page, 1).click();
	await expect(lost(page)).toBeVisible();
	expect((await faceOf(server, table.table)).v).toBe(table.v + 1);
	broken = false;
	await expect(lost(page)).toHaveCount(0);
	await expect(opened(page, 1)).toBeVisible();
	expect(answers).toBeGreaterThan(1);
	expect((await faceOf(server, table.table)).v).toBe(table.v + 1);
});

test('without a network the line says so; with it the table goes on', async ({ page, server }) => {
	let cut = false;
	const lines: WebSocketRoute[] = [];
	await page.routeWebSocket(/\/ws$/, (line: WebSocketRoute) => {
		if (cut) return void line.close();
		line.connectToServer();
		lines.push(line);
	});
	const { table } = await sitDown(page, server, 'traffic_memory', PAIR);
	await expect(closed(page, 2)).toBeVisible();
	cut = true;
	for (const line of lines) await line.close();
	await expect(lost(page)).toBeVisible();
	// What is tapped meanwhile waits, and is done once.
	await closed(page, 2).click();
	await closed(page, 2).click();
	expect((await faceOf(server, table.table)).v).toBe(table.v);
	cut = false;
	await expect(page.getByText(t('line.back'))).toBeVisible();
	await expect(opened(page, 2)).toBeVisible();
	await expect(page.getByText(t('line.back'))).toHaveCount(0);
	expect((await faceOf(server, table.table)).v).toBe(table.v + 1);
});

test('a second tab of the same seat shows the same and follows', async ({ page, context, server }) => {
	const { table } = await sitDown(page, server, 'traffic_memory', PAIR);
	const tab = await context.newPage();
	await tab.goto(page.url());
	await expect(closed(tab, 3)).toBeVisible();
	await closed(page, 3).click();
	await expect(opened(tab, 3)).toBeVisible();
	await closed(tab, 4).click();
	await expect(opened(tab, 4).or(closed(tab, 4))).toBeVisible();
	await expect.poll(async () => (await faceOf(server, table.table)).v).toBe(table.v + 2);
});

test('a server killed in the middle of a move: the move is done once, and the table goes on', async ({
	page,
	complaints,
}) => {
	const own = new Server();
	await own.start();
	try {
		const { table } = await sitDown(page, own, 'traffic_memory', PAIR);
		await expect(closed(page, 5)).toBeVisible();
		await Promise.all([closed(page, 5).click(), own.kill()]);
		await expect(lost(page)).toBeVisible();
		await own.start();
		await expect(lost(page)).toHaveCount(0);
		await expect(opened(page, 5)).toBeVisible();
		expect((await faceOf(own, table.table)).v).toBe(table.v + 1);
		await closed(page, 6).click();
		await expect.poll(async () => (await faceOf(own, table.table)).v).toBe(table.v + 2);
	} finally {
		await own.stop();
		// A line to a server that is dead, and another port than the fixture's own, are what this test is about.
		expectComplaint(complaints, /net::ERR_|asked 127\.0\.0\.1/);
	}
});
