// The lab of whoever runs the server, with the real command behind it. It saves files, which only Chromium tells of: the lab in other
// browsers is tried in `others/lab.spec.ts`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Locator, Page } from '@playwright/test';
import { device, expectComplaint, expect as expectSoon, prefer, test } from './fixtures';
import { GAMES } from './games';
import { PYTHON, Server } from './server';
import { inWords, t } from './words';

/** Studies are played one at a time, so one that waits for another would take long; and they come after all else that runs. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });
const expect = expectSoon.configure({ timeout: 120_000 });
// axe is evaluated in the page, which our own policy forbids.
test.use({ bypassCSP: true });
test.beforeEach(({ context }) => prefer(context, { theme: 'light' }));

const CHROMIUM = { tag: '@chromium' };
const button = (page: Page, key: string, params = {}) =>
	page.getByRole('button', { name: t(`lab_room.${key}`, params), exact: true });
const list = (page: Page) => page.getByRole('navigation', { name: t('lab_room.all') }).getByRole('listitem');

/** A slider stands on this number. */
async function slide(page: Page, key: string, wanted: string): Promise<void> {
	const slider = page.getByRole('slider', { name: t(`lab_room.${key}`), exact: false }).first();
	await slider.focus();
	await page.keyboard.press('Home');
	for (let steps = 0; steps < 20 && (await slider.getAttribute('aria-valuetext')) !== wanted; steps++) {
		await page.keyboard.press('ArrowRight');
	}
	await expect(slider).toHaveAttribute('aria-valuetext', wanted);
}

const matches = (page: Page, wanted: string) => slide(page, 'matches', wanted);

/** The form for a new study of this kind. */
async function ask(page: Page, kind: 'run' | 'sweep' | 'find'): Promise<void> {
	const chosen = page.getByRole('button', { name: t(`lab_room.kinds.${kind}.name`) });
	// Where there is no study yet, it is there at once.
	await expect(chosen.or(button(page, 'new'))).toBeVisible();
	if (!(await chosen.isVisible())) await button(page, 'new').click();
	await chosen.click();
}

/** Every chip of a group, by the key of its name. */
const chips = (page: Page, key: string): Locator =>
	page.getByRole('group', { name: t(`lab_room.${key}`) }).locator('> .chips > .chip');

/** The study that is open has come to its end. */
async function finished(page: Page): Promise<void> {
	await expect(page.getByRole('progressbar')).toHaveCount(0);
	await expect(list(page).first()).toContainText(t('lab_room.states.finished'));
}

/** Save the report, and look at it on a device that never saw this server. */
async function inReport(page: Page, browser: Browser, look: (report: Page) => Promise<void>): Promise<void> {
	const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'report').click()]);
	expect(saved.suggestedFilename()).toMatch(/\.html$/);
	const context = await browser.newContext();
	const report = await context.newPage();
	await report.setContent(readFileSync(await saved.path(), 'utf8'));
	await expect(report.getByRole('heading', { level: 1 })).toBeVisible();
	await look(report);
	await context.close();
}

/** How wide the band of the first seat is, in points, as the table of the chart has it: the drawing grows with its scale. */
async function band(page: Page): Promise<number> {
	const said = /([\d.]+)–([\d.]+)/.exec((await page.locator('figure table').first().textContent()) ?? '');
	return said ? Number(said[2]) - Number(said[1]) : Number.NaN;
}

test('only the key opens it', CHROMIUM, async ({ page, server }) => {
	await page.goto(server.url);
	await expect(page.getByRole('article').first()).toBeVisible();
	expect(await page.locator('a[href*="lab"]').count(), 'no link leads there').toBe(0);
	await page.goto(`${server.url}/lab`);
	const field = page.getByLabel(t('lab_room.key'));
	await field.fill('sesame');
	await button(page, 'enter').click();
	await expect(page.getByRole('alert').filter({ hasText: t('lab_room.no_key') })).toBeVisible();
	await field.fill('x'.repeat(22));
	await button(page, 'enter').click();
	await expect(page.getByRole('alert').filter({ hasText: t('refusals.lab_key') })).toBeVisible();
	await field.fill(server.lab);
	await button(page, 'enter').click();
	await expect(page.getByRole('heading', { name: t('lab_room.new') })).toBeVisible();
	// It stays for this tab, and nowhere that others see.
	const key = server.lab.split('#')[1]!;
	await page.reload();
	await expect(page.getByRole('heading', { name: t('lab_room.new') })).toBeVisible();
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(key);
	await page.goto('about:blank');
	await page.goto(server.lab);
	await expect(page.getByRole('heading', { name: t('lab_room.new') })).toBeVisible();
	expect(page.url()).toBe(`${server.url}/lab`);
});

