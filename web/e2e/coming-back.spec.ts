// Reloads, broken lines, a second tab, a server that dies: the table comes back as it was, and nothing is done twice.
import type { Page, WebSocketRoute } from '@playwright/test';
import {
	expect,
	expectComplaint,
	faceOf,
	handOf,
	hold,
	openTable,
	prefer,
	SERVER_GONE,
	sitDown,
	test,
} from './fixtures';
import { aGame, scenesOf } from './games';
import { openCover } from './player';
import { Server } from './server';
import { t } from './words';

const PAIR = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'here' as const, name: 'Ben' },
];
/** Where one tap is one move, it can be counted. */
const game = aGame((one) => one.tap);
const { thing, done } = scenesOf(game).tap!;
/** Whose turn it is was named, and something can be tapped. */
const asked = (page: Page) => expect(page.locator('.prompt.mine')).toBeVisible();
const lost = (page: Page) => page.getByText(t('line.lost'));

test.beforeEach(({ context }) => prefer(context, { speed: 'off' }));

test('whoever comes to a running game sees no lobby on the way, and whole names beside those who are away', async ({
	page,
	server,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	let release = () => {};
	const held = new Promise<void>((done) => {
		release = done;
	});
	await page.route(/\/api\/games\/\w+\/actions/, async (route) => {
		await held;
		await route.continue();
	});
	const { table, tokens } = await openTable(server, {
		game: aGame((one) => one.hands),
		chairs: [...PAIR, { sitter: 'here', name: 'Oma' }],
		deal: true,
	});
	await hold(
		page.context(),
		table.table,
		tokens.filter((token) => token.seat === 0),
	);
	await page.goto(`${server.url}/t/${table.table}`);
	await expect(page.locator('.soon.table')).toBeVisible();
	await expect(page.getByText(t('line.connecting'))).toBeVisible();
	await expect(page.getByRole('button', { name: t('lobby.start'), exact: true })).toHaveCount(0);
	release();
	await expect(page.locator('[data-game]')).toBeVisible();
	await expect(page.locator('.pill .left')).toHaveCount(2);
	const overlaps = await page.locator('.pill:has(.left)').evaluateAll((pills) =>
		pills.map((pill) => {
			const badge = pill.querySelector('.left')!.getBoundingClientRect();
			const words = document.createRange();
			words.selectNodeContents(pill.querySelector('[data-name]')!);
			return badge.right - words.getBoundingClientRect().left;
		}),
	);
	for (const overlap of overlaps) expect(overlap).toBeLessThanOrEqual(0);
});

test('a reload behind the door: the door is still there', async ({ page, server }) => {
	await sitDown(
		page,
		server,
		aGame((one) => one.hands),
		PAIR,
		{ settings: { clock: false } },
	);
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
	const { table } = await sitDown(page, server, game, PAIR);
	await asked(page);
	await thing(page, 1).click();
	await expect(lost(page)).toBeVisible();
	expect((await faceOf(server, table.table)).v).toBe(table.v + 1);
	broken = false;
	await expect(lost(page)).toHaveCount(0);
	await expect(done(page, 1)).toBeVisible();
	expect(answers).toBeGreaterThan(1);
	expect((await faceOf(server, table.table)).v).toBe(table.v + 1);
});

test('without a network the line says so; with it the table goes on', async ({ page, server }) => {
	let cut = false;
	let last = '';
	const lines: WebSocketRoute[] = [];
	await page.routeWebSocket(/\/ws$/, (line: WebSocketRoute) => {
		if (cut) {
			if (last) line.send(JSON.stringify({ type: 'bye', key: last, params: { known: '2' }, again: false }));
			return void line.close();
		}
		line.connectToServer();
		lines.push(line);
	});
	const { table } = await sitDown(page, server, game, PAIR);
	await asked(page);
	cut = true;
	for (const line of lines) await line.close();
	await expect(lost(page)).toBeVisible();
	// What is tapped meanwhile waits, and is done once.
	await thing(page, 2).click();
	await thing(page, 2).click();
	expect((await faceOf(server, table.table)).v).toBe(table.v);
	cut = false;
	await expect(page.getByText(t('line.back'))).toBeVisible();
	await expect(done(page, 2)).toBeVisible();
	await expect(page.getByText(t('line.back'))).toHaveCount(0);
	expect((await faceOf(server, table.table)).v).toBe(table.v + 1);
	// Told not to come back, it says why, and the table is there again as soon as the server has it.
	cut = true;
	last = 'protocol';
	for (const line of lines) await line.close();
	await expect(page.getByText(t('gone.trying'))).toBeVisible();
	// At once: it goes on trying by itself, and then there is no button any more.
	cut = false;
	await page.getByRole('button', { name: t('door.retry') }).dispatchEvent('click');
	await expect(done(page, 2)).toBeVisible();
	await expect(page.getByText(t('gone.trying'))).toHaveCount(0);
});

test('a second tab of the same seat shows the same and follows', async ({ page, context, server }) => {
	const { table } = await sitDown(page, server, game, PAIR);
	const tab = await context.newPage();
	await tab.goto(page.url());
	await asked(page);
	await asked(tab);
	await thing(page, 3).click();
	await expect(done(tab, 3)).toBeVisible();
	await asked(tab);
	await thing(tab, 4).click();
	await expect(done(tab, 4).or(thing(tab, 4))).toBeVisible();
	await expect.poll(async () => (await faceOf(server, table.table)).v).toBe(table.v + 2);
});

test('a server killed in the middle of a move: the move is done once, and the table goes on', async ({
	page,
	complaints,
}) => {
	const own = new Server();
	await own.start();
	try {
		const { table } = await sitDown(page, own, game, PAIR);
		await asked(page);
		await Promise.all([thing(page, 5).click(), own.kill()]);
		await expect(lost(page)).toBeVisible();
		await own.start();
		await expect(lost(page)).toHaveCount(0);
		await expect(done(page, 5)).toBeVisible();
		expect((await faceOf(own, table.table)).v).toBe(table.v + 1);
		await asked(page);
		await thing(page, 6).click();
		await expect.poll(async () => (await faceOf(own, table.table)).v).toBe(table.v + 2);
	} finally {
		await own.stop();
		expectComplaint(complaints, SERVER_GONE);
	}
});
