// The server is away, and the device plays on its own; when it is back, a table moves there and home again.
import type { Page } from '@playwright/test';
import { expect, expectComplaint, hasten, openTable, prefer, SERVER_GONE, sitDown, test } from './fixtures';
import { aGame } from './games';
import { playOn, sight } from './player';
import { Server } from './server';

test.use({ serviceWorkers: 'allow' });

const CHAIRS = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];

const asked = (page: Page) => expect.poll(async () => (await sight(page)).asked, { timeout: 60_000 }).toBe(true);

/** From one question to the next, or to the end. */
async function someMoves(page: Page): Promise<void> {
	await asked(page);
	let taps = 0;
	await playOn(page, async () => ++taps > 1 && (await sight(page)).asked);
}

async function tap(page: Page, tile: string): Promise<void> {
	await page.getByRole('button', { name: 'Menu' }).first().click();
	await page.getByRole('button', { name: tile }).click();
}

/** All that stands on the table; only at a server it has a code. */
async function shown(page: Page): Promise<string> {
	const text = (await page.locator('[data-game]').textContent()) ?? '';
	return text.replace(/\b[A-Z]{4}\b/, '').replace(/\s+/g, ' ');
}

/** It is a new table on this device; the old one is gone. */
async function takeAlong(page: Page, own: Server, table: string): Promise<void> {
	await asked(page);
	const before = await shown(page);
	await tap(page, 'Take it along on this device');
	await expect(page).toHaveURL(/\/here\/#\/t\/[\w-]{22}$/, { timeout: 60_000 });
	expect(page.url()).not.toContain(table);
	await expect.poll(() => shown(page), { timeout: 60_000 }).toBe(before);
	expect((await fetch(`${own.url}/api/tables/${table}`)).status).toBe(404);
}

test('the device plays on while the server is away, and its table moves home and back', async ({
	page,
	context,
	complaints,
}) => {
	await prefer(context, { speed: 'off' });
	await hasten(context);
	const own = new Server();
	await own.start();
	try {
		const game = aGame((one) => !one.hands);
		const more = { preset: 'first-time', settings: { clock: false } };
		const table = (await sitDown(page, own, game, CHAIRS, more)).table.table;
		const watched = (await openTable(own, { game, chairs: CHAIRS })).table.table;
		// Nobody does anything for it: once the table stands, everything is fetched.
		const worker = () =>
			page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/here/'))?.active?.scriptURL);
		await expect.poll(worker, { timeout: 30_000 }).toBe(`${own.url}/here/sw.js`);
		await takeAlong(page, own, table);

		await page.goto(`${own.url}/t/${watched}`);
		await expect(page.getByText('Mia').first()).toBeVisible();
		await own.kill();
		await expect(page.getByText('No connection')).toBeVisible();
		await page.getByRole('link', { name: 'Play here meanwhile' }).click();
		await expect(page).toHaveURL(`${own.url}/here/`);
		await expect(page.getByRole('button', { name: 'Go to the server' })).toHaveCount(0);
		await page.locator('.kept').click();
		await someMoves(page);
		// Nothing can be moved to where nobody answers.
		await page.getByRole('button', { name: 'Menu' }).first().click();
		await expect(page.getByRole('button', { name: 'Save the table as a file' })).toBeVisible();
		await expect(page.getByRole('button', { name: 'Move to the server' })).toHaveCount(0);
		await page.getByRole('link', { name: 'Home' }).click();

		await own.start();
		await expect(page.getByText('The server is there again.')).toBeVisible();
		await page.locator('.kept').click();
		await asked(page);
		const before = await shown(page);
		await tap(page, 'Move to the server');
		// Not the address at the device, which ends alike.
		await expect(page).toHaveURL(/^[^#]*\/t\/[\w-]{22}$/);
		const home = page.url().slice(-22);
		expect(home).not.toBe(table);
		await expect.poll(() => shown(page)).toBe(before);
		await someMoves(page);
		await page.goto(`${own.url}/here/`);
		await expect(page.locator('a.game').first()).toBeVisible();
		await expect(page.locator('.kept'), 'one game is not played on in two places').toHaveCount(0);
		await page.goBack();

		await takeAlong(page, own, home);
		await someMoves(page);
	} finally {
		await own.stop();
		expectComplaint(complaints, SERVER_GONE);
	}
});
