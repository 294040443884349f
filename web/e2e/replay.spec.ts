// After the end: how it went, step by step, with anybody's eyes, for others too, and as a file.
import { readFile } from 'node:fs/promises';
import { playedOut } from './ahead';
import { device, expect, handOf, prefer, test } from './fixtures';
import { aGame, GAMES } from './games';
import { keysInAll } from './keys';
import { t, wordsOf } from './words';

test('result, replay step by step, share link and file', { tag: '@chromium' }, async ({
	page,
	context,
	browser,
	server,
	puppets,
	complaints,
}) => {
	await prefer(context, { speed: 'off' });
	const game = aGame((one) => one.hands);
	await playedOut(page, server, puppets, game);
	const result = page.getByRole('region', { name: t('result.over') });
	await expect(result).toBeVisible();

	await result.getByRole('button', { name: t('result.how') }).click();
	await expect(result.getByText(t('result.moments'))).toBeVisible();

	const download = page.waitForEvent('download');
	await result.getByRole('button', { name: t('result.export') }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe(`${game}-0.txt`);
	expect(await readFile(await file.path(), 'utf8')).toContain(game);

	await result.getByRole('button', { name: t('result.share') }).click();
	const link = await result.getByRole('textbox', { name: t('result.share') }).inputValue();
	expect(link).toContain(`${server.url}/r/`);

	await result.getByRole('link', { name: t('result.watch') }).click();
	const controls = page.getByRole('region', { name: t('replay.controls') });
	const slider = controls.getByRole('slider');
	await expect(slider).toHaveValue('0');
	await controls.getByRole('button', { name: t('replay.next') }).click();
	await expect(slider).toHaveValue('1');
	await controls.getByRole('button', { name: t('replay.back') }).click();
	await expect(slider).toHaveValue('0');

	const guest = await device(browser, server, complaints, { viewport: { width: 390, height: 844 } });
	await guest.goto(link);
	const theirs = guest.getByRole('region', { name: t('replay.controls') });
	await expect(theirs).toBeVisible();
	const eyes = wordsOf('en', '', ['Mia', 'Ben']);
	await theirs.getByRole('button', { name: t('replay.watcher') }).click();
	await expect(handOf(guest)).toHaveCount(0);
	await theirs.getByRole('button', { name: eyes.say('replay.eyes_of', { seat: 1 }) }).click();
	await expect(handOf(guest).first()).toBeVisible();
	await guest.context().close();
});

for (const game of GAMES) {
	test(`${game}: its result in every language, and a replay that runs to its end`, async ({
		page,
		context,
		server,
		puppets,
	}) => {
		await prefer(context, { speed: 'off' });
		const table = await playedOut(page, server, puppets, game);
		const result = page.getByRole('region', { name: t('result.over') });
		await result.getByRole('button', { name: t('result.how') }).click();
		await expect(result.getByText(t('result.moments'))).toBeVisible();
		expect(await keysInAll(page)).toEqual([]);
		await page.goto(`${server.url}/t/${table.table}?replay=${table.number}`);
		const slider = page.getByRole('slider');
		await expect(slider).toHaveValue('0');
		const last = Number(await slider.getAttribute('max'));
		expect(last).toBeGreaterThan(5);
		await slider.fill(String(last - 1));
		await expect(page.getByText(t('replay.of', { n: last - 1, total: last }), { exact: true })).toBeVisible();
		await page.getByRole('button', { name: t('replay.next') }).click();
		await expect(slider).toHaveValue(String(last));
		await expect(page.locator(`[data-game="${game}"]`)).toBeVisible();
	});
}
