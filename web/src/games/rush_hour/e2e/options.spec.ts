// House rules that do not go together explain themselves, and the nearest that do are one tap away.
import { expect, expectComplaint, prefer, test } from '../../../../e2e/fixtures';
import { inWords, t, wordsOf } from '../../../../e2e/words';

test('an impossible combination says why and offers the nearest', async ({ page, context, server, complaints }) => {
	await prefer(context, {});
	const rush = wordsOf('en', 'rush_hour');
	await page.goto(`${server.url}/new/rush_hour`);
	await page.getByRole('button', { name: t('new.choose') }).click();
	await page.getByRole('button', { name: t('new.more'), exact: true }).click();
	const sheet = page.getByRole('dialog', { name: t('new.more') });
	const specials = sheet.getByRole('switch', { name: rush.say('options.specials.label'), exact: true });
	await expect(specials).toBeVisible();
	if (await specials.isChecked()) await specials.click();
	await sheet.getByRole('button', { name: rush.say('options.trailer_mode.values.special') }).click();

	const trouble = sheet.getByRole('alert');
	await expect(trouble).toContainText(inWords('en', 'refusals.trailers_need_specials', {}, 'rush_hour'));
	// To the browser an honest no is an error.
	expectComplaint(complaints, /422.*\/api\//);
	const plain = rush.say('options.trailer_mode.values.plain');
	await trouble.getByRole('button', { name: plain }).click();
	await expect(trouble).toHaveCount(0);
	await expect(sheet.getByRole('button', { name: plain, exact: true })).toHaveAttribute('aria-pressed', 'true');

	await sheet.getByRole('button', { name: t('new.done') }).click();
	await page.getByRole('button', { name: t('new.start'), exact: true }).click();
	await expect(page.locator('[data-game="rush_hour"]')).toBeVisible();
});
