// The server is away, and the device plays on its own; when it is back, a table moves there and home again.
import type { Page } from '@playwright/test';
import { expect, expectComplaint, hasten, prefer, SERVER_GONE, sitDown, test } from './fixtures';
import { aGame } from './games';
import { playOn, sight } from './player';
import { Server } from './server';

test.use({ serviceWorkers: 'allow' });

const CHAIRS = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];

/** One tap of the person at this device, and until they are asked again, or it is over. */
async function someMoves(page: Page): Promise<void> {
	let taps = 0;
	await playOn(page, async () => ++taps > 2 && (await sight(page)).asked);
}

const asked = (page: Page) => expect.poll(async () => (await sight(page)).asked, { timeout: 60_000 }).toBe(true);

async function tap(page: Page, tile: string): Promise<void> {
	await page.getByRole('button', { name: 'Menu' }).first().click();
	await page.getByRole('button', { name: tile }).click();
}

const statusOf = async (own: Server, table: string) => (await fetch(`${own.url}/api/tables/${table}`)).status;

test('the device plays on while the server is away, and its table moves home and back', async ({
	page,
	context,
	complaints,
}) => {
	test.setTimeout(120_000);
	await prefer(context, { speed: 'off' });
	await hasten(context);
	const own = new Server();
	await own.start();
	try {
		const game = aGame((one) => !one.hands);
		const first = await sitDown(page, own, game, CHAIRS, { preset: 'first-time', settings: { clock: false } });
		// Nobody does anything for it: once the table stands, everything is fetched.
		const worker = () =>
			page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/here/'))?.active?.scriptURL);
		await expect.poll(worker, { timeout: 30_000 }).toBe(`${own.url}/here/sw.js`);

		await own.kill();
		await expect(page.getByText('No connection')).toBeVisible();
		await page.getByRole('link', { name: 'Play here meanwhile' }).click();
		await expect(page).toHaveURL(`${own.url}/here/`);
		await expect(page.getByRole('button', { name: 'Go to the server' })).toHaveCount(0);
		// What the server has stays there, and is not ours to open here.
		await expect(page.locator('.kept')).toHaveCount(0);
		await page.locator(`a.game[href*="${game}"]`).click();
		await page.locator('.button.main').last().click();
		await asked(page);
		await someMoves(page);
		const table = /\/t\/([^?]+)/.exec(page.url())?.[1] ?? '';
		expect(table).not.toBe(first.table.table);
		// Nothing can be moved to where nobody answers.
		await page.getByRole('button', { name: 'Menu' }).first().click();
		await expect(page.getByRole('button', { name: 'Save the table as a file' })).toBeVisible();
		await expect(page.getByRole('button', { name: 'Move to the server' })).toHaveCount(0);
		await page.getByRole('link', { name: 'Home' }).click();

		await own.start();
		await expect(page.getByText('The server is there again.')).toBeVisible();
		await page.locator('.kept').click();
		await tap(page, 'Move to the server');
		await expect(page).toHaveURL(`${own.url}/t/${table}`);
		await asked(page);
		await someMoves(page);
		const before = await page.locator('[data-game]').textContent();

		await tap(page, 'Take it along on this device');
		await expect(page).toHaveURL(`${own.url}/here/#/t/${table}`);
		await asked(page);
		await expect(page.locator('[data-game]')).toHaveText(before ?? '');
		// It is nowhere else, and what did not move is where it was.
		expect(await statusOf(own, table)).toBe(404);
		expect(await statusOf(own, first.table.table)).toBe(200);
		await someMoves(page);
		await page.goto(own.url);
		await expect(page.locator('.kept')).toHaveAttribute('href', `/t/${first.table.table}`);
	} finally {
		await own.stop();
		expectComplaint(complaints, SERVER_GONE);
	}
});
