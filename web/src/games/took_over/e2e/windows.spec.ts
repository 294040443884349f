// A gap that others may cut into: taken, let go, and missed; with a clock and without.
import type { Page } from '@playwright/test';
import { open, playAhead, reach, seatOf } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
import { wordsOf } from '../../../../e2e/words';

const GAME = 'took_over';
const log = (page: Page) => page.getByRole('log');
const words = wordsOf('en', GAME);
const button = (page: Page) => page.getByRole('button', { name: words.say('web.cut_in') });
const shout = words.say('events.took_over').split('!')[0]!;
const order = ['place', 'open', 'decline', 'done', 'pass'];

test('without a clock a gap waits until it is cut into', async ({ page, browser, server, complaints }) => {
	const place = { browser, server, complaints };
	const mine = await reach(place, page, GAME, {}, { kind: 'take_over', key: 'take', order });
	await button(mine).click();
	await expect(log(mine)).toContainText(shout);
	await mine.context().close();
});

test('whoever has nothing that fits is told so, and lets it be', async ({ page, browser, server, complaints }) => {
	const place = { browser, server, complaints };
	const mine = await reach(place, page, GAME, {}, { kind: 'take_over', order });
	if ((await button(mine).getAttribute('data-can')) !== 'true') {
		await button(mine).click();
		await expect(mine.getByRole('status').filter({ hasText: words.say('not_so') })).toBeVisible();
		await mine.mouse.click(5, 5);
	}
	await mine.getByRole('button', { name: words.say('web.no'), exact: true }).click();
	await expect(button(mine)).toHaveCount(0);
	await expect(log(mine)).not.toContainText(shout);
	await mine.context().close();
});

test('with a clock: cut into in time', async ({ page, browser, server, complaints }) => {
	const place = { browser, server, complaints };
	const goal = { kind: 'take_over', key: 'take', order };
	for (let tries = 0; tries < 8; tries++) {
		const opened = await open(server, GAME, { place_interval: 6 }, true);
		const pages = [await seatOf(place, opened, 0), await seatOf(place, opened, 1)];
		const seat = await playAhead(page, server, opened.table, opened.tokens, goal);
		const cut =
			seat !== null &&
			(await button(pages[seat]!)
				.click({ timeout: 4000 })
				.then(
					() => true,
					() => false,
				));
		if (cut) await expect(log(pages[seat]!)).toContainText(shout);
		for (const one of pages) await one.context().close();
		if (cut) return;
	}
	throw new Error('never in time');
});

test('with a clock: missed, and the gap is closed', async ({ page, browser, server, complaints }) => {
	const place = { browser, server, complaints };
	const opened = await open(server, GAME, { place_interval: 8 }, true);
	const pages = [await seatOf(place, opened, 0), await seatOf(place, opened, 1)];
	const seat = await playAhead(page, server, opened.table, opened.tokens, { kind: 'take_over', order });
	await expect(button(pages[seat!]!)).toBeVisible();
	await expect(button(pages[seat!]!)).toHaveCount(0);
	await expect(log(pages[1 - seat!]!)).not.toContainText(shout);
	for (const one of pages) await one.context().close();
});
