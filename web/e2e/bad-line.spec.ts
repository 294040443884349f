// The first visit without a server on a bad line: whatever stops goes on by itself, nothing that has come is fetched again, and what is
// said is true.
import type { Page } from '@playwright/test';
import { expect, expectComplaint, hasten, prefer, test } from './fixtures';
import { Folder } from './folder';
import { aGame } from './games';
import { t } from './words';

/** Slices of the pieces of Python. */
const SLICE = /-\d+\.piece$/;
const GAME = aGame((game) => !game.hands);

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

async function setUp(page: Page): Promise<void> {
	await page.goto(files.url);
	await page.locator(`a.game[href$="/${GAME}"]`).click();
	await expect(start(page)).toBeVisible();
}

/** Some slices have come, and many have not. */
async function half(): Promise<void> {
	await expect.poll(() => files.times(SLICE), { intervals: [50] }).toBeGreaterThan(8);
}

/** What the card says of a line that is away. */
async function saysSo(page: Page): Promise<void> {
	const words = t('own.line', { done: '#', all: '#' }).split('#');
	for (const part of words) await expect(card(page)).toContainText(part);
	await expect(card(page)).not.toContainText(t('own.failed'));
	await start(page).click({ trial: true });
}

/** The game begins by itself, and of the slices only those were fetched twice that were on their way when something happened. */
async function goesOn(page: Page, twice: number, spoilt = /^$/): Promise<void> {
	await expect(page.locator('[data-game]')).toBeVisible({ timeout: 120_000 });
	const all = files.asked.filter((name) => SLICE.test(name) && !spoilt.test(name));
	expect(all.length - new Set(all).size).toBeLessThanOrEqual(twice);
	await expect(card(page)).toHaveCount(0);
}

test('a line that is cut in the middle of a slice', async ({ page }) => {
	files.goWrong('cut', /wasm-\w+-2\.piece$/, 50_000);
	await setUp(page);
	await start(page).click();
	await goesOn(page, 1);
	expect(files.times(/wasm-\w+-2\.piece$/)).toBe(2);
});

test('a line that goes silent and stays open', async ({ page }) => {
	const spoilt = /wasm-\w+-2\.piece$/;
	files.goWrong('mute', spoilt, 50_000, false);
	await setUp(page);
	await start(page).click();
	await saysSo(page);
	files.mend();
	await goesOn(page, 0, spoilt);
});

test('the line is away before Start is tapped, and comes back', async ({ page }) => {
	files.rate = 500_000;
	await setUp(page);
	await half();
	await files.stop();
	await start(page).click();
	await saysSo(page);
	await files.start();
	await goesOn(page, 4);
});

test('the line is cut after Start was tapped, for longer than one try', async ({ page }) => {
	files.rate = 500_000;
	await setUp(page);
	await start(page).click();
	await half();
	await files.stop();
	await saysSo(page);
	// It has been tried again meanwhile, and the card still stands.
	await page.waitForEvent('requestfailed', (request) => SLICE.test(request.url()));
	await saysSo(page);
	await files.start();
	files.rate = 0;
	await goesOn(page, 6);
});

test('a page that is closed half-way goes on where it stopped', async ({ page }) => {
	files.rate = 500_000;
	await setUp(page);
	await half();
	await page.goto('about:blank');
	files.rate = 0;
	await setUp(page);
	await start(page).click();
	await goesOn(page, 4);
});

test('a worker that dies half-way, and a script that never comes', async ({ page }) => {
	files.goWrong('mute', /worker-[\w-]+\.js$/, 100);
	files.rate = 500_000;
	await setUp(page);
	await start(page).click();
	await expect(card(page)).toContainText(t('own.fetching_first'));
	await half();
	expect(files.times(/worker-[\w-]+\.js$/)).toBeGreaterThan(1);
	await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.close()).catch(() => {})));
	await goesOn(page, 4);
});
