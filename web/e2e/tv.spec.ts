// A big screen: it shows the table to the room and no hand, whatever this device holds; the phones are the hands.
import type { Page } from '@playwright/test';
import { seatOf } from './ahead';
import {
	device,
	expect,
	expectComplaint,
	handOf,
	hasten,
	hold,
	openTable,
	prefer,
	SERVER_GONE,
	test,
} from './fixtures';
import { aGame, GAMES, scenesOf } from './games';
import { sight, step } from './player';
import { t } from './words';

const TV = { viewport: { width: 1920, height: 1080 } };
const TWO = [
	{ sitter: 'here' as const, name: 'Mia' },
	{ sitter: 'here' as const, name: 'Ben' },
];

/** Everything that is sent to this page over its lines, and by it. */
function overhear(page: Page): { heard: string[]; sent: string[] } {
	const found = { heard: [] as string[], sent: [] as string[] };
	page.on('websocket', (line) => {
		line.on('framereceived', ({ payload }) => found.heard.push(String(payload)));
		line.on('framesent', ({ payload }) => found.sent.push(String(payload)));
	});
	return found;
}

/** The card that a piece shows, whatever number it has among its like. */
const cardOf = (piece: string) => piece.replace(/^card:/, '').replace(/[#.]\d+$/, '');
/** Every card and every other thing that is drawn on a page. */
const drawn = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll('[data-piece]')].map((one) => one.getAttribute('data-piece') ?? ''),
	);

const heldBy = (page: Page): Promise<string[]> =>
	handOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-piece') ?? ''));

/** Each phone that is asked does something, until there was enough of it. */
async function playBoth(
	phones: Page[],
	enough: () => Promise<boolean> | boolean,
	each?: () => Promise<void>,
): Promise<void> {
	for (let turn = 0, last = Date.now(); Date.now() - last < 60_000; turn++) {
		for (const phone of phones) {
			const now = await sight(phone);
			if (now.asked && !now.over && (await step(phone, turn)) === 'tapped') last = Date.now();
			await each?.();
			if (await enough()) return;
		}
	}
	throw new Error(`no end in sight: ${JSON.stringify(await Promise.all(phones.map(sight)))}`);
}

for (const game of GAMES) {
	test(`${game}: two phones play, and the big screen shows the table and no hand`, async ({
		browser,
		server,
		complaints,
	}) => {
		const settings = { pace_ms: 0, clock: false };
		const opened = await openTable(server, { game, chairs: TWO, preset: 'first-time', deal: true, settings });
		const phones = await Promise.all([0, 1].map((seat) => seatOf({ browser, server, complaints }, opened, seat)));
		const tv = await device(browser, server, complaints, TV);
		// Even the device that holds all the seats only watches here.
		await hold(tv.context(), opened.table.table, opened.tokens);
		const { heard, sent } = overhear(tv);
		await tv.goto(`${server.url}/tv/${opened.table.code!.toLowerCase()}`);
		await expect(tv.locator(`[data-game="${game}"]`)).toBeVisible();
		const hellos = sent.map((text) => JSON.parse(text)).filter((one) => one.type === 'hello');
		expect(hellos.length).toBeGreaterThan(0);
		for (const hello of hellos) expect(hello).toMatchObject({ tokens: [] });

		let held = 0;
		let secrets = 0;
		const before = await tv.getByRole('log').textContent();
		let looks = 0;
		await playBoth(
			phones,
			async () => looks > 8 && (await tv.getByRole('log').textContent()) !== before,
			async () => {
				looks += 1;
				const hands = (await Promise.all(phones.map(heldBy))).flat();
				const there = (await drawn(tv)).map(cardOf);
				held += hands.length;
				const told = heard.join('\n');
				for (const card of hands.map(cardOf)) {
					// A card that a hand holds and that nobody was ever told of is nowhere on the screen of the room.
					if (told.includes(`"${card}"`)) continue;
					secrets += 1;
					expect(there).not.toContain(card);
				}
				expect(await handOf(tv).count()).toBe(0);
				expect(await tv.locator('[data-can="true"]').count()).toBe(0);
			},
		);
		expect(secrets > 0).toBe(held > 0);
		for (const text of heard) {
			const message = JSON.parse(text);
			if (message.type !== 'update') continue;
			for (const update of message.seats) expect(update).toMatchObject({ seat: null, legal: [] });
		}
		for (const page of [tv, ...phones]) await page.context().close();
	});
}

