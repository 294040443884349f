// What the keyboard does at every table; whole games with it are played in by-ear.spec.ts.
import type { Page } from '@playwright/test';
import { expect, prefer, sitDown, test } from './fixtures';
import { aGame } from './games';
import { sight } from './player';
import { t } from './words';

/** What has the focus: its name, and whether it can be seen that it has it. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const element = document.activeElement as HTMLElement;
		// A card wears its ring on the turned face inside.
		const ring = [element, ...element.children].some((one) => getComputedStyle(one).outlineStyle !== 'none');
		// A heading is only where reading goes on: nothing can be done there.
		const still = element === document.body || element.matches('h1');
		return {
			label: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
			seen: still || (element.matches(':focus-visible') && ring),
			grouped: element.tabIndex === 0 && element.closest('[role="group"]') !== null,
		};
	});

/** With Tab, and inside a group with the arrows, to the thing of this name. False: it is not there (any more). */
async function walkTo(page: Page, label: string): Promise<boolean> {
	for (let keys = 0; keys < 30; keys++) {
		const now = await focused(page);
		expect(now.seen, `the focus on "${now.label}" can be seen`).toBe(true);
		if (now.label === label) return true;
		if (now.grouped) {
			const first = now.label;
			for (let steps = 0; steps < 24; steps++) {
				await page.keyboard.press('ArrowRight');
				const next = await focused(page);
				if (next.label === label) return true;
				if (next.label === first) break;
			}
		}
		await page.keyboard.press('Tab');
	}
	return false;
}

/** Everybody has always something to take up. */
const game = aGame((one) => one.together);

test('Escape puts a card back and closes a sheet, H helps, M mutes', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off', volume: 0.5 });
	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];
	await sitDown(page, server, game, chairs, { preset: 'first-time' });
	await expect(page.locator('.prompt.mine')).toBeVisible();
	const spot = (await sight(page)).spots.find((one) => one.pick)!;
	expect(await walkTo(page, spot.label)).toBe(true);
	await page.keyboard.press('Enter');
	const taken = page.locator('[data-place="hand"] [aria-pressed="true"]');
	await expect(taken).toHaveCount(1);
	await page.keyboard.press('Escape');
	await expect(taken).toHaveCount(0);

	await page.keyboard.press('h');
	const help = page.getByRole('dialog', { name: t('rules.title') });
	await expect(help).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(help).toHaveCount(0);

	const volume = () => page.evaluate(() => JSON.parse(localStorage.getItem('tailback.prefs') ?? '{}').volume as number);
	await page.keyboard.press('m');
	await expect.poll(volume).toBe(0);
	await page.keyboard.press('m');
	await expect.poll(volume).toBe(0.5);
});
