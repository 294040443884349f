// Two people, one tablet: a door between their hands.
import { expect, handOf, hasten, prefer, sitDown, test } from './fixtures';
import { aGame } from './games';
import { openCover, playOn, sight, step, untilCovered } from './player';
import { t, wordsOf } from './words';

const TWO = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'here' as const, name: 'Ben' },
];
const turnOf = (seat: number) => wordsOf('en', '', ['Mia', 'Ben']).say('cover.turn', { seat });

test.beforeEach(({ context }) => prefer(context, { speed: 'off' }));

test('no card is drawn before its owner holds the door open, and the next door closes it again', async ({
	page,
	server,
}) => {
	await sitDown(
		page,
		server,
		aGame((game) => game.hands && !game.together),
		TWO,
		{ preset: 'first-time', settings: { clock: false } },
	);
	const cover = page.getByRole('dialog');
	await expect(cover).toBeVisible();
	const first = (await cover.getByRole('heading').textContent()) === turnOf(0) ? 0 : 1;
	await expect(cover.getByRole('heading')).toHaveText(turnOf(first));
	await expect(handOf(page)).toHaveCount(0);

	// A tap is not enough.
	await cover.getByRole('button').click();
	await expect(cover.getByText(t('cover.longer'))).toBeVisible();
	await expect(handOf(page)).toHaveCount(0);

	await openCover(page);
	await expect(handOf(page).first()).toBeVisible();
	await untilCovered(page);
	await expect(cover.getByRole('heading')).toHaveText(turnOf(1 - first));
	await expect(handOf(page)).toHaveCount(0);
	expect(await page.locator('[data-game]').evaluate((frame) => frame.closest('[inert]') !== null)).toBe(true);
});

test('both choose in secret, one after the other, and a whole game comes to its end', async ({
	page,
	context,
	server,
}) => {
	await hasten(context);
	await sitDown(
		page,
		server,
		aGame((game) => game.together),
		TWO,
		{ preset: 'first-time', settings: { clock: false } },
	);
	const cover = page.getByRole('dialog');
	await expect(cover.getByRole('heading')).toHaveText(turnOf(0));
	await openCover(page);
	await untilCovered(page);
	await expect(cover.getByRole('heading')).toHaveText(turnOf(1));
	await playOn(page);
	await expect(page.getByRole('region', { name: t('result.over') })).toBeVisible();
});

test('where nobody has a hand there is no door', async ({ page, server }) => {
	await sitDown(
		page,
		server,
		aGame((game) => !game.hands),
		TWO,
		{ preset: 'first-time' },
	);
	await expect(page.locator('.prompt.mine')).toBeVisible();
	for (let turn = 0; turn < 12; turn++) {
		await step(page, turn);
		expect((await sight(page)).covered).toBe(false);
	}
});
