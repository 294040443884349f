// Robots at the table: how well they play, why they did what they did, and what they would do in a person's place.
import type { Page } from '@playwright/test';
import type { ActionFace, Advice, Opened, Why } from '../src/net/protocol';
import { device, expect, faceOf, handOf, hold, prefer, test } from './fixtures';
import { aGame, scenesOf } from './games';
import { inWords, t, wordsOf } from './words';

const game = aGame((one) => one.hands);
const named = (level: string) => {
	const name = t(`levels.${level}.name`);
	return name.charAt(0).toUpperCase() + name.slice(1);
};

/** All messages of these types on the lines of a page, in both directions. */
function overhear(page: Page, ...types: string[]): Record<string, unknown>[] {
	const found: Record<string, unknown>[] = [];
	const note = ({ payload }: { payload: string | Buffer }) => {
		const message = JSON.parse(String(payload)) as Record<string, unknown>;
		if (types.includes(String(message.type))) found.push(message);
	};
	page.on('websocket', (line) => line.on('framereceived', note).on('framesent', note));
	return found;
}

async function seated(page: Page, url: string, { table, tokens }: Opened, seat: number): Promise<void> {
	const own = tokens.filter((held) => held.seat === seat);
	await hold(page.context(), table.table, own);
	await page.goto(`${url}/t/${table.table}`);
	await expect(page.locator('[data-game]')).toBeVisible();
}

test('a face is chosen by keys, sits at the table, and is changed there', async ({ page, context, server }) => {
	// Large letters on a small phone: the narrowest row of faces, and the fullest sheet.
	await page.setViewportSize({ width: 360, height: 740 });
	await prefer(context, { speed: 'off', size: 1.6 });
	await page.goto(`${server.url}/new/${game}`);
	await page.getByRole('button', { name: t('new.choose') }).click();
	const faces = page.getByRole('radiogroup', { name: t('new.robots') });
	// The first time the gentlest is chosen.
	await expect(faces.getByRole('radio', { name: named('1') })).toBeChecked();
	await faces.getByRole('radio', { name: named('1') }).focus();
	for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
	await expect(faces.getByRole('radio', { name: named('4') })).toBeChecked();
	await expect(faces).toContainText(t('levels.4.what'));
	await page.getByRole('button', { name: t('new.start'), exact: true }).click();
	await page.waitForURL(/\/t\//);
	const table = page.url().split('/t/')[1]!;
	const robots = async () => (await faceOf(server, table)).chairs.filter((chair) => chair.sitter === 'bot');
	await expect(page.locator('.pill [data-level="4"]')).toHaveCount((await robots()).length);

	const first = (await robots())[0]!;
	await page.getByRole('button', { name: new RegExp(`^${first.name}\\. `) }).click();
	const sheet = page.getByRole('dialog', { name: first.name });
	await expect(sheet).toContainText(t('seat.robot', { level: named('4') }));
	await sheet.getByRole('radio', { name: named('2') }).check({ force: true });
	await expect(sheet).toContainText(t('seat.robot', { level: named('2') }));
	expect((await robots()).map((chair) => chair.level)).toContain('2');
	const inside = sheet.locator('.inside');
	expect(await inside.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('a robot says why it moved, and a person is told what it would do here; nothing is played', {
	tag: '@chromium',
}, async ({ browser, server, puppets, complaints }) => {
	const { asked, waiting } = scenesOf(game).shown;
	const turn = await puppets.reach(game, { ...asked, settings: { hints: '4' } });
	// How far the others look ahead depends on how busy the machine is.
	const page = await device(browser, server, complaints, {}, { helper: '3' });
	const heard = overhear(page, 'advice', 'answer');
	await seated(page, server.url, turn, 0);
	const before = (await faceOf(server, turn.table.table)).v;
	await page.getByRole('button', { name: t('tips.me') }).press('Enter');
	const reply = (): Advice | undefined => heard.find((one) => one.type === 'advice' && 'action' in one) as never;
	await expect.poll(reply, { timeout: 20_000 }).toMatchObject({ seat: 0, level: '3' });
	const actions = (await (await fetch(`${server.url}/api/games/${game}/actions`)).json()) as ActionFace[];
	const { key, params } = actions[reply()!.action]!;
	const words = t('tips.say', { what: wordsOf('en', game).say(`actions.${key}`, params) });
	await expect(page.locator('.prompt')).toHaveText(words);
	await expect(page.getByRole('alert').filter({ hasText: words })).toBeAttached();
	expect((await faceOf(server, turn.table.table)).v).toBe(before);
	expect(heard.filter((one) => one.type === 'answer')).toEqual([]);
	// Somebody else may be asked, or nobody.
	await page.getByRole('button', { name: t('tips.other', { who: named('3') }) }).click();
	await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(2);
	await page.getByRole('button', { name: t('tips.without') }).click();
	await expect(page.locator('.prompt')).not.toHaveText(words);
	// Whoever reaches for another card has everything to choose from again.
	const open = await page.locator('[data-can="true"]').count();
	await page.getByRole('button', { name: t('tips.me') }).press('Enter');
	await expect(page.locator('.prompt')).toHaveText(words);
	await expect(page.locator('[data-can="true"]')).not.toHaveCount(open);
	await handOf(page).and(page.locator('[data-can="false"]')).first().click();
	await expect(page.getByRole('button', { name: t('tips.me') })).toBeVisible();
	await page.context().close();

	const theirs = await puppets.reach(game, waiting);
	const mine = await device(browser, server, complaints);
	const reasons = overhear(mine, 'why');
	await seated(mine, server.url, theirs, 0);
	const host = theirs.tokens.find((held) => held.seat === null)!.token;
	await puppets.ask('PATCH', `/api/tables/${theirs.table.table}/seats/1`, { sitter: 'bot', level: '3' }, [host]);
	await mine.getByRole('button', { name: /^Ben\. / }).click();
	await mine
		.getByRole('dialog')
		.getByRole('button', { name: t('seat.why') })
		.click();
	const reason = (): Why | undefined => reasons.find((one) => 'key' in one) as never;
	await expect.poll(reason).toMatchObject({ type: 'why', seat: 1 });
	const because = wordsOf(
		'en',
		game,
		theirs.table.chairs.map((chair) => chair.name),
	).say(`because.${reason()!.key}`, reason()!.params);
	expect(inWords('en', `because.${reason()!.key}`, reason()!.params, game)).not.toBe('');
	await expect(mine.getByRole('dialog').getByRole('status').filter({ hasText: because })).toBeVisible();
	await mine.context().close();
});
