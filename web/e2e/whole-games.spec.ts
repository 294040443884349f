// Each game from the door to its result, by somebody who taps only what invites a tap.
import type { Page } from '@playwright/test';
import { expect, hasten, prefer, test } from './fixtures';
import { GAMES } from './games';
import { playOn } from './player';
import { inWords, t } from './words';

/** Robots need not think, and a question is over when all have answered: nobody has to wait. */
async function noWaiting(page: Page): Promise<void> {
	await page.getByRole('button', { name: t('new.more'), exact: true }).click();
	const sheet = page.getByRole('dialog', { name: t('new.more') });
	await sheet.getByRole('button', { name: t('new.table') }).click();
	await sheet.getByRole('switch', { name: t('settings.clock.label') }).click();
	const pace = sheet.getByRole('group', { name: t('settings.pace_ms.label') });
	await pace.getByRole('button', { name: t('new.pace.none') }).click();
	await sheet.getByRole('button', { name: t('new.done') }).click();
}

for (const game of GAMES) {
	test(`${game}: from the door to the result`, async ({ page, context, server }) => {
		// A whole match: some are long, and the machine may be busy.
		test.slow();
		await prefer(context, { speed: 'off' });
		await hasten(context);
		await page.goto(server.url);
		await page.getByRole('link', { name: `${inWords('en', 'name', {}, game)}.` }).click();
		await expect(page.getByRole('heading', { name: t('new.who') })).toBeVisible();

		const here = t('new.sitters.here');
		await page.getByRole('button', { name: here }).click();
		const chair = page.getByRole('dialog', { name: t('new.where') });
		await chair.getByLabel(t('new.name'), { exact: true }).fill('Mia');
		await chair.getByRole('button', { name: t('new.done') }).click();
		await expect(page.getByRole('button', { name: t('new.chair', { name: 'Mia', who: here }) })).toBeVisible();
		await noWaiting(page);
		await page.getByRole('button', { name: t('new.start'), exact: true }).click();

		await expect(page.locator('[data-game]')).toBeVisible();
		await playOn(page);
		const result = page.getByRole('region', { name: t('result.over') });
		await expect(result.getByRole('heading', { level: 1 })).toHaveText(/ wins?( together)?!$/);
		await expect(result.getByRole('listitem').first()).toBeVisible();
		await expect(result.getByRole('button', { name: t('result.again') })).toBeVisible();
	});
}
