// The road has the room that die, cards and words leave it, in every language.
import { reach } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
import { faults, look } from '../../../../e2e/layout';

test('a long word on the button drives nothing off the screen', async ({ browser, server, puppets, complaints }) => {
	const page = await reach({ browser, server, puppets, complaints, prefs: { speed: 'off' } }, 'trafic_turbo', {
		stop: 0,
		moves: 24,
		kinds: ['step'],
	});
	await page.locator('.target').first().click();
	for (const size of ['768x1024', '1024x768', '1440x900', '390x844'] as const)
		for (const language of ['de', 'fi']) {
			await look(page, size, language, 1);
			await expect(page.locator('.go .button')).toBeVisible();
			expect(await faults(page), `${size} ${language}`).toEqual([]);
		}
	await page.context().close();
});
