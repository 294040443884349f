// A tap on what is not allowed says why, in the language of the person, and shows the rule.
import type { Page } from '@playwright/test';
import { reach } from './ahead';
import { expect, prefer, sitDown, test } from './fixtures';
import { GAMES, scenesOf } from './games';
import { inWords, wordsOf } from './words';

const CHAIRS = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];

/** The reason stands there, and its rule opens. */
async function told(page: Page, game: string, language: string): Promise<void> {
	const bubble = page.getByRole('status').filter({ hasText: inWords(language, 'not_so') });
	await expect(bubble).toBeVisible();
	const rule = bubble.getByRole('button', { name: inWords(language, 'show_rule') });
	await rule.click();
	const sheet = page.getByRole('dialog', { name: inWords(language, 'rules.title') });
	const clause = sheet.locator('li[aria-current="true"]');
	await expect(clause).toBeInViewport();
	const chapters = wordsOf(language, game).raw('rules') as { clauses: Record<string, string> }[];
	const id = (await clause.getAttribute('id'))!.replace('rule-', '');
	const words = chapters.map((chapter) => chapter.clauses[id]).find((found) => found !== undefined);
	await expect(clause).toContainText(words!);
	await page.keyboard.press('Escape');
	await expect(sheet).toHaveCount(0);
}

for (const game of GAMES) {
	const { language, plan, attempt } = scenesOf(game).refused;

	test(`${game}: why not, in ${language}, with the rule`, async ({
		page,
		context,
		browser,
		server,
		puppets,
		complaints,
	}) => {
		await prefer(context, { speed: 'off', language });
		let mine = page;
		if (plan) mine = await reach({ browser, server, puppets, complaints, prefs: { language } }, game, plan);
		else await sitDown(page, server, game, CHAIRS, { preset: 'first-time', settings: { clock: false } });
		await expect(mine.locator('.prompt.mine')).toBeVisible();
		await attempt(mine, language);
		await told(mine, game, language);
		if (plan) await mine.context().close();
	});
}
