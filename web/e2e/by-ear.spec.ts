// A whole game of each by somebody who hears it: roles, names and what is announced, and nothing but the keyboard.
import { Ear, expectInOrder, listenerOf, playByEar, walkTo } from './ear';
import { expect, hasten, prefer, sitDown, test } from './fixtures';
import { GAMES } from './games';
import { t } from './words';

for (const game of GAMES) {
	test(`${game}: from the first question to the result`, { tag: '@chromium' }, async ({ page, context, server }) => {
		// A whole match, button by button: some are long, and the machine may be busy.
		test.slow();
		const listener = await listenerOf(game);
		const ear = new Ear(page, game, ['Mia', 'Ada'], 0);
		await ear.open();
		await prefer(context, { speed: 'off' });
		await hasten(context);
		const chairs = [
			{ sitter: 'here' as const, name: 'Mia' },
			{ sitter: 'bot' as const, name: 'Ada', level: listener.level ?? '3' },
		];
		await sitDown(page, server, game, chairs, {
			preset: 'first-time',
			options: listener.options ?? {},
			settings: { clock: false },
		});
		await expect(page.getByRole('region', { name: t('table.your_side') })).toBeVisible();
		await ear.listen();
		await playByEar(page, ear, listener);
		expectInOrder(ear, listener);

		const result = page.getByRole('region', { name: t('result.over') });
		const title = await result.getByRole('heading', { level: 1 }).innerText();
		expect(
			ear.log.filter((line) => line.startsWith(title)),
			'the result is said once',
		).toHaveLength(1);
		expect(await walkTo(page, t('result.again'))).toBe(true);
		await page.keyboard.press('Enter');
		await expect(result).toHaveCount(0);
	});
}
