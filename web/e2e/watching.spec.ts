// Whoever has no seat sees the table and no hand.
import { device, expect, handOf, openTable, prefer, sitDown, test } from './fixtures';
import { aGame, GAMES, scenesOf } from './games';
import { step } from './player';
import { t } from './words';

for (const game of GAMES) {
	test(`${game}: a watcher sees the table move, and no hand`, async ({
		page,
		context,
		browser,
		server,
		complaints,
	}) => {
		await prefer(context, { speed: 'off' });
		const opened = await sitDown(page, server, game, [{ sitter: 'here', name: 'Mia' }, { sitter: 'bot' }]);
		const watcher = await device(browser, server, complaints, { viewport: { width: 1440, height: 900 } });
		await watcher.goto(`${server.url}/t/${opened.table.table}`);
		await expect(watcher.locator(`[data-game="${game}"]`)).toBeVisible();
		await expect(watcher.getByRole('button', { name: /^Mia\./ })).toBeVisible();
		await expect(handOf(watcher)).toHaveCount(0);
		await expect(watcher.locator('[data-can="true"]')).toHaveCount(0);

		const told = watcher.getByRole('log');
		const before = await told.textContent();
		await expect
			.poll(
				async () => {
					await step(page, 0);
					return told.textContent();
				},
				{ timeout: 30_000 },
			)
			.not.toBe(before);
		await expect(handOf(watcher)).toHaveCount(0);
		await watcher.context().close();
	});
}

test('a watcher who taps is told why nothing happens', async ({ browser, server, complaints }) => {
	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];
	const game = aGame((one) => one.tap);
	const opened = await openTable(server, { game, chairs, deal: true });
	const watcher = await device(browser, server, complaints);
	await watcher.goto(`${server.url}/t/${opened.table.table}`);
	await scenesOf(game).tap!.thing(watcher, 1).click();
	await expect(watcher.getByRole('status').filter({ hasText: t('refusals.watching') })).toBeVisible();
	await watcher.context().close();
});

test('a table without watchers says so', async ({ browser, server, complaints }) => {
	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];
	const opened = await openTable(server, { game: aGame(), chairs, deal: true, settings: { watchers: false } });
	const watcher = await device(browser, server, complaints);
	await watcher.goto(`${server.url}/t/${opened.table.table}`);
	await expect(watcher.getByText(t('refusals.no_watchers'))).toBeVisible();
	await expect(watcher.locator('[data-game]')).toHaveCount(0);
	await expect(watcher.getByRole('link', { name: t('home') })).toBeVisible();
	await watcher.context().close();
});