test('a study is asked for, grows, ends and is kept', CHROMIUM, async ({ page, server, browser }) => {
	await page.goto(server.lab);
	await matches(page, '2,000');
	await button(page, 'start').click();
	await expect(page.getByRole('progressbar')).toBeVisible();
	await expect(page.locator('svg .lab-interval').first()).toBeVisible();
	const first = await band(page);
	await expect(list(page).first()).toContainText(t('lab_room.states.finished'));
	await expect(page.getByRole('progressbar')).toHaveCount(0);
	await expect.poll(() => band(page)).toBeLessThan(first / 2);

	await inReport(page, browser, (report) => expect(report.locator('svg .lab-interval').first()).toBeVisible());

	// Whoever comes back finds it; and more of the same makes the bands narrower still.
	await page.reload();
	await list(page).first().getByRole('button').first().click();
	await expect(page.locator('svg .lab-interval').first()).toBeVisible();
	const before = await band(page);
	await button(page, 'more', { matches: '5,000' }).click();
	await expect(page.getByRole('progressbar')).toBeVisible();
	await expect(page.getByRole('progressbar')).toHaveCount(0);
	await expect(list(page).first()).toContainText('5,000');
	await expect.poll(() => band(page)).toBeLessThan(before);
});

test(
	'set-ups are compared: bands close, and the end says what differs',
	CHROMIUM,
	async ({ page, server, browser }) => {
		await page.goto(server.lab);
		await ask(page, 'sweep');
		// Nothing is chosen yet: that is said, and nothing starts.
		await expect(page.getByText(t('lab_room.nothing_chosen'))).toBeVisible();
		await button(page, 'start').click();
		await expect(page.getByRole('progressbar')).toHaveCount(0);
		await chips(page, 'compare').first().click();
		const values = page.locator('[data-thing="players"] .chip');
		for (const value of await values.all()) {
			if ((await values.and(page.locator('[aria-pressed="true"]')).count()) > 1) break;
			if ((await value.getAttribute('aria-pressed')) === 'false') await value.click();
		}
		const two = { setups: '2', matches: '2,000' };
		await slide(page, 'matches_each', '1,000');
		await expect(page.getByText(t('lab_room.plan', two))).toBeVisible();
		await button(page, 'start').click();
		await expect(page.getByRole('progressbar')).toBeVisible();
		const beside = page.locator('[data-chart="beside.seats.0"]');
		await expect(beside.locator('.lab-interval')).toHaveCount(2);
		const first = await band(page);
		await finished(page);
		await expect(page.locator('.found li').first()).toBeVisible();
		const difference = page.locator('[data-chart="difference.seats.0"]');
		await expect(difference.locator('.lab-interval')).toHaveCount(1);
		await expect(beside).toHaveCount(0);
		// The chart of one set-up alone still has the band that closed.
		const last = /([\d.]+)–([\d.]+)/.exec((await page.locator('[data-chart="seats"] table').textContent()) ?? '')!;
		expect(Number(last[2]) - Number(last[1])).toBeLessThan(first);
		await inReport(page, browser, async (report) => {
			await expect(report.locator('[data-chart="difference.seats.0"]')).toBeVisible();
			await expect(report.locator('.found li').first()).toBeVisible();
		});
		// The same again, with something else.
		await button(page, 'again').click();
		await expect(page.getByText(t('lab_room.plan', two))).toBeVisible();
		await expect(page.locator('[data-thing="players"]')).toBeVisible();
	},
);

