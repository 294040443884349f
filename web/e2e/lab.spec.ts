// The lab of whoever runs the server, with the real command behind it.
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { device, expect, prefer, test } from './fixtures';
import { t } from './words';

/** Studies are played one at a time: one that waits for another would take long. */
test.describe.configure({ mode: 'serial' });
// axe is evaluated in the page, which our own policy forbids.
test.use({ bypassCSP: true });
test.beforeEach(({ context }) => prefer(context, { theme: 'light' }));

const button = (page: Page, key: string, params = {}) =>
	page.getByRole('button', { name: t(`lab_room.${key}`, params), exact: true });
const list = (page: Page) => page.getByRole('navigation', { name: t('lab_room.all') }).getByRole('listitem');

/** The slider of matches stands on this number. */
async function matches(page: Page, wanted: string): Promise<void> {
	const slider = page.getByRole('slider', { name: t('lab_room.matches'), exact: false }).first();
	await slider.focus();
	await page.keyboard.press('Home');
	for (let steps = 0; steps < 20 && (await slider.getAttribute('aria-valuetext')) !== wanted; steps++) {
		await page.keyboard.press('ArrowRight');
	}
	await expect(slider).toHaveAttribute('aria-valuetext', wanted);
}

/** How wide the band of the first seat is, in points, as the table of the chart has it: the drawing grows with its scale. */
async function band(page: Page): Promise<number> {
	const said = /([\d.]+)–([\d.]+)/.exec((await page.locator('figure table').first().textContent()) ?? '');
	return said ? Number(said[2]) - Number(said[1]) : Number.NaN;
}

test('only the key opens it', async ({ page, server }) => {
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

test('a study is asked for, grows, ends and is kept', async ({ page, server, browser }) => {
	await page.goto(server.lab);
	await matches(page, '2,000');
	await button(page, 'start').click();
	await expect(page.getByRole('progressbar')).toBeVisible();
	await expect(page.locator('svg .lab-interval').first()).toBeVisible();
	const first = await band(page);
	await expect(list(page).first()).toContainText(t('lab_room.states.finished'), { timeout: 60_000 });
	await expect(page.getByRole('progressbar')).toHaveCount(0);
	await expect.poll(() => band(page)).toBeLessThan(first / 2);

	const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'report').click()]);
	const file = await saved.path();
	expect(saved.suggestedFilename()).toMatch(/\.html$/);
	expect(readFileSync(file, 'utf8')).toContain('<!doctype html>');
	// On a device that never saw this server.
	const context = await browser.newContext();
	const report = await context.newPage();
	await report.setContent(readFileSync(file, 'utf8'));
	await expect(report.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(report.locator('svg .lab-interval').first()).toBeVisible();
	await context.close();

	// Whoever comes back finds it; and more of the same makes the bands narrower still.
	await page.reload();
	await list(page).first().getByRole('button').first().click();
	await expect(page.locator('svg .lab-interval').first()).toBeVisible();
	const before = await band(page);
	await button(page, 'more', { matches: '5,000' }).click();
	await expect(page.getByRole('progressbar')).toBeVisible();
	await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
	await expect(list(page).first()).toContainText('5,000');
	await expect.poll(() => band(page)).toBeLessThan(before);
});

test('another is stopped, one waits for it, and both can be deleted', async ({ page, server }) => {
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

	for (const left of [2, 1]) {
		await list(page).first().getByRole('button').first().click();
		await button(page, 'remove').click();
		await button(page, 'sure').click();
		await expect(list(page)).toHaveCount(left);
	}
});

test('it fits a small phone, in German, and axe finds nothing', async ({ browser, server, complaints }) => {
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
	await expect(page.locator('.found')).toContainText('Partie', { timeout: 30_000 });
	await check('a study');
	await page.locator('header').getByRole('button').last().click();
	await page.locator('.rules > button').click();
	await page.getByRole('switch').last().click();
	await check('the form');
	await page.locator('header').getByRole('button').first().click();
	await check('the list');
	await page.evaluate(() => sessionStorage.clear());
	await page.goto(`${server.url}/lab`);
	await expect(page.locator('input')).toBeVisible();
	await check('the key');
});
