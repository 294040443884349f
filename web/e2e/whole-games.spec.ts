// Each game to its result, by somebody who taps only what invites a tap.
import { listenerOf } from './ear';
import { expect, hasten, prefer, sitDown, test } from './fixtures';
import { GAMES } from './games';
import { playOn } from './player';
import { t } from './words';

for (const game of GAMES) {
	test(`${game}: to the result by taps alone`, async ({ page, context, server }) => {
		// A whole match: some are long, and the machine may be busy.
		test.slow();
		await prefer(context, { speed: 'off' });
		await hasten(context);
		const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }, { sitter: 'bot' as const }];
		const { options } = await listenerOf(game);
		await sitDown(page, server, game, chairs, { options: options ?? {}, settings: { clock: false } });

		await expect(page.locator('[data-game]')).toBeVisible();
		await playOn(page);
		const result = page.getByRole('region', { name: t('result.over') });
		await expect(result.getByRole('heading', { level: 1 })).toHaveText(/ wins?( together)?!$/);
		await expect(result.getByRole('listitem').first()).toBeVisible();
		await expect(result.getByRole('button', { name: t('result.again') })).toBeVisible();
	});
}