test('from the lobby to the end and into the next game, by itself', async ({ browser, server, complaints }) => {
	test.setTimeout(300_000);
	const game = aGame((one) => one.together);
	const { options } = scenesOf(game).together!;
	const opened = await openTable(server, {
		game,
		chairs: [TWO[0]!, { sitter: 'open' }],
		preset: 'first-time',
		options,
		settings: { pace_ms: 0, clock: false },
	});
	const { table, code } = opened.table;
	const tv = await device(browser, server, complaints, TV);
	await hasten(tv.context());
	// Without a code it asks for one, and letters are all that is needed.
	await tv.goto(`${server.url}/tv`);
	await expect(tv.getByRole('heading', { name: t('tv.title') })).toBeVisible();
	await tv.keyboard.type(code!);
	await expect(tv.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(tv.getByText(t('lobby.waiting', { n: 1 }))).toBeVisible();
	const spelled = t('lobby.spelled', { code: [...code!].join(' ') });
	await expect(tv.getByRole('img', { name: spelled })).toBeVisible();
	const picture = tv.getByRole('img', { name: t('invite.picture') });
	await expect(picture).toHaveAttribute('src', `/api/tables/${table}/qr.svg`);
	await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

	// A phone comes the way that the screen shows.
	const ben = await device(browser, server, complaints, { viewport: { width: 390, height: 844 } });
	await hasten(ben.context());
	await ben.goto(`${server.url}/join?code=${code}`);
	await ben.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	const sheet = ben.getByRole('dialog');
	await expect(sheet.getByRole('textbox')).not.toHaveValue('');
	await sheet.getByRole('textbox').fill('Ben');
	await sheet.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	await expect(tv.getByText(t('tv.all_here'))).toBeVisible();
	const mia = await device(browser, server, complaints, { viewport: { width: 390, height: 844 } });
	await hasten(mia.context());
	await hold(mia.context(), table, opened.tokens);
	await mia.goto(`${server.url}/t/${table}`);
	await mia.getByRole('button', { name: t('lobby.start'), exact: true }).click();
	await expect(tv.locator(`[data-game="${game}"]`)).toBeVisible();
	await expect(tv.getByRole('complementary')).toContainText('Ben');

	// One tap opens what can be said, the next says it; the screen shows it large.
	await ben.getByRole('button', { name: t('menu_sheet.say') }).click();
	await ben
		.getByRole('dialog')
		.getByRole('button', { name: t('words.clap') })
		.click();
	await expect(ben.getByRole('dialog')).toHaveCount(0);
	await expect(tv.locator('.bubble').filter({ hasText: t('words.clap') })).toBeVisible();

	// It comes back by itself, to the same table.
	await tv.reload();
	await expect(tv.locator(`[data-game="${game}"]`)).toBeVisible();
	await server.kill();
	await expect(tv.getByText(t('line.lost'))).toBeVisible();
	await server.start();
	await expect(tv.getByText(t('line.lost'))).toHaveCount(0);
	await expect(mia.getByText(t('line.lost'))).toHaveCount(0);
	await expect(ben.getByText(t('line.lost'))).toHaveCount(0);

	await playBoth([mia, ben], async () => (await tv.locator('.podium').count()) > 0);
	await expect(tv.locator('.podium')).toContainText('Mia');
	await expect(tv.locator('.podium')).toContainText('Ben');
	await expect(tv.getByText(t('tv.again'))).toBeVisible();
	await mia.getByRole('button', { name: t('result.again') }).click();
	await expect(tv.locator(`[data-game="${game}"]`)).toBeVisible();
	await expect(tv.locator('.podium')).toHaveCount(0);
	expectComplaint(complaints, SERVER_GONE);
	for (const page of [tv, mia, ben]) await page.context().close();
});

/** The voices of a browser that has some: what they are to say is noted, and takes no time. */
function voices(): void {
	const spoken: { text: string; lang: string }[] = [];
	class Words {
		lang = '';
		onend?: () => void;
		constructor(readonly text: string) {}
	}
	const engine = Object.assign(new EventTarget(), {
		getVoices: () =>
			['en-GB', 'de-DE'].map((lang) => ({ lang, name: lang, default: false, localService: true, voiceURI: lang })),
		speak: (words: Words) => {
			spoken.push({ text: words.text, lang: words.lang });
			queueMicrotask(() => words.onend?.());
		},
		cancel: () => {},
	});
	Object.defineProperty(window, 'speechSynthesis', { value: engine });
	Object.assign(window, { SpeechSynthesisUtterance: Words, spoken });
}
const spokenBy = (page: Page) =>
	page.evaluate(() => (window as unknown as { spoken: { text: string; lang: string }[] }).spoken);

test('what happens is told aloud, in the language of the screen, as long as that is wanted', async ({
	browser,
	server,
	complaints,
}) => {
	const game = aGame((one) => one.hands && !one.together);
	const settings = { pace_ms: 0, clock: false };
	const opened = await openTable(server, { game, chairs: TWO, preset: 'first-time', deal: true, settings });
	const phones = await Promise.all([0, 1].map((seat) => seatOf({ browser, server, complaints }, opened, seat)));
	const tv = await device(browser, server, complaints, TV);
	await tv.addInitScript(voices);
	await tv.goto(`${server.url}/tv/${opened.table.code}`);
	await expect(tv.locator(`[data-game="${game}"]`)).toBeVisible();
	const log = tv.getByRole('log');
	const happened = async () => (await log.textContent()) ?? '';
	/** Something more happens at the table. */
	const more = async () => {
		const before = await happened();
		await playBoth(phones, async () => (await happened()) !== before);
	};
	await more();
	expect(await spokenBy(tv)).toEqual([]);

	// The arrows of a remote control lead to the switch.
	const speech = tv.getByRole('button', { name: t('tv.tell') });
	for (let i = 0; i < 2; i++) await tv.keyboard.press('ArrowRight');
	await expect(speech).toBeFocused();
	await tv.keyboard.press('Enter');
	await expect(speech).toHaveAttribute('aria-pressed', 'true');
	expect(await spokenBy(tv)).toEqual([{ text: t('tv.told'), lang: 'en-GB' }]);
	await more();
	await expect.poll(async () => (await spokenBy(tv)).length).toBeGreaterThan(1);
	const listed = (await tv.locator('.last').textContent()) ?? '';
	expect((await spokenBy(tv)).slice(1).some(({ text }) => listed.includes(text))).toBe(true);

	// In German with the German voice, and not at all for Finnish, which says why.
	await tv.getByRole('button', { name: t('prefs.language') }).click();
	await expect(tv.locator('html')).toHaveAttribute('lang', 'de');
	const english = (await spokenBy(tv)).length;
	await more();
	await expect.poll(async () => (await spokenBy(tv)).length).toBeGreaterThan(english);
	expect((await spokenBy(tv)).slice(english).every(({ lang }) => lang === 'de-DE')).toBe(true);
	await tv.locator('.tongue').click();
	await expect(tv.locator('html')).toHaveAttribute('lang', 'fi');
	await expect(tv.locator('.switches [role="status"]')).toContainText('Suomi');

	await tv.locator('.switches [aria-pressed="true"]').click();
	await tv.locator('.tongue').click();
	await expect(tv.locator('html')).toHaveAttribute('lang', 'en');
	const so = (await spokenBy(tv)).length;
	await more();
	expect(await spokenBy(tv)).toHaveLength(so);
	for (const page of [tv, ...phones]) await page.context().close();
});

test('a browser without a voice says so, and a table without watchers, and a code that is none', async ({
	page,
	server,
	complaints,
	context,
}) => {
	await prefer(context, { tells: true });
	const closed = await openTable(server, { game: aGame(), chairs: TWO, deal: true, settings: { watchers: false } });
	await page.goto(`${server.url}/tv/${closed.table.table}`);
	await expect(page.getByText(t('refusals.no_watchers'))).toBeVisible();
	await expect(page.locator('[data-game]')).toHaveCount(0);
	const open = await openTable(server, { game: aGame(), chairs: TWO, deal: true });
	await page.goto(`${server.url}/tv/${open.table.code}`);
	await expect(page.getByText(t('tv.no_voice', { language: 'English' }))).toBeVisible();
	await page.goto(`${server.url}/tv/XXXX`);
	await expect(page.getByText(t('refusals.no_code'))).toBeVisible();
	expectComplaint(complaints, /404/);
});

test('a table shows the way to a big screen, and back to the hand', async ({ page, context, server }) => {
	const opened = await openTable(server, { game: aGame(), chairs: TWO, deal: true });
	await hold(
		context,
		opened.table.table,
		opened.tokens.filter((held) => held.seat === 0),
	);
	await page.goto(`${server.url}/t/${opened.table.table}`);
	await page.getByRole('button', { name: t('menu'), exact: true }).click();
	await page
		.getByRole('dialog')
		.getByRole('link', { name: t('tv.show') })
		.click();
	await expect(page).toHaveURL(`${server.url}/tv/${opened.table.code}`);
	await expect(page.locator('.seats')).toBeVisible();
	await page.getByRole('link', { name: t('tv.leave') }).click();
	await expect(page).toHaveURL(`${server.url}/t/${opened.table.table}`);
	await expect(page.locator('.frame')).toBeVisible();
});
