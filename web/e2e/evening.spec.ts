// An evening: two games in a row at one device, its table of points, its trophies and the picture to keep.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { seatOf } from './ahead';
import { expect, faceOf, hasten, prefer, sitDown, test } from './fixtures';
import { aGame, scenesOf } from './games';
import { playOn } from './player';
import { t, wordsOf } from './words';

const THREE = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'here' as const, name: 'Ben' },
	{ sitter: 'bot' as const, name: 'Bo', level: '1' },
];
const title = t('evening.title');
const sheet = (page: Page) => page.getByRole('dialog', { name: title });
const result = (page: Page) => page.getByRole('region', { name: t('result.over') });
/** What stands in the table of points: name and points, the best first. */
const standings = (page: Page) =>
	sheet(page)
		.locator('ol > li')
		.evaluateAll((all) =>
			all.map((one) => [one.querySelector('.name')!.textContent, Number(one.getAttribute('data-points'))]),
		);

/** A sheet is fetched when it is opened. */
const stands = (page: Page, wanted: Awaited<ReturnType<typeof standings>>) =>
	expect.poll(() => standings(page)).toEqual(wanted);

test.beforeEach(({ context }) => prefer(context, { speed: 'off' }));

test('two games in a row on one device: points, trophies, and a picture as a file', { tag: '@chromium' }, async ({
	page,
	context,
	server,
	puppets,
}) => {
	await hasten(context);
	const first = aGame((game) => game.together);
	const { table, tokens } = await sitDown(page, server, first, THREE, {
		preset: 'first-time',
		settings: { clock: false },
	});
	await playOn(page);
	await expect(result(page)).toBeVisible();
	await expect(result(page).getByText(title), 'one game is no evening yet').toHaveCount(0);

	// Another game, with the same people at the same table.
	const second = aGame((game) => !game.hands);
	await result(page)
		.getByRole('button', { name: t('result.other') })
		.click();
	await page
		.getByRole('dialog')
		.getByRole('button', { name: wordsOf('en', second).say('name') })
		.click();
	await expect(page.getByRole('button', { name: t('lobby.start') })).toBeVisible();
	const mine = tokens.map((held) => held.token);
	await puppets.ask('POST', `/api/tables/${table.table}/again`, { preset: 'first-time', next_dealer: false }, mine);
	await page.getByRole('button', { name: t('lobby.start') }).click();
	await expect(page.locator('[data-game]')).toBeVisible();
	await playOn(page);
	await result(page)
		.getByRole('button', { name: t('evening.short') })
		.click();

	// The points are those of the places, and people have the crown.
	const { past } = await faceOf(server, table.table);
	expect(past.map((one) => one.game)).toEqual([first, second]);
	const worth = (place: number) => [10, 5, 0][place - 1]!;
	const sum = (seat: number) => past.reduce((all, one) => all + worth(one.places[seat]!), 0);
	await expect(sheet(page).getByText(t('evening.games', { n: 2 }))).toBeVisible();
	const shown = await standings(page);
	if (past.every((one) => new Set(one.places).size === 3))
		expect(Object.fromEntries(shown)).toEqual({ Mia: sum(0), Ben: sum(1), Bo: sum(2) });
	expect(shown.map(([, points]) => points)).toEqual(
		shown.map(([, points]) => points).sort((a, b) => Number(b) - Number(a)),
	);
	expect(await sheet(page).locator('li.crowned .name').allTextContents()).not.toContain('Bo');

	// Trophies are for both people, and say true sentences about them.
	const cups = sheet(page)
		.getByRole('region', { name: t('evening.trophies') })
		.locator('.said');
	await expect(cups.first()).toBeVisible();
	const said = (await cups.allTextContents()).join('\n');
	expect(said).toContain('Mia');
	expect(said).toContain('Ben');
	expect(said).not.toContain('Bo ');

	// The picture is a file, made here.
	await sheet(page)
		.getByRole('button', { name: t('evening.picture') })
		.click();
	const link = page.getByRole('link', { name: t('evening.save') });
	const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
	expect(download.suggestedFilename()).toMatch(/^tailback-\d{4}-\d\d-\d\d\.png$/);
	const file = readFileSync(await download.path());
	expect(file.subarray(1, 4).toString()).toBe('PNG');
	expect(file.readUInt32BE(16), 'wide').toBe(1080);
	expect(file.length).toBeGreaterThan(50_000);

	// It survives a reload, and is found from the door.
	await page.goto(server.url);
	await page.getByRole('button', { name: title }).click();
	await stands(page, shown);
	// It can be ended, and forgotten, and neither is for good at once.
	await sheet(page)
		.getByRole('button', { name: t('evening.end') })
		.click();
	await expect(sheet(page).getByRole('status')).toContainText(t('evening.crown', { who: '' }).trim());
	await sheet(page)
		.getByRole('button', { name: t('evening.forget') })
		.click();
	await expect(sheet(page).locator('ol')).toHaveCount(0);
	await sheet(page)
		.getByRole('button', { name: t('people.back') })
		.click();
	await stands(page, shown);
	await sheet(page)
		.getByRole('button', { name: t('evening.forget') })
		.click();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('button', { name: title })).toHaveCount(0);
});

test('phones know the games of the tables where they sit, also those from before they came; a watcher keeps nothing', async ({
	browser,
	server,
	puppets,
	complaints,
}) => {
	const game = aGame();
	const plan = { players: 3, preset: 'first-time', ...scenesOf(game).quick, stop: null };
	const table = await puppets.reach(game, plan);
	const first = await seatOf({ browser, server, complaints }, table, 0);
	await expect(result(first)).toBeVisible();
	const tokens = table.tokens.map((held) => held.token);
	await puppets.ask('POST', `/api/tables/${table.table.table}/again`, { deal: true, next_dealer: true }, tokens);
	await expect(puppets.play(game, table, plan), 'played to its end').rejects.toThrow('was over');

	const later = await seatOf({ browser, server, complaints }, table, 1);
	for (const phone of [first, later])
		await result(phone)
			.getByRole('button', { name: t('evening.short') })
			.click();
	await expect.poll(async () => (await standings(first)).length).toBe(3);
	await stands(later, await standings(first));
	const cups = (phone: Page) => sheet(phone).locator('.said');
	for (const phone of [first, later]) await expect(cups(phone).first()).toBeVisible();
	expect(await cups(later).allTextContents()).toEqual(await cups(first).allTextContents());

	const watcher = await seatOf({ browser, server, complaints }, table, 9);
	await expect(result(watcher)).toBeVisible();
	await expect(result(watcher).getByText(t('result.watching'))).toBeVisible();
	await expect(result(watcher).getByRole('button', { name: t('evening.short') })).toHaveCount(0);
	expect(await watcher.evaluate(() => localStorage.getItem('tailback.evening'))).toBeNull();
	for (const phone of [first, later, watcher]) await phone.context().close();
});
