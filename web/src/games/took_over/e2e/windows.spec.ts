// A gap that others may cut into: taken, let go, and missed; with a clock and without.
import type { Page } from '@playwright/test';
import { reach, seatOf } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
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
