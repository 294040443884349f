// A tablet as the table, phones as hands: who sees what, and how a chair changes hands.
import type { Page } from '@playwright/test';
import { device, expect, faceOf, handOf, hold, openTable, prefer, test } from './fixtures';
import { aGame, scenesOf } from './games';
import { openCover, playOn, sight, step, untilCovered } from './player';
import { t } from './words';

const game = aGame((one) => one.together);
const { cards: CARDS, options } = scenesOf(game).together!;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function sitAs(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	await takeChair(page, name);
}

async function takeChair(page: Page, name: string): Promise<void> {
	const sheet = page.getByRole('dialog');
	const field = sheet.getByRole('textbox');
	await expect(field).not.toHaveValue('');
	await field.fill(name);
	await sheet.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	await expect(sheet).toHaveCount(0);
}

const cardsOf = (page: Page) =>
	handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece') ?? ''));

/** One card from each phone, and every lane that is asked for, until the next question to all. */
async function round(phones: Page[]): Promise<void> {
	const before = await Promise.all(phones.map((phone) => handOf(phone).count()));
	await expect
		.poll(
			async () => {
				for (const [i, phone] of phones.entries()) {
					const now = await sight(phone);
					const laid = (await handOf(phone).count()) < before[i]!;
					if (now.asked && !laid) await step(phone, 0);
				}
				const left = await Promise.all(phones.map((phone) => handOf(phone).count()));
				return left.every((count, i) => count < before[i]!);
			},
			{ timeout: 40_000 },
		)
		.toBe(true);
}

test('a tablet and two phones play a round; a chair is handed over, given to a robot and taken back', async ({
	page: tablet,
	context,
	browser,
	server,
	complaints,
}) => {
	await prefer(context, { speed: 'off' });
	const { table, tokens } = await openTable(server, {
		game,
		chairs: [{ sitter: 'open' }, { sitter: 'open' }],
		preset: 'first-time',
		options,
		settings: { clock: false, pace_ms: 0 },
	});
	await hold(context, table.table, tokens);
	await tablet.goto(`${server.url}/t/${table.table}`);
	await expect(
		tablet.getByRole('img', { name: t('lobby.spelled', { code: [...table.code!].join(' ') }) }),
	).toBeVisible();

	const mia = await device(browser, server, complaints, PHONE);
	await mia.goto(server.url);
	await mia.getByRole('link', { name: t('door.join') }).click();
	await mia.getByRole('textbox', { name: t('join.label') }).fill(table.code!.toLowerCase());
	await sitAs(mia, 'Mia');
	const ben = await device(browser, server, complaints, PHONE);
	await ben.goto(table.link);
	await sitAs(ben, 'Ben');
	await expect(tablet.getByText(t('lobby.all_here'))).toBeVisible();
	await tablet.getByRole('button', { name: t('lobby.start'), exact: true }).click();

	// Each phone has its own hand; the tablet has none.
	await expect(handOf(mia)).toHaveCount(CARDS);
	await expect(handOf(ben)).toHaveCount(CARDS);
	const [hers, his] = [await cardsOf(mia), await cardsOf(ben)];
	expect(hers.filter((card) => his.includes(card))).toEqual([]);
	await expect(tablet.locator('[data-game]')).toBeVisible();
	await expect(handOf(tablet)).toHaveCount(0);
	for (const card of [...hers, ...his]) expect(await tablet.locator(`[data-piece="${card}"]`).count()).toBe(0);
	await expect(tablet.getByRole('button', { name: new RegExp(`code ${table.code}`) })).toBeVisible();

	await round([mia, ben]);
	await expect(handOf(mia)).toHaveCount(CARDS - 1);
	await expect(tablet.getByRole('button', { name: /^Mia\./ })).toBeVisible();

	// Mia gives her chair to a friend's phone.
	const kept = await cardsOf(mia);
	await mia.getByRole('button', { name: /^You\./ }).click();
	await mia.getByRole('button', { name: t('seat.hand_over') }).click();
	const link = await mia.getByRole('textbox', { name: t('seat.hand_over') }).inputValue();
	const eve = await device(browser, server, complaints, PHONE);
	await eve.goto(link);
	await takeChair(eve, 'Eve');
	await expect(handOf(eve)).toHaveCount(CARDS - 1);
	expect(await cardsOf(eve)).toEqual(kept);
	await expect(handOf(mia)).toHaveCount(0);
	await expect(tablet.getByRole('button', { name: /^Eve\./ })).toBeVisible();

	// Ben lets a robot play, and then plays again himself.
	await ben.getByRole('button', { name: /^You\./ }).click();
	await ben.getByRole('button', { name: t('seat.to_robot') }).click();
	await expect.poll(async () => (await faceOf(server, table.table)).chairs[1]?.sitter).toBe('bot');
	await expect(handOf(ben)).toHaveCount(0);
	await ben.getByRole('button', { name: t('seat.take_back') }).click();
	await expect.poll(async () => (await faceOf(server, table.table)).chairs[1]?.sitter).toBe('person');
	await expect(handOf(ben).first()).toBeVisible();
	for (const page of [mia, ben, eve]) await page.context().close();
});

test('some share the tablet, one has a phone: the door opens only for those at the tablet', async ({
	page: tablet,
	context,
	browser,
	server,
	complaints,
}) => {
	await prefer(context, { speed: 'off' });
	const { table, tokens } = await openTable(server, {
		game,
		chairs: [{ sitter: 'here', name: 'Mia' }, { sitter: 'here', name: 'Ben' }, { sitter: 'open' }],
		preset: 'first-time',
		options,
		settings: { clock: false, pace_ms: 0 },
	});
	await hold(context, table.table, tokens);
	await tablet.goto(`${server.url}/t/${table.table}`);
	const phone = await device(browser, server, complaints, PHONE);
	await phone.goto(table.link);
	await sitAs(phone, 'Oma');
	await tablet.getByRole('button', { name: t('lobby.start'), exact: true }).click();
	await expect(handOf(phone)).toHaveCount(CARDS);
	await expect(phone.locator('.cover')).toHaveCount(0);
	const heading = tablet.getByRole('dialog').getByRole('heading');
	await expect(heading).toContainText('Mia');
	await expect(handOf(tablet)).toHaveCount(0);
	await openCover(tablet);
	await expect(handOf(tablet)).toHaveCount(CARDS);
	await untilCovered(tablet);
	await expect(heading).toContainText('Ben');
	await expect(handOf(tablet)).toHaveCount(0);
	await openCover(tablet);
	await expect(handOf(tablet)).toHaveCount(CARDS);
	await playOn(tablet, async () => (await tablet.locator('.prompt').textContent())?.includes('Oma') ?? false);
	// All wait for the phone now.
	await expect(tablet.locator('.cover')).toHaveCount(0);
	await expect(tablet.locator('.prompt')).toContainText('Oma');
	await phone.context().close();
});
