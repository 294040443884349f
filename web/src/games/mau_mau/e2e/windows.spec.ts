// Who forgot to say "mau" can be caught, as long as they do not remember.
import type { Page } from '@playwright/test';
import { reach, seatOf } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
import type { Plan } from '../../../../e2e/scenes';
import { wordsOf } from '../../../../e2e/words';

const GAME = 'mau_mau';
const log = (page: Page) => page.getByRole('log');
const words = wordsOf('en', GAME);
const shout = (page: Page) => page.getByRole('button', { name: words.say('web.no_mau'), exact: true });
// Whoever lays the last card but one says nothing.
const order = ['lay', 'lay_wild', 'draw', 'take', 'pass', 'keep'];
const plan: Plan = {
	players: 2,
	preset: 'first-time',
	options: { mau_mode: 'catch' },
	kinds: ['catch'],
	key: 'no_mau',
	together: true,
	order,
};

test('a forgotten "mau" is caught', async ({ browser, server, puppets, complaints }) => {
	const mine = await reach({ browser, server, puppets, complaints }, GAME, plan);
	await shout(mine).click();
	await expect(shout(mine)).toHaveCount(0);
	await expect(log(mine)).toContainText(words.say('web.no_mau'));
	await mine.context().close();
});

test('whoever remembers first cannot be caught any more', async ({ browser, server, puppets, complaints }) => {
	const place = { browser, server, complaints };
	const position = await puppets.reach(GAME, plan);
	const seat = position.seat!;
	const [late, quick] = [await seatOf(place, position, seat), await seatOf(place, position, 1 - seat)];
	await expect(shout(late)).toBeVisible();
	await quick.getByRole('button', { name: words.say('web.mau'), exact: true }).click();
	await expect(shout(late)).toHaveCount(0);
	await expect(log(late)).not.toContainText(words.say('web.no_mau'));
	for (const one of [late, quick]) await one.context().close();
});
