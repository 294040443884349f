// Two people, one tablet, a whole game: it changes hands only for somebody who has something to choose.
import { expect, expectComplaint, handOf, hasten, prefer, sitDown, test } from '../../../../e2e/fixtures';
import { count, openCover, sight, step, tapOn, tapWhenThere } from '../../../../e2e/player';
import { Server } from '../../../../e2e/server';
import { t } from '../../../../e2e/words';

/** The first deal of a server, which is always the same, took 32 when whoever could only pass was called as well. */
const MOST = 18;

test('nobody is called only to pass', async ({ page, context, complaints }) => {
	test.setTimeout(180_000);
	await prefer(context, { speed: 'off' });
	await hasten(context);
	const people = [
		{ sitter: 'here' as const, name: 'Mia' },
		{ sitter: 'here' as const, name: 'Ben' },
	];
	// One that has dealt to nobody before.
	const own = new Server();
	await own.start();
	await sitDown(page, own, 'took_over', people, {
		preset: 'family',
		options: { each_begins: 0 },
		settings: { clock: false },
	});
	let doors = 0;
	let over = false;
	// Which game they play does not depend on how often they look.
	let taps = 0;
	for (let looks = 0; looks < 1000 && !over; looks++) {
		const now = await sight(page);
		over = now.over;
		if (now.covered) {
			await openCover(page);
			doors++;
		} else if (await count(page, '.asks')) await tapOn(page, '.asks .button:not(.main)');
		else if (!over && (await step(page, taps)) === 'tapped') taps++;
	}
	await page.close();
	await own.stop();
	expectComplaint(complaints, /asked 127\.0\.0\.1/);
	expect(over).toBe(true);
	expect(doors).toBeGreaterThan(1);
	expect(doors).toBeLessThanOrEqual(MOST);
});

test('two who were here before: four taps from the address to the first card', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off' });
	const cards = async () => (await handOf(page).count()) || null;
	let taps = 0;
	const tap = async (what: string) => {
		taps += 1;
		await tapWhenThere(page, what);
	};
	const play = async () => {
		await expect(page.locator('.cover button')).toBeVisible();
		taps += 1;
		await openCover(page);
		await expect.poll(cards).not.toBeNull();
		const before = await cards();
		await tap('.hand [data-lit="true"]');
		await tap('.buttons .button.main');
		await expect.poll(cards).not.toBe(before);
	};
	// The first time they say how many they are.
	await page.goto(`${server.url}/new/took_over`);
	await page.getByRole('button', { name: t('new.choose') }).click();
	const us = page.getByRole('group', { name: t('new.us') });
	await us.getByRole('button', { name: '2', exact: true }).click();
	await page.getByRole('button', { name: t('new.start'), exact: true }).click();
	await play();

	taps = 0;
	await page.goto(server.url);
	await tap('.tile:has(a[href$="/new/took_over"]) .now');
	await page.waitForURL(/\/t\//);
	await play();
	expect(taps).toBe(4);
});
