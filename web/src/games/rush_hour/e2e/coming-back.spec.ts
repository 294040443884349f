// A card that was only taken up is forgotten; what the others do meanwhile changes nothing of the own hand.
import { expect, faceOf, handOf, prefer, sitDown, test } from '../../../../e2e/fixtures';
import { tapOn } from '../../../../e2e/player';

test('a reload with a card in the hand: the same cards, the same question, nothing played', async ({
	page,
	context,
	server,
}) => {
	await prefer(context, { speed: 'off' });
	const { table } = await sitDown(page, server, 'rush_hour', [{ sitter: 'here', name: 'Mia' }, { sitter: 'bot' }]);
	await expect(page.locator('.prompt.mine')).toBeVisible();
	const cards = await handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')));
	await tapOn(page, '[data-piece^="card:"]');
	await expect(page.locator('[data-piece^="card:"][aria-pressed="true"]')).toHaveCount(1);
	// The robot seals its card meanwhile.
	await expect.poll(async () => (await faceOf(server, table.table)).v).toBeGreaterThan(table.v);
	const { v } = await faceOf(server, table.table);

	await page.reload();
	await expect(page.locator('.prompt.mine')).toBeVisible();
	await expect(page.locator('[data-piece^="card:"][aria-pressed="true"]')).toHaveCount(0);
	expect(await handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')))).toEqual(cards);
	expect((await faceOf(server, table.table)).v).toBe(v);
});
