// Questions that must be answered quickly: taken, let go, and missed; with a clock and without.
import type { Page } from '@playwright/test';
import { open, playAhead, reach, SLOW, seatOf } from './ahead';
import { expect, test } from './fixtures';
import { wordsOf } from './words';

const log = (page: Page) => page.getByRole('log');

test.describe('Took Over!', () => {
	const words = wordsOf('en', 'took_over');
	const button = (page: Page) => page.getByRole('button', { name: words.say('web.cut_in') });
	const shout = words.say('events.took_over').split('!')[0]!;
	const order = ['place', 'open', 'decline', 'done', 'pass'];

	test('without a clock a gap waits until it is cut into', async ({ page, browser, server, complaints }) => {
		const place = { browser, server, complaints };
		const mine = await reach(place, page, 'took_over', {}, { kind: 'take_over', key: 'take', order });
		await button(mine).click();
		await expect(log(mine)).toContainText(shout);
		await mine.context().close();
	});

	test('whoever has nothing that fits is told so, and lets it be', async ({ page, browser, server, complaints }) => {
		const place = { browser, server, complaints };
		const mine = await reach(place, page, 'took_over', {}, { kind: 'take_over', order });
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
			const opened = await open(server, 'took_over', { placeInterval: 6 }, true);
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
		const opened = await open(server, 'took_over', { placeInterval: 8 }, true);
		const pages = [await seatOf(place, opened, 0), await seatOf(place, opened, 1)];
		const seat = await playAhead(page, server, opened.table, opened.tokens, { kind: 'take_over', order });
		await expect(button(pages[seat!]!)).toBeVisible();
		await expect(button(pages[seat!]!)).toHaveCount(0);
		await expect(log(pages[1 - seat!]!)).not.toContainText(shout);
		for (const one of pages) await one.context().close();
	});
});

test.describe('Mau-Mau', () => {
	const words = wordsOf('en', 'mau_mau');
	const shout = (page: Page) => page.getByRole('button', { name: words.say('web.no_mau') });
	// Whoever lays the last card but one says nothing.
	const order = ['lay', 'lay_wild', 'draw', 'take', 'pass', 'keep'];
	const goal = { kind: 'catch', key: 'no_mau', order };

	test('a forgotten "mau" is caught', async ({ page, browser, server, complaints }) => {
		const mine = await reach({ browser, server, complaints }, page, 'mau_mau', { mauMode: 'catch' }, goal);
		await shout(mine).click();
		await expect(shout(mine)).toHaveCount(0);
		await expect(log(mine)).toContainText(words.say('web.no_mau'));
		await mine.context().close();
	});

	test('whoever remembers first cannot be caught any more', async ({ page, browser, server, complaints }) => {
		const place = { browser, server, complaints };
		let opened = await open(server, 'mau_mau', { mauMode: 'catch' }, false);
		let seat = await playAhead(page, server, opened.table, opened.tokens, goal);
		while (seat === null) {
			opened = await open(server, 'mau_mau', { mauMode: 'catch' }, false);
			seat = await playAhead(page, server, opened.table, opened.tokens, goal);
		}
		const [late, quick] = [await seatOf(place, opened, seat), await seatOf(place, opened, 1 - seat)];
		await expect(shout(late)).toBeVisible();
		await quick.getByRole('button', { name: words.say('web.mau'), exact: true }).click();
		await expect(shout(late)).toHaveCount(0);
		await expect(log(late)).not.toContainText(words.say('web.no_mau'));
		for (const one of [late, quick]) await one.context().close();
	});
});

test.describe('Pit Stop', () => {
	const words = wordsOf('en', 'pit_stop');
	const button = (page: Page) => page.getByRole('button', { name: words.say('web.return') });
	// A New Car is kept for the moment it is made for.
	const quickly = { order: ['lay', 'car'], last: [...SLOW, 'new_car'] };
	const options = { newCarWindow: 'timed', rounds: 3, limit: 'rounds' };

	test('a New Car brings the first one back', async ({ page, browser, server, complaints }) => {
		const goal = { kind: 'new_car', key: 'return', ...quickly };
		const mine = await reach({ browser, server, complaints }, page, 'pit_stop', options, goal);
		await expect(button(mine)).toHaveAttribute('data-can', 'true');
		await button(mine).click();
		await expect(log(mine)).toContainText(/back/);
		await mine.context().close();
	});

	test('without the card the button explains, and one lets go', async ({ page, browser, server, complaints }) => {
		const mine = await reach({ browser, server, complaints }, page, 'pit_stop', options, {
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
		const opened = await open(server, 'pit_stop', { ...options, windowSeconds: 5 }, true);
		const pages = [await seatOf(place, opened, 0), await seatOf(place, opened, 1)];
		const seat = await playAhead(page, server, opened.table, opened.tokens, { kind: 'new_car', ...quickly });
		expect(seat).not.toBeNull();
		await expect(button(pages[seat!]!)).toHaveCount(0);
		for (const one of pages) await one.context().close();
	});
});
