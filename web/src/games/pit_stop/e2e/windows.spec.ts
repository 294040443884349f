// The moment in which a New Car brings somebody back: taken, let go, and missed.
import type { Page } from '@playwright/test';
import { reach, seatOf } from '../../../../e2e/ahead';
import { expect, test } from '../../../../e2e/fixtures';
import type { Plan } from '../../../../e2e/scenes';
import { wordsOf } from '../../../../e2e/words';
import scenes from './scenes';

const GAME = 'pit_stop';
const log = (page: Page) => page.getByRole('log');
const words = wordsOf('en', GAME);
const button = (page: Page) => page.getByRole('button', { name: words.say('web.return') });
// A New Car is kept for the moment it is made for.
const plan: Plan = {
	players: 2,
	preset: 'first-time',
	options: { new_car_window: 'timed', rounds: 3, limit: 'rounds' },
	kinds: ['new_car'],
	together: true,
	order: ['lay', 'car'],
	last: [...scenes.quick.last, 'new_car'],
};

test('a New Car brings the first one back', async ({ browser, server, puppets, complaints }) => {
	const mine = await reach({ browser, server, puppets, complaints }, GAME, { ...plan, word: 'duck', key: 'return' });
	await expect(button(mine)).toHaveAttribute('data-can', 'true');
	await button(mine).click();
	await expect(log(mine)).toContainText(/back/);
	await mine.context().close();
});

test('without the card the button explains, and one lets go', async ({ browser, server, puppets, complaints }) => {
	const mine = await reach({ browser, server, puppets, complaints }, GAME, { ...plan, without: 'return' });
	await expect(button(mine)).toBeVisible();
	await mine.getByRole('button', { name: words.say('actions.pass'), exact: true }).click();
	await expect(button(mine)).toHaveCount(0);
	await mine.context().close();
});

test('with a clock the moment passes', async ({ browser, server, puppets, complaints }) => {
	const place = { browser, server, complaints };
	const timed = { ...plan, options: { ...plan.options, window_seconds: 5 }, settings: { clock: true } };
	const dealt = await puppets.deal(GAME, timed);
	// Whoever comes now sees the question at once, and not first a whole round; its time begins with them.
	const mine = await seatOf(place, dealt, await puppets.play(GAME, dealt, timed));
	await expect(button(mine)).toBeVisible();
	await expect(button(mine)).toHaveCount(0);
	await mine.context().close();
});
