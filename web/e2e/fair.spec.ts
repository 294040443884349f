// The fair deal, as a family sees it: a fingerprint and a word before, a green tick after.
import { expect, hold, openTable, prefer, test } from './fixtures';
import { aGame } from './games';
import { t } from './words';

test('a word before the deal, a green tick after the end', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off' });
	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];
	const { table, tokens } = await openTable(server, {
		game: aGame(),
		chairs,
		preset: 'first-time',
		settings: { pace_ms: 0, clock: false },
	});
	await hold(context, table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	await page.getByRole('button', { name: t('lobby.fair') }).click();
	const sheet = page.getByRole('dialog', { name: t('lobby.fair') });
	const print = sheet.getByRole('button', { name: t('lobby.fingerprint') });
	await print.click();
	const fingerprint = (await print.textContent())!.trim();
	expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
	await sheet.getByRole('textbox', { name: t('lobby.word', { name: 'Mia' }) }).fill('zebra');
	await sheet.getByRole('button', { name: t('lobby.add_word') }).click();
	await expect(sheet.getByText(t('lobby.worded', { name: 'Mia' }))).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: t('lobby.start'), exact: true }).click();
	await expect(page.locator('[data-game]')).toBeVisible();

	// A robot plays it to the end.
	await page.getByRole('button', { name: /^You\./ }).click();
	await page.getByRole('button', { name: t('seat.to_robot') }).click();
	const result = page.getByRole('region', { name: t('result.over') });
	await expect(result).toBeVisible({ timeout: 30_000 });
	if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape');
	await result.getByRole('button', { name: t('fair.title') }).click();
	const fair = page.getByRole('dialog', { name: t('fair.title') });
	await expect(fair.getByText(t('fair.good'))).toBeVisible();
	await expect(fair.getByText('zebra')).toBeVisible();
	await expect(fair.getByLabel(t('fair.fingerprint'))).toHaveText(fingerprint.match(/.{4}/g)!.join(' '));
});
