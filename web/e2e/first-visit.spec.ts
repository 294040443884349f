// The first visit without a server: what comes before what, what can be done meanwhile, and how much it is. Counted at the server: a
// page hears nothing of what its workers fetch.
import type { Page } from '@playwright/test';
import { expect, expectComplaint, hasten, prefer, test } from './fixtures';
import { Folder } from './folder';
import { aGame } from './games';
import { t } from './words';

const PIECE = /\.piece$/;
/** The half of Python's machine code that no game begins with. */
const REST = /\/rest-[\w-]+\.piece$/;
const NEXT = /assets\/NewTable-[\w-]+\.js$/;
const GAME = aGame((game) => !game.hands);
const MOST = 3_300_000;

let files: Folder;

test.beforeEach(async ({ context }) => {
	files = new Folder();
	await files.start();
	await prefer(context, { speed: 'off' });
	await hasten(context);
});
test.afterEach(async ({ complaints }) => {
	await files.stop();
	expectComplaint(complaints, /asked 127\.0\.0\.1|net::ERR_/);
});

const card = (page: Page) => page.locator('#app > .own');
const start = (page: Page) => page.locator('footer .button.main');
const choose = (page: Page) => page.locator(`a.game[href$="/${GAME}"]`).click();
const question = (page: Page) => page.locator(`[data-game="${GAME}"] [data-can="true"]`).first();

test('the next screen comes before Python, and something stands at once', async ({ page }) => {
	const release = files.holdBack(NEXT);
	await page.goto(files.url);
	await choose(page);
	// Which game it is, and the way back, while not a byte of its script is here.
	await expect(page.locator('.soon')).toBeVisible();
	await expect(page.locator('h1')).not.toBeEmpty();
	expect(files.times(PIECE)).toBe(0);
	release();
	await expect(start(page)).toBeVisible();
	await expect(page.locator('.soon')).toHaveCount(0);
	await expect.poll(() => files.times(PIECE)).toBeGreaterThan(0);
	const at = (named: RegExp) => files.asked.findIndex((name) => named.test(name));
	expect(at(NEXT)).toBeLessThan(at(PIECE));
});

test('a lesson is played while Python comes, and leads into the game', async ({ page }) => {
	const release = files.holdBack(/wasm-[\w-]+\.piece$/);
	await page.goto(files.url);
	await choose(page);
	await start(page).click();
	await card(page)
		.getByRole('link', { name: t('own.learn') })
		.click();
	await question(page).click();
	await expect(card(page)).toContainText(/MB/);
	release();
	await expect(card(page)).toContainText(t('own.there'), { timeout: 60_000 });
	// Nobody is taken away from the lesson.
	expect(page.url()).toContain(`/lesson/${GAME}`);
	await card(page)
		.getByRole('button', { name: t('lesson.play_now') })
		.click();
	await expect(question(page)).toBeVisible({ timeout: 30_000 });
	expect(page.url()).toContain('/t/');
	await expect(card(page)).toHaveCount(0);
});

test('a lesson that is put aside leads to the table that came meanwhile', async ({ page }) => {
	await page.goto(files.url);
	const release = files.holdBack(/wasm-[\w-]+\.piece$/);
	await choose(page);
	await start(page).click();
	await card(page)
		.getByRole('link', { name: t('own.learn') })
		.click();
	await expect(question(page)).toBeVisible();
	release();
	await expect(card(page)).toContainText(t('own.there'), { timeout: 60_000 });
	await page
		.locator('.bar')
		.getByRole('button', { name: t('lesson.play_now') })
		.click();
	await expect(page).toHaveURL(/\/t\//);
});

test('a game begins with the first half of Python, and goes on with the whole of it', async ({ page }) => {
	test.setTimeout(120_000);
	const release = files.holdBack(REST);
	await page.goto(files.url);
	await choose(page);
	await start(page).click();
	await expect(question(page)).toBeVisible({ timeout: 60_000 });
	const handed = files.sent;
	expect(handed).toBeLessThanOrEqual(MOST);
	release();
	// It follows by itself, once; only then everything is kept for times without a network.
	await expect.poll(() => files.times(REST), { timeout: 30_000 }).toBeGreaterThan(3);
	const all = files.asked.filter((name) => REST.test(name));
	await question(page).click();
	await expect(page.locator('[data-game]')).toBeVisible();
	expect(new Set(all).size).toBe(all.length);
});
