// What one tap does at the circuit, whose road is seen, and what a card says of itself.
import { reach } from '../../../../e2e/ahead';
import { expect, prefer, sitDown, test } from '../../../../e2e/fixtures';
import { step } from '../../../../e2e/player';
import { t, wordsOf } from '../../../../e2e/words';
import scenes from './scenes';

const words = wordsOf('en', 'trafic_turbo', ['Mia', 'Ada']);
const chairs = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'bot' as const, name: 'Ada' },
];
const first = { preset: 'first-time', settings: { clock: false } };

test('a first tap shows, a second does; the road follows whoever drives; a card explains itself', async ({
	page,
	context,
	server,
}) => {
	await prefer(context, { speed: 'off' });
	await sitDown(page, server, 'trafic_turbo', chairs, first);
	const prompt = page.locator('.prompt');
	await expect(prompt).toHaveText(words.say('web.prompts.place'));
	const arrow = page.getByRole('button', { name: /^Start arrow/ }).first();
	const name = await arrow.getAttribute('aria-label');
	await arrow.focus();
	await page.keyboard.press('Enter');
	await expect(prompt).toHaveText(words.say('web.chosen', { what: name }));
	await expect(page.getByRole('log')).toContainText(words.say('web.chosen', { what: name }));
	await page.keyboard.press('Enter');
	await expect(arrow).toHaveCount(0);

	// Others drive: their road is seen, and says so.
	const whose = page.getByText(words.say('web.doing.step', { seat: 1 }), { exact: true });
	const used = page.getByRole('button', { name: /^Discard pile/ });
	let followed = false;
	for (let turn = 0; turn < 40 && !(followed && (await used.count())); turn++) {
		await step(page, turn);
		followed ||= (await whose.count()) > 0;
	}
	expect(followed).toBe(true);

	// The next question would take it away.
	await expect(page.locator('.prompt.mine')).toBeVisible();
	await used.click();
	const bubble = page.getByRole('status').filter({ has: page.getByRole('button', { name: t('show_rule') }) });
	await expect(bubble).toContainText(/(Turbo|Traffic|Police|Skid|Mirror|Warning|Maneuver)/);
	await bubble.getByRole('button', { name: t('show_rule') }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
});

test('whoever is quick drives with one tap', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off', quick: true });
	await sitDown(page, server, 'trafic_turbo', chairs, first);
	const arrow = page.getByRole('button', { name: /^Start arrow/ }).first();
	await arrow.focus();
	await page.keyboard.press('Enter');
	await expect(arrow).toHaveCount(0);
});

test('on a phone the Police is sent to a station beside the road', async ({ browser, server, puppets, complaints }) => {
	const plan = { ...scenes.shown.questions.police, stop: 0, kinds: ['police'] };
	const page = await reach({ browser, server, puppets, complaints, prefs: { speed: 'off' } }, 'trafic_turbo', plan);
	await page.setViewportSize({ width: 360, height: 740 });
	const station = page.locator('.tabs').getByRole('button');
	// Along the whole circuit, if need be.
	for (let i = 0; i < 20 && !(await station.count()); i++)
		await page.getByRole('button', { name: words.say('web.look_on') }).click();
	const name = await station.first().getAttribute('aria-label');
	await station.first().click();
	await expect(page.locator('.prompt')).toHaveText(words.say('web.chosen', { what: name }));
	await page.getByRole('button', { name: words.say('web.send_here') }).click();
	await expect(page.locator('.tabs').getByRole('button')).toHaveCount(0);
	await page.context().close();
});

test('the die waits for the hand of whoever rolls, by tap or key', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off' });
	await sitDown(page, server, 'trafic_turbo', chairs, first);
	const die = page.locator('button.die');
	const words = wordsOf('en', 'trafic_turbo').say('web.roll', { seat: 0, several: false });
	for (const roll of [() => die.click(), () => die.press('Enter')]) {
		for (let turn = 0; turn < 60 && !(await die.isVisible()); turn++) await step(page, turn);
		await expect(die).toHaveAccessibleName(words);
		await expect(page.locator('.prompt.mine')).toHaveText(words);
		await roll();
		await expect(die).toBeHidden();
	}
});
