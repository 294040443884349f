// The table without a server: a folder of files, Python in the page, everything kept by the browser. `SITE=all` plays every game.
import type { Page } from '@playwright/test';
import type { NewTable } from '../src/net/protocol';
import { expect, expectComplaint, hasten, prefer, test } from './fixtures';
import { Folder, tableFile } from './folder';
import { aGame, GAMES } from './games';
import { openCover, playOn, sight, untilCovered } from './player';
import { t } from './words';

const ALONE: NewTable['chairs'] = [{ sitter: 'here', name: 'Mia' }, { sitter: 'bot' }];
const TWO: NewTable['chairs'] = [
	{ sitter: 'here', name: 'Mia' },
	{ sitter: 'here', name: 'Ben' },
];

let files: Folder;

test.use({ serviceWorkers: 'allow' });

test.beforeEach(async ({ context }) => {
	files = new Folder();
	await files.start();
	await prefer(context, { speed: 'off' });
	await hasten(context);
});
test.afterEach(async ({ complaints }) => {
	await files.stop();
	// The files come from another port than the server of the other tests; and where there is no network, the browser says so.
	expectComplaint(complaints, /asked 127\.0\.0\.1|net::ERR_/);
});

/** Open a saved table at the door, as somebody does who comes home with it. */
async function bring(page: Page, text: string): Promise<void> {
	await page.locator('input[type=file]').setInputFiles({
		name: 'table.json',
		mimeType: 'application/json',
		buffer: Buffer.from(text),
	});
	await expect(page.locator('[data-game]')).toBeVisible({ timeout: 60_000 });
}

const games = process.env.SITE === 'all' ? GAMES : [aGame((game) => !game.hands)];

test('whole games without a network, after one visit', async ({ page, server, context }) => {
	test.setTimeout(120_000 + games.length * 90_000);
	await page.goto(files.url);
	// The door stands before Python is there.
	await expect(page.locator('a.game')).toHaveCount(GAMES.length);
	// And nothing covers what can be chosen while it comes.
	await page.locator('a.game').first().click();
	await page.locator('.button.main').last().click({ trial: true });
	await page.goBack();
	const saved = await Promise.all(games.map((game) => tableFile(server, game, ALONE)));
	await bring(page, saved[0]!);
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	await files.stop();
	await context.setOffline(true);
	for (const text of saved) {
		await page.goto(files.url);
		await bring(page, text);
		await playOn(page, async () => (await sight(page)).asked);
		// In the middle of it the tab is closed, or the battery is empty: nothing is lost.
		const before = await page.locator('[data-game]').getAttribute('data-game');
		await page.reload();
		await expect(page.locator('[data-game]')).toHaveAttribute('data-game', before ?? '', { timeout: 60_000 });
		await playOn(page);
		await expect(page.locator('.result h1')).toBeVisible();
	}
	await context.setOffline(false);
});

test('two people on one device, a door between them, and a worker that dies', async ({ page, server }) => {
	test.setTimeout(240_000);
	await page.goto(files.url);
	await bring(
		page,
		await tableFile(
			server,
			aGame((game) => game.hands && !game.together),
			TWO,
		),
	);
	await untilCovered(page);
	await openCover(page);
	await untilCovered(page);
	// The browser ends both, as it does when memory is short; nobody is told. The next ones find all that was played.
	const before = page.workers();
	await Promise.all(before.map((worker) => worker.evaluate(() => self.close()).catch(() => {})));
	await expect
		.poll(() => page.workers().filter((worker) => !before.includes(worker)).length, { timeout: 60_000 })
		.toBe(2);
	await openCover(page);
	await untilCovered(page);
});

test('two tabs at one table see the same', async ({ page, server, context }) => {
	test.setTimeout(180_000);
	await page.goto(files.url);
	await bring(
		page,
		await tableFile(
			server,
			aGame((game) => game.tap),
			ALONE,
		),
	);
	const other = await context.newPage();
	await other.goto(page.url());
	await expect(other.locator('[data-game]')).toBeVisible({ timeout: 60_000 });
	await playOn(page);
	await expect(other.locator('.result h1')).toBeVisible({ timeout: 30_000 });
	await expect(other.locator('.result h1')).toHaveText((await page.locator('.result h1').textContent()) ?? '');
});

test('a browser that is too old says so', async ({ page, context }) => {
	await context.addInitScript(() => Reflect.deleteProperty(window, 'DecompressionStream'));
	await page.goto(files.url);
	await page.locator('a.game').first().click();
	await page.locator('.buttons .button.main').click();
	await expect(page.locator('.own[role="alert"]')).toContainText(t('own.too_old'));
});

test('whoever clears the data of the browser in the middle of a game is told, and plays anew', async ({
	page,
	server,
}) => {
	test.setTimeout(180_000);
	await page.goto(files.url);
	const game = aGame((one) => one.tap);
	await bring(page, await tableFile(server, game, ALONE));
	await playOn(page, async () => (await sight(page)).asked);
	await page.evaluate(
		() =>
			new Promise<void>((done, fail) => {
				localStorage.clear();
				const request = indexedDB.deleteDatabase('tailback');
				request.onsuccess = () => done();
				request.onerror = () => fail(request.error);
			}),
	);
	await expect(async () => {
		const [spot] = (await sight(page)).spots;
		if (spot) await page.mouse.click(spot.x, spot.y);
		await expect(page.getByText(t('gone.cleared'))).toBeVisible({ timeout: 1000 });
	}).toPass({ timeout: 30_000 });
	await page.getByRole('link', { name: t('gone.anew') }).click();
	await page.locator('.buttons .button.main').click();
	await expect(page.locator('[data-game]')).toBeVisible({ timeout: 60_000 });
});
