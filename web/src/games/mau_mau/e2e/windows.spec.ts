// Who forgot to say "mau" can be caught, as long as they do not remember.
import type { Page } from '@playwright/test';
import { open, playAhead, reach, seatOf } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
import { wordsOf } from '../../../../e2e/words';

const GAME = 'mau_mau';
const log = (page: Page) => page.getByRole('log');
const words = wordsOf('en', GAME);
const shout = (page: Page) => page.getByRole('button', { name: words.say('web.no_mau') });
// Whoever lays the last card but one says nothing.
const order = ['lay', 'lay_wild', 'draw', 'take', 'pass', 'keep'];
const goal = { kind: 'catch', key: 'no_mau', order };

test('a forgotten "mau" is caught', async ({ page, browser, server, complaints }) => {
	const mine = await reach({ browser, server, complaints }, page, GAME, { mau_mode: 'catch' }, goal);
	await shout(mine).click();
	await expect(shout(mine)).toHaveCount(0);
	await expect(log(mine)).toContainText(words.say('web.no_mau'));
	await mine.context().close();
});

test('whoever remembers first cannot be caught any more', async ({ page, browser, server, complaints }) => {
	const place = { browser, server, complaints };
	let opened = await open(server, GAME, { mau_mode: 'catch' }, false);
	let seat = await playAhead(page, server, opened.table, opened.tokens, goal);
	while (seat === null) {
		opened = await open(server, GAME, { mau_mode: 'catch' }, false);
		seat = await playAhead(page, server, opened.table, opened.tokens, goal);
	}
	const [late, quick] = [await seatOf(place, opened, seat), await seatOf(place, opened, 1 - seat)];
	await expect(shout(late)).toBeVisible();
	await quick.getByRole('button', { name: words.say('web.mau'), exact: true }).click();
	await expect(shout(late)).toHaveCount(0);
	await expect(log(late)).not.toContainText(words.say('web.no_mau'));
	for (const one of [late, quick]) await one.context().close();
});
