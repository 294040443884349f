// A tap on what is not allowed says why, in the language of the person, and shows the rule.
import type { Page } from '@playwright/test';
import { reach } from './ahead';
import { expect, prefer, sitDown, test } from './fixtures';
import { step, tapOn } from './player';
import { inWords, wordsOf } from './words';

const CHAIRS = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'bot' as const }];
const UNFIT = '[data-piece^="card:"][data-can="false"]';

/** Play until a card is in the hand that may not be laid now. */
async function unfitCard(page: Page): Promise<void> {
	const unfit = page.locator(UNFIT);
	for (let turn = 0; turn < 40; turn++) {
		if ((await page.locator('.prompt.mine').count()) && (await unfit.count())) break;
		await step(page, turn);
	}
	expect(await tapOn(page, UNFIT)).toBe(true);
}

/** What cannot be done in each game, in a language each. */
const TRIES: [string, string, (page: Page, language: string) => Promise<void>][] = [
	['mau_mau', 'de', unfitCard],
	['pit_stop', 'fi', unfitCard],
	[
		'rush_hour',
		'de',
		async (page) => {
			// A lane, before any card is picked.
			expect(await tapOn(page, '[data-lane]')).toBe(true);
		},
	],
	[
		'traffic_memory',
		'fi',
		async (page, language) => {
			const closed = wordsOf(language, 'traffic_memory').say('web.place_closed', { place: 1 });
			await page.getByRole('button', { name: closed, exact: true }).click();
			const open = page.locator('[data-game] main button').first();
			await expect(open).not.toHaveAttribute('aria-label', closed);
			await open.click();
		},
	],
	[
		'trafic_turbo',
		'en',
		async (page) => {
			// A space that is not lit.
			expect(await tapOn(page, '[data-space]')).toBe(true);
		},
	],
];

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

for (const [game, language, attempt] of TRIES) {
	test(`${game}: why not, in ${language}, with the rule`, async ({ page, context, server }) => {
		await prefer(context, { speed: 'off', language });
		await sitDown(page, server, game, CHAIRS, { preset: 'first-time', settings: { clock: false } });
		await expect(page.locator('.prompt.mine')).toBeVisible();
		await attempt(page, language);

		await told(page, game, language);
	});
}

test('took_over: why not, in en, with the rule', async ({ page, browser, server, complaints }) => {
	// Somebody else's gap, and no card that fits into it.
	const goal = { kind: 'take_over', without: 'take', order: ['place', 'open', 'decline', 'done', 'pass'] };
	const mine = await reach({ browser, server, complaints }, page, 'took_over', {}, goal);
	await expect(mine.locator('.prompt.mine')).toBeVisible();
	expect(await tapOn(mine, UNFIT)).toBe(true);
	await told(mine, 'took_over', 'en');
	await mine.context().close();
});
