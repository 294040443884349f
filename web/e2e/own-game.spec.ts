// Somebody writes a game: what they save is on the screen at once, where they were, and what is wrong with it is said.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, handOf, prefer, sitDown } from './fixtures';
import { faults, look } from './layout';
import { openCover } from './player';
import { PYTHON, Server } from './server';
import { inWords, t } from './words';

const NAME = 'lane_rush';
const folder = mkdtempSync(join(tmpdir(), 'tailback-own-'));
const file = join(folder, `${NAME}.py`);
/** What is saved shows within two seconds; tests share their cores with others. In milliseconds. */
const SOON = 6000;

const test = base.extend({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from here
		async ({}, use) => {
			execFileSync(PYTHON, ['-m', 'tailback', 'new-game', NAME], { cwd: folder });
			const server = new Server({}, ['--game', file, '--watch']);
			await server.start();
			await use(server);
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
		{ scope: 'worker', timeout: 60_000 },
	],
});

test('what is saved shows at once, where everybody was, and a mistake is named', async ({ page, context, server }) => {
	const good = readFileSync(file, 'utf8');
	const save = (old: string, fresh: string) => {
		expect(good).toContain(old);
		writeFileSync(file, good.replace(old, fresh));
	};
	await prefer(context, { speed: 'off', lessons: [] });
	await page.goto(`${server.url}/new/${NAME}`);
	await page.getByRole('button', { name: t('new.choose') }).click();
	await expect(page.getByRole('heading', { name: t('new.who') })).toBeVisible();
	await expect(page.locator('a[href*="/lesson/"]')).toHaveCount(0);
	await sitDown(page, server, NAME, [
		{ sitter: 'here', name: 'Mia' },
		{ sitter: 'here', name: 'Ben' },
	]);
	await openCover(page);
	// Each drawn card has a number of its own behind what is printed on it.
	const held = () => handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')?.split('#')[0]));
	const cards = await held();
	expect(cards).toHaveLength(4);
	const trouble = page.locator('.trouble');

	// Words: the same person goes on looking at the same hand.
	const seen = page.evaluate(() => {
		const found = new Set<string>();
		const note = () => {
			if (document.querySelector('.cover')) found.add('a door');
			if (!document.querySelector('[data-game]')) found.add('no table');
		};
		new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
		return new Promise<string[]>((done) => Object.assign(window, { enough: () => done([...found]) }));
	});
	save('Play a higher card, or draw one.', 'Higher, please.');
	await expect(page.locator('.prompt')).toHaveText('Higher, please.', { timeout: SOON });
	await page.evaluate(() => (window as unknown as { enough(): void }).enough());
	expect(await seen).toEqual([]);
	expect(await held()).toEqual(cards);

	// A rule: nothing fits any more.
	save('card.number > self.lane.top().number or card.number == 1', 'False');
	await expect(page.locator('[data-place="hand"] [data-can="true"]')).toHaveCount(0, { timeout: SOON });
	await expect(handOf(page)).toHaveCount(4);

	// What Python does not understand: the table makes room for the words, in every language, and goes on.
	save('def set_up(self) -> None:', 'def set_up(self) -> None');
	const line = good.slice(0, good.indexOf('def set_up')).split('\n').length;
	await expect(trouble).toContainText(`${NAME}.py, line ${line}:`, { timeout: SOON });
	await expect(trouble).not.toContainText(folder);
	for (const [size, language] of [
		['360x740', 'de'],
		['844x390', 'fi'],
		['390x844', 'en'],
	] as const) {
		await look(page, size, language, 1);
		await expect(trouble).toContainText(inWords(language, 'table_trouble.goes_on'));
		expect(await faults(page), `${size} ${language}`).toEqual([]);
	}
	await trouble.getByRole('button', { name: t('close') }).click();
	await expect(trouble).toHaveCount(0);

	// A rule without an end, found as soon as it is saved; and all is well again.
	save('            self.put(move.what, self.hands[seat], self.lane)', '            while True:\n                pass');
	await expect(trouble).toContainText(inWords('en', 'table_trouble.goes_on'), { timeout: 10_000 });
	save('', '');
	await expect(trouble).toHaveCount(0, { timeout: 10_000 });
	await expect(page.locator('[data-place="hand"] [data-can="true"]').first()).toBeVisible();
});

test('its rules page and its help say something, also where nobody has written rules', async ({ page, server }) => {
	await page.goto(`${server.url}/rules/${NAME}`);
	// Tabs alone say nothing: a card, a clause, or the sentence that nobody has written any.
	await expect(page.locator('.rules :is(li, section, .none)').first()).toBeVisible();
});