test('too much at once is refused in words, and nothing is lost', CHROMIUM, async ({ page, server, complaints }) => {
	await page.goto(server.lab);
	await ask(page, 'sweep');
	for (const chip of (await chips(page, 'compare').all()).slice(0, 5)) await chip.click();
	const left = page.locator('[data-thing] .chip[aria-pressed="false"]');
	for (let values = await left.count(); values > 0; values--) await left.first().click();
	await slide(page, 'matches_each', '1,000,000');
	const alert = page.getByRole('alert').filter({ hasText: /\d/ });
	await expect(alert).toBeVisible();
	const chosen = await page.locator('[data-thing] .chip[aria-pressed="true"]').count();
	await button(page, 'start').click();
	await expect(page.getByRole('progressbar')).toHaveCount(0);
	expect(await page.locator('[data-thing] .chip[aria-pressed="true"]').count()).toBe(chosen);
	await page.locator('[data-thing="players"] .chip').first().click();
	expectComplaint(complaints, /422/);
});

test('a search shows its front as it grows', CHROMIUM, async ({ page, server, browser }) => {
	await page.goto(server.lab);
	await ask(page, 'find');
	// Some house rules, so that hardly any set-up is tried twice.
	for (const chip of (await chips(page, 'may_change').all()).slice(0, 3)) await chip.click();
	await slide(page, 'trials', '20');
	await slide(page, 'matches_each', '100');
	await expect(page.getByText(t('lab_room.plan_find', { setups: '20', matches: '2,000' }))).toBeVisible();
	await button(page, 'start').click();
	const points = page.locator('[data-chart="front"] svg > g circle, [data-chart="front"] svg > circle');
	await expect.poll(() => points.count()).toBeGreaterThan(2);
	const first = await points.count();
	await finished(page);
	await expect.poll(() => points.count()).toBeGreaterThan(first);
	await expect(page.locator('.best tbody tr').first()).toBeVisible();
	// One of the best, with all its charts.
	await page.getByRole('radio').last().check({ force: true });
	await expect(page.locator('[data-chart="seats"]')).toBeVisible();
	await inReport(page, browser, (report) => expect(report.locator('[data-chart="front"]')).toBeVisible());
	await expect(button(page, 'more_trials', { trials: '40' })).toBeVisible();
	await button(page, 'remove').click();
	await button(page, 'sure').click();
});

test('without Optuna a search says what is missing', CHROMIUM, async ({ page, complaints }) => {
	const folder = mkdtempSync(join(tmpdir(), 'tailback-bare-'));
	writeFileSync(join(folder, 'sitecustomize.py'), "import sys; sys.modules['optuna'] = None");
	const bare = new Server({ PYTHONPATH: [folder, process.env.PYTHONPATH ?? ''].filter(Boolean).join(':') });
	await bare.start();
	await page.goto(bare.lab);
	await ask(page, 'find');
	await expect(page.getByText(t('refusals.needs_optuna'))).toBeVisible();
	await expect(button(page, 'start')).toHaveCount(0);
	await ask(page, 'sweep');
	await expect(button(page, 'start')).toBeVisible();
	await bare.stop();
	rmSync(folder, { recursive: true });
	// It is another port than the server of all tests; and where the page is slow, the search itself is asked about and refused.
	expectComplaint(complaints, /asked 127\.0\.0\.1|ERR_CONNECTION_REFUSED|409 \(Conflict\)/);
});

test(
	'studies of the terminal are here, and those from here in the terminal',
	CHROMIUM,
	async ({ page, server, browser }) => {
		const env = { ...process.env, XDG_DATA_HOME: server.data, LANG: 'C.UTF-8' };
		const tailback = (...words: string[]) =>
			execFileSync(PYTHON, ['-m', 'tailback', ...words, '--lang', 'en'], { env, encoding: 'utf8', stdio: 'pipe' });
		const folder = join(server.data, 'tailback', 'studies');
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'poem.study'), 'Roses are red');
		tailback('lab', GAMES[0]!, '--matches', '60', '--watch', '10', '--follow', '1');
		await page.goto(server.lab);
		await expect(list(page).first()).toContainText(t('lab_room.states.kept'));
		await page.getByText(t('lab_room.left_files', { n: 1 })).click();
		await expect(page.getByText(/poem\.study/)).toBeVisible();
		await list(page).first().getByRole('button').first().click();
		await expect(page.locator('svg .lab-interval').first()).toBeVisible();
		await expect(button(page, 'remove')).toHaveCount(0);
		await inReport(page, browser, (report) => expect(report.locator('[data-chart="seats"]')).toBeVisible());
		// Beside one of our own.
		await list(page).nth(1).getByRole('button').nth(1).click();
		await expect(page.getByRole('article')).toHaveCount(2);
		await list(page).first().getByRole('button').nth(1).click();
		await page.getByText(t('lab_room.in_terminal')).click();
		const command = (await page.locator('details pre').innerText()).trim();
		expect(command).toMatch(/^tailback lab show \/.*\.study$/);
		expect(tailback(...command.split(' ').slice(1))).toContain('matches of each set-up');
		rmSync(folder, { recursive: true });
		await expect(page.getByText(t('lab_room.states.kept'))).toHaveCount(0);
	},
);

