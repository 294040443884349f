// The moment in which a New Car brings somebody back: taken, let go, and missed.
import type { Page } from '@playwright/test';
import { open, playAhead, reach, seatOf } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
import { wordsOf } from '../../../../e2e/words';
import scenes from './scenes';

const GAME = 'pit_stop';
const log = (page: Page) => page.getByRole('log');
const words = wordsOf('en', GAME);
const button = (page: Page) => page.getByRole('button', { name: words.say('web.return') });
// A New Car is kept for the moment it is made for.
const quickly = { order: ['lay', 'car'], last: [...scenes.quick.last, 'new_car'] };
const options = { new_car_window: 'timed', rounds: 3, limit: 'rounds' };

test('a New Car brings the first one back', async ({ page, browser, server, complaints }) => {
	const goal = { kind: 'new_car', key: 'return', ...quickly };
	const mine = await reach({ browser, server, complaints }, page, GAME, options, goal);
	await expect(button(mine)).toHaveAttribute('data-can', 'true');
	await button(mine).click();
	await expect(log(mine)).toContainText(/back/);
	await mine.context().close();
});

test('without the card the button explains, and one lets go', async ({ page, browser, server, complaints }) => {
	const mine = await reach({ browser, server, complaints }, page, GAME, options, {
		kind: 'new_car',
		...quickly,
	});
	await expect(button(mine)).toBeVisible();
	await mine.getByRole('button', { name: words.say('actions.pass'), exact: true }).click();
	await expect(button(mine)).toHaveCount(0);
	await mine.context().close();
});

test('with a clock the moment passes', async ({ page, browser, server, complaints }) => {
	const place = { browser, server, complaints };
	const opened = await open(server, GAME, { ...options, window_seconds: 5 }, true);
	const pages = [await seatOf(place, opened, 0), await seatOf(place, opened, 1)];
	const seat = await playAhead(page, server, opened.table, opened.tokens, { kind: 'new_car', ...quickly });
	expect(seat).not.toBeNull();
	await expect(button(pages[seat!]!)).toHaveCount(0);
	for (const one of pages) await one.context().close();
});
