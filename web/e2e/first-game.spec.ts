// Somebody new: one tap from the door into a game that they begin, alone against gentle robots, and on to the own turn.
import { expect, faceOf, offered, prefer, test } from './fixtures';
import { GAMES } from './games';
import { playOn, sight } from './player';
import { t } from './words';

test.beforeEach(({ context }) => prefer(context, {}));

/** The one person, beside the gentlest robots, with the first of all rules. */
async function gentle(url: string, server: Parameters<typeof faceOf>[0]): Promise<void> {
	const face = await faceOf(server, url.split('/t/')[1]!);
	const made = (await offered(server)).games.find((one) => one.id === face.game)!;
	const [person, ...robots] = face.chairs;
	expect(person!.sitter).toBe('person');
	expect(robots.map((one) => [one.sitter, one.level])).toEqual(robots.map(() => ['bot', made.levels[0]]));
	expect(face.preset).toBe(Object.keys(made.presets).find((name) => !(name in made.editions)));
}

for (const game of GAMES) {
	test(`${game}: one tap at the door, and on to the own turn`, async ({ page, server }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.goto(server.url);
		const tile = page.locator('.tile', { has: page.locator(`a.game[href$="/new/${game}"]`) });
		await tile.locator('.now').click();
		await expect(page.locator('[data-game]')).toBeVisible();
		await gentle(page.url(), server);
		const mine = page.locator('.prompt.mine');
		await expect(mine).toBeVisible();
		// An answer, or more of them, until others are asked.
		await playOn(page, async () => (await page.locator('.help .on').count()) > 0);
		const on = page.getByRole('button', { name: t('waiting.go_on') });
		const next = mine.or(page.locator('.result h1')).first();
		// Whoever is asked meanwhile has no button any more.
		if (await on.isVisible()) await Promise.race([on.click().catch(() => {}), next.waitFor()]);
		await expect(next).toBeVisible();
		expect((await sight(page)).covered).toBe(false);
		// Who has played here is no longer new: the door asks them as it always did.
		await page.goto(server.url);
		await expect(page.locator('a.game')).toHaveCount(GAMES.length);
		await expect(page.locator('.now')).toHaveCount(0);
	});
}

test('a link to a game plays it with one tap, and offers everything to whoever wants to choose', async ({
	page,
	server,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`${server.url}/new/${GAMES[0]}`);
	const play = page.getByRole('button', { name: t('new.at_once') });
	await expect(play).toBeInViewport({ ratio: 1 });
	await page.getByRole('button', { name: t('new.choose') }).click();
	await expect(page.getByRole('heading', { name: t('new.who') })).toBeVisible();
	await expect(page.getByRole('heading', { name: t('new.how') })).toBeVisible();
	await page.reload();
	await play.click();
	await page.waitForURL(/\/t\//);
	await gentle(page.url(), server);
});
