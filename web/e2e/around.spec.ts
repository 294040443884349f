// What happens around a game: how quickly it begins, who plays for whom, and what comes after it.
import type { Page } from '@playwright/test';
import { playedOut } from './ahead';
import { device, expect, prefer, sitDown, test } from './fixtures';
import { aGame } from './games';
import { inWords, t } from './words';

const game = aGame((one) => one.tap);
const chip = (page: Page, people: number) =>
	page.getByRole('group', { name: t('new.us') }).getByRole('button', { name: String(people), exact: true });

for (const people of [1, 2]) {
	test(`${people} at one device: ${people + 2} taps from the address to the first move`, async ({
		page,
		context,
		server,
	}) => {
		// Nobody has been here before.
		await prefer(context, { speed: 'off', lessons: [] });
		let taps = 0;
		const tap = async (what: ReturnType<Page['locator']>) => {
			taps += 1;
			await what.click();
		};
		await page.goto(server.url);
		await tap(page.getByRole('link', { name: `${inWords('en', 'name', {}, game)}.` }));
		if (people > 1) await tap(chip(page, people));
		await tap(page.getByRole('button', { name: t(people > 1 ? 'new.start' : 'new.at_once'), exact: true }));
		// A robot may be the first; the move of a person is the first one that is asked for.
		await expect(page.locator('[data-can="true"]').first()).toBeVisible({ timeout: 20_000 });
		await tap(page.locator('[data-can="true"]').first());
		expect(taps).toBe(people + 2);
		await expect(page.locator('[data-game]')).toBeVisible();
	});
}

test('a robot plays for me, says so, and gives the seat back; whoever has none is watching', async ({
	page,
	browser,
	server,
	complaints,
}) => {
	await prefer(page.context(), { speed: 'off' });
	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];
	const { table, tokens } = await sitDown(page, server, game, chairs, { settings: { pace_ms: 10_000 } });
	const held = tokens.find((one) => one.seat === 0)!.token;
	await fetch(`${server.url}/api/tables/${table.table}/seats/0`, {
		method: 'PATCH',
		headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${held}` },
		body: JSON.stringify({ sitter: 'bot' }),
	});
	await expect(page.getByText(t('table.robot_for_me')).first()).toBeVisible();
	await page.getByRole('button', { name: t('table.take_over') }).click();
	await expect(page.getByRole('button', { name: t('table.take_over') })).toHaveCount(0);
	await expect(page.locator('.note[data-aside]')).toHaveCount(0);

	const watcher = await device(browser, server, complaints, { viewport: { width: 390, height: 844 } });
	await watcher.goto(`${server.url}/t/${table.table}`);
	await expect(watcher.getByText(t('table.watching')).first()).toBeVisible();
	await watcher.context().close();
});

test('after a look at the table: back to the result; a rematch reaches whoever watches the replay', async ({
	page,
	context,
	browser,
	server,
	puppets,
}) => {
	await prefer(context, { speed: 'off' });
	const table = await playedOut(page, server, puppets, game);
	const result = page.getByRole('region', { name: t('result.over') });
	await result.getByRole('button', { name: t('result.look') }).click();
	await expect(result).toHaveCount(0);
	await page.getByRole('button', { name: t('result.back') }).click();
	await expect(result).toBeVisible();

	// A big moment leads to where it happened.
	await result.getByRole('button', { name: t('result.how') }).click();
	const moment = result.getByRole('list').getByRole('link').first();
	await moment.click();
	const slider = page.getByRole('slider');
	await expect(slider).not.toHaveValue('0');

	// The others begin anew.
	const other = await browser.newPage({ storageState: await context.storageState() });
	await other.goto(`${server.url}/t/${table.table}`);
	await other.getByRole('button', { name: t('result.again') }).click();
	await expect(page.getByText(t('replay.new_game')).first()).toBeVisible();
	await page.getByRole('link', { name: t('replay.go') }).click();
	await expect(slider).toHaveCount(0);
	await expect(page.locator(`[data-game="${game}"]`)).toBeVisible();
	await other.close();
});
