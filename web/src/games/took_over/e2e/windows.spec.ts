// A gap that others may cut into: taken, let go, and missed; with a clock and without.
import type { Page } from '@playwright/test';
import { reach, seatOf } from '../../../../e2e/ahead';
import { expect, hold, prefer, test } from '../../../../e2e/fixtures';
import { openCover } from '../../../../e2e/player';
import type { Plan } from '../../../../e2e/scenes';
import { wordsOf } from '../../../../e2e/words';

const GAME = 'took_over';
const log = (page: Page) => page.getByRole('log');
const words = wordsOf('en', GAME);
const button = (page: Page) => page.getByRole('button', { name: words.say('web.cut_in') });
const shout = words.say('events.took_over').split('!')[0]!;
const plan: Plan = {
	players: 2,
	preset: 'first-time',
	kinds: ['take_over'],
	order: ['place', 'open', 'decline', 'done', 'pass'],
};
const timed = (seconds: number, more: Plan): Plan => ({
	...plan,
	...more,
	options: { place_interval: seconds },
	settings: { clock: true },
});

test('without a clock a gap waits until it is cut into', async ({ browser, server, puppets, complaints }) => {
	const place = { browser, server, puppets, complaints };
	const mine = await reach(place, GAME, { ...plan, key: 'take' });
	await button(mine).click();
	await expect(log(mine)).toContainText(shout);
	await mine.context().close();
});

test('at one device a no needs no door, and whoever is on turn goes on', async ({ page, server, puppets, context }) => {
	const position = await puppets.reach(GAME, plan);
	const active = 1 - position.seat!;
	await prefer(context, { speed: 'off' });
	await hold(context, position.table.table, position.tokens);
	await page.goto(`${server.url}/t/${position.table.table}`);
	const names = wordsOf(
		'en',
		GAME,
		position.table.chairs.map((chair) => chair.name),
	);
	const goesOn = page.getByRole('button', { name: names.say('web.goes_on', { seat: active }) });
	const cuts = page.getByRole('button', { name: names.say('web.cuts_in', { seat: position.seat! }) });
	await expect(cuts).toBeVisible();
	await goesOn.click();
	await openCover(page);
	await page.locator('[data-piece^="card:"][data-can="true"]').first().click();
	await page.locator('[data-piece^="card:"][aria-pressed="true"]').click();
	// What was laid stands in the strip and is marked; the neighbour is asked without a door, and none stands before the next card.
	await expect(page.locator('[data-last="true"]')).toHaveCount(1);
	await expect(cuts).toBeVisible();
	await goesOn.click();
	await expect(page.locator('.prompt.mine')).toBeVisible();
	await expect(page.locator('.cover')).toHaveCount(0);
});

test('whoever has nothing that fits is told so, and lets it be', async ({ browser, server, puppets, complaints }) => {
	const place = { browser, server, puppets, complaints };
	const mine = await reach(place, GAME, { ...plan, without: 'take' });
	await button(mine).click();
	await expect(mine.getByRole('status').filter({ hasText: words.say('not_so') })).toBeVisible();
	await mine.mouse.click(5, 5);
	await mine.getByRole('button', { name: words.say('web.no'), exact: true }).click();
	await expect(button(mine)).toHaveCount(0);
	await expect(log(mine)).not.toContainText(shout);
	await mine.context().close();
});

test('with a clock: cut into in time', async ({ browser, server, puppets, complaints }) => {
	const place = { browser, server, puppets, complaints };
	const soon = timed(8, { key: 'take' });
	const dealt = await puppets.deal(GAME, soon);
	const pages = [await seatOf(place, dealt, 0), await seatOf(place, dealt, 1)];
	const mine = pages[await puppets.play(GAME, dealt, soon)]!;
	await button(mine).click();
	await expect(log(mine)).toContainText(shout);
	for (const one of pages) await one.context().close();
});

test('with a clock: missed, and the gap is closed', async ({ browser, server, puppets, complaints }) => {
	const place = { browser, server, puppets, complaints };
	const late = timed(8, {});
	const dealt = await puppets.deal(GAME, late);
	const pages = [await seatOf(place, dealt, 0), await seatOf(place, dealt, 1)];
	const seat = await puppets.play(GAME, dealt, late);
	await expect(button(pages[seat]!)).toBeVisible();
	await expect(button(pages[seat]!)).toHaveCount(0);
	await expect(log(pages[1 - seat]!)).not.toContainText(shout);
	for (const one of pages) await one.context().close();
});