test('another is stopped, one waits for it, and both can be deleted', CHROMIUM, async ({ page, server }) => {
	await page.goto(server.lab);
	await expect(list(page).first()).toContainText(t('lab_room.states.finished'));
	for (const _ of [1, 2]) {
		await button(page, 'new').click();
		await matches(page, '1,000,000');
		await button(page, 'start').click();
	}
	await expect(page.getByText(t('lab_room.in_line'))).toBeVisible();
	await button(page, 'stop').click();
	await expect(list(page).first()).toContainText(t('lab_room.states.stopped'));
	await list(page).nth(1).getByRole('button').first().click();
	await expect(page.locator('svg .lab-interval').first()).toBeVisible();
	await button(page, 'stop').click();
	await expect(list(page).nth(1)).toContainText(t('lab_room.states.stopped'));
	await expect(button(page, 'go_on')).toBeVisible();

	// Two side by side.
	await list(page).nth(2).getByRole('button').nth(1).click();
	await expect(page.getByRole('article')).toHaveCount(2);
	await list(page).nth(2).getByRole('button').nth(1).click();

	for (const left of [3, 2]) {
		await list(page).first().getByRole('button').first().click();
		await button(page, 'remove').click();
		await button(page, 'sure').click();
		await expect(list(page)).toHaveCount(left);
	}
});

test('it fits a small phone, in German, and axe finds nothing', CHROMIUM, async ({ browser, server, complaints }) => {
	const page = await device(
		browser,
		server,
		complaints,
		{ viewport: { width: 360, height: 740 }, bypassCSP: true },
		{ language: 'de', theme: 'dark' },
	);
	await page.goto(server.lab);
	const check = async (what: string) => {
		const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
		const said = found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
		expect.soft(said, what).toEqual([]);
		const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect.soft(wide, what).toBeLessThanOrEqual(0);
	};
	await page.getByRole('listitem').first().getByRole('button').first().click();
	// Its sentences were written in English, and are asked for once more.
	await expect(page.locator('.found')).toContainText('Partie');
	await check('a study');
	await page.locator('header').getByRole('button').last().click();
	await page.locator('.rules > button').click();
	await page.getByRole('switch').last().click();
	await check('the form');
	for (const kind of ['sweep', 'find']) {
		await page.getByRole('button', { name: inWords('de', `lab_room.kinds.${kind}.name`) }).click();
		if (kind === 'sweep')
			for (const n of [0, 1, 2, 3]) await page.locator('form .chips').nth(2).locator('> .chip').nth(n).click();
		await check(`the form: ${kind}`);
	}
	await page.locator('header').getByRole('button').first().click();
	await check('the list');
	await page.evaluate(() => sessionStorage.clear());
	await page.goto(`${server.url}/lab`);
	await expect(page.locator('input')).toBeVisible();
	await check('the key');
});

test('with letters twice as large nothing sticks out', CHROMIUM, async ({ browser, server, complaints }) => {
	const size = { viewport: { width: 360, height: 740 } };
	const page = await device(browser, server, complaints, size, { language: 'fi', size: 2 });
	await page.goto(server.lab);
	const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	await page.getByRole('listitem').first().getByRole('button').first().click();
	await expect(page.locator('svg .lab-interval').first()).toBeVisible();
	expect.soft(await wide(), 'a study').toBeLessThanOrEqual(0);
	await page.locator('header').getByRole('button').last().click();
	for (const kind of ['run', 'sweep', 'find']) {
		await page.getByRole('button', { name: inWords('fi', `lab_room.kinds.${kind}.name`) }).click();
		expect.soft(await wide(), kind).toBeLessThanOrEqual(0);
	}
});
