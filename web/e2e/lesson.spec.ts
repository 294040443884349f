// Every first lesson from its start to its end, by doing what it says.
import { expect, hasten, prefer, test } from './fixtures';
import { aGame, GAMES } from './games';
import { step } from './player';
import { inWords, t } from './words';

for (const game of GAMES) {
	test(`${game}: the lesson, from start to end`, async ({ page, context, server }) => {
		await prefer(context, { speed: 'off', lessons: [] });
		await hasten(context);
		await page.goto(`${server.url}/lesson/${game}`);
		const tip = page.getByRole('region', { name: t('lesson.tip') });
		await expect(tip.getByRole('paragraph').first()).not.toBeEmpty();
		const done = tip.getByRole('link', { name: t('lesson.play_now') });
		const read = tip.getByRole('button', { name: t('lesson.go_on') });
		for (let turn = 0; turn < 120 && !(await done.isVisible()); turn++) {
			if (await read.isVisible()) await read.click();
			else await step(page, turn);
		}
		await done.click();
		await expect(page.getByRole('button', { name: t('new.at_once') })).toBeVisible();
	});
}

test('a lesson can be skipped, and is then not offered any more', async ({ page, context, server }) => {
	await prefer(context, { lessons: [] });
	await page.goto(server.url);
	const name = inWords('en', 'name', {}, aGame());
	await page.getByRole('link', { name: `${name}.` }).click();
	const offer = page.getByRole('complementary', { name: t('lesson.offer') });
	const start = page.locator('footer .button.main');
	// Whoever does not want it just plays: nothing lies on the table.
	await expect(offer).toBeVisible();
	await start.click();
	await expect(page.locator(`[data-game="${aGame()}"]`)).toBeVisible();
	await expect(page.getByRole('complementary')).toHaveCount(0);
	await page.goBack();
	await offer.getByRole('link', { name: t('lesson.open') }).click();
	await page.getByRole('button', { name: t('lesson.skip') }).click();
	await expect(start).toBeVisible();
	await expect(offer).toHaveCount(0);
});
