// Two devices at one table without a server, in networks that know nothing of each other: a home server passes on what they say.
import type { BrowserContext, Page } from '@playwright/test';
import { device, expect, expectComplaint, handOf, hasten, prefer, SERVER_GONE, test } from './fixtures';
import { tableFile } from './folder';
import { aGame, scenesOf } from './games';
import { playOn, step } from './player';
import { Server } from './server';
import { t } from './words';

const game = aGame((one) => one.together);
const { cards: CARDS, options } = scenesOf(game).together!;
const PHONE = { viewport: { width: 390, height: 844 } };

let own: Server;
test.beforeEach(async () => {
	own = new Server({}, ['--relay']);
	await own.start();
});
test.afterEach(async ({ complaints }) => {
	await own.stop();
	// It is not the server of the other tests.
	expectComplaint(complaints, new RegExp(`asked 127\\.0\\.0\\.1:${own.port}$`));
});

/** No device finds the other one by itself: they are in different networks. */
async function apart(context: BrowserContext): Promise<void> {
	await hasten(context);
	await context.addInitScript(() => {
		class Nowhere extends RTCPeerConnection {
			constructor() {
				super({ iceServers: [], iceTransportPolicy: 'relay' });
			}
		}
		Object.assign(window, { RTCPeerConnection: Nowhere });
	});
}

/** All that this page sends and gets through the relay. */
function overheard(page: Page): string[] {
	const said: string[] = [];
	page.on('websocket', (socket) => {
		if (!socket.url().endsWith('/ws/relay')) return;
		const note = ({ payload }: { payload: string | Buffer }) => said.push(String(payload));
		socket.on('framesent', note);
		socket.on('framereceived', note);
	});
	return said;
}

/** What is passed on, as it was before it was written in letters. */
const passed = (said: string[]): string =>
	said
		.map((one) => JSON.parse(one) as { data?: string })
		.map(({ data }) => (data && !data.startsWith('{') ? Buffer.from(data, 'base64url').toString('latin1') : ''))
		.join('\n');

async function tableAt(host: Page): Promise<void> {
	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'open' as const }];
	const text = await tableFile(own, game, chairs, { deal: false, options });
	await host.goto(`${own.url}/here/`);
	await host.locator('input[type=file]').setInputFiles({ name: 't.json', mimeType: '', buffer: Buffer.from(text) });
}

async function openWay(host: Page): Promise<{ link: string; code: string }> {
	await host.getByRole('button', { name: t('near.title') }).click({ timeout: 60_000 });
	const sheet = host.getByRole('dialog', { name: t('near.title') });
	await sheet.getByRole('button', { name: t('far.begin') }).click();
	const link = await sheet.getByRole('textbox', { name: t('far.link') }).inputValue();
	const code = (await sheet.locator('b[role=img]').textContent()) ?? '';
	expect(code).toMatch(/^[A-Z]{4}$/);
	return { link, code };
}

async function sitDown(guest: Page, name: string): Promise<void> {
	await guest.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	const sitting = guest.getByRole('dialog');
	await expect(sitting.getByRole('textbox')).not.toHaveValue('');
	await sitting.getByRole('textbox').fill(name);
	await sitting.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
}

test('a link from anywhere: they play, each loads the page anew and is back by itself, and they play to the end', async ({
	page: host,
	context,
	browser,
	complaints,
}) => {
	test.setTimeout(240_000);
	await prefer(context, { speed: 'off' });
	await apart(context);
	await tableAt(host);
	const { link } = await openWay(host);
	expect(link.startsWith(`${own.url}/here/#/near/R.`)).toBe(true);
	await host.keyboard.press('Escape');

	const guest = await device(browser, own, complaints, PHONE);
	await apart(guest.context());
	const said = overheard(guest);
	await guest.goto(link);
	await sitDown(guest, 'Ben');
	await expect(host.getByText('Ben')).toBeVisible();
	await guest.getByRole('button', { name: t('lobby.start'), exact: true }).click();
	await expect(handOf(guest)).toHaveCount(CARDS);
	await expect(handOf(host)).toHaveCount(CARDS);
	const round = async () => {
		for (const page of [host, guest]) await step(page, 0);
		return handOf(guest).count();
	};
	await expect.poll(round).toBeLessThan(CARDS);

	// The guest's page is loaded anew: nobody scans, types or taps anything.
	await guest.reload();
	await expect(handOf(guest)).not.toHaveCount(0);
	await expect(host.getByText(t('near.guest_lost'))).toHaveCount(0);

	// So is the page with the table.
	await host.reload();
	await expect(handOf(host)).not.toHaveCount(0, { timeout: 60_000 });
	await expect(guest.getByText(t('near.lost'))).toHaveCount(0);

	// The server is started anew: the same link leads to the same table.
	await own.kill();
	await expect(guest.getByText(t('near.lost'))).toBeVisible();
	await own.start();
	await expect(guest.getByText(t('near.lost'))).toHaveCount(0, { timeout: 30_000 });
	expectComplaint(complaints, SERVER_GONE);

	await Promise.all([playOn(host), playOn(guest)]);
	await expect(host.locator('.result h1')).toBeVisible();
	await expect(guest.locator('.result h1')).toBeVisible();

	// Whoever stands between has read nothing of it.
	expect(said.length).toBeGreaterThan(20);
	expect(passed(said).length).toBeGreaterThan(5000);
	expect(passed(said)).not.toMatch(/kind|Ben|Mia|api/);

	// The host closes the way: the link leads nowhere any more.
	await guest.getByRole('button', { name: t('result.again') }).click();
	await expect(handOf(host)).toHaveCount(CARDS);
	await host.getByRole('button', { name: 'Menu' }).first().click();
	await host.getByRole('button', { name: t('near.title') }).click();
	await host.getByRole('button', { name: t('far.shut') }).click();
	await expect(guest.getByText(t('near.lost'))).toBeVisible();
	const late = await device(browser, own, complaints, PHONE);
	await late.goto(link);
	await late.reload();
	await expect(late.getByText(t('refusals.relay_away'))).toBeVisible();
	for (const one of [guest, late]) {
		await one.close();
		await one.context().close();
	}
});

test('a code that was told on the phone, after a wrong one', async ({ page: host, context, browser, complaints }) => {
	test.setTimeout(120_000);
	await apart(context);
	await tableAt(host);
	const { code } = await openWay(host);
	const guest = await device(browser, own, complaints, PHONE);
	await apart(guest.context());
	const said = overheard(guest);
	await guest.goto(`${own.url}/here/`);
	await guest.getByRole('link', { name: t('near.door') }).click();
	const typed = guest.getByRole('textbox', { name: t('far.paste') });
	for (const wrong of ['BBBB', 'Come and play with us today']) {
		await typed.fill(wrong);
		await guest.getByRole('button', { name: t('near.connect') }).click();
		await expect(guest.getByText(t(wrong === 'BBBB' ? 'refusals.no_code' : 'near.flaws.none'))).toBeVisible();
	}
	await typed.fill(` ${code.toLowerCase()} `);
	await guest.getByRole('button', { name: t('near.connect') }).click();
	await sitDown(guest, 'Oma');
	await host.keyboard.press('Escape');
	await expect(host.getByText('Oma')).toBeVisible();
	// Without the secret of a link it is locked all the same, for whoever only listens.
	expect(passed(said)).not.toMatch(/kind|Oma|api/);
	await guest.reload();
	await expect(guest.getByText('Mia').first()).toBeVisible();
	await guest.close();
	await guest.context().close();
});

test('where the server offers nothing, nothing is offered', async ({ page: host, context, server }) => {
	await apart(context);
	// The server of all other tests was started without.
	const text = await tableFile(server, game, [{ sitter: 'here', name: 'Mia' }, { sitter: 'open' }], {
		deal: false,
		options,
	});
	await host.goto(`${server.url}/here/`);
	await host.locator('input[type=file]').setInputFiles({ name: 't.json', mimeType: '', buffer: Buffer.from(text) });
	await host.getByRole('button', { name: t('near.title') }).click({ timeout: 60_000 });
	await expect(host.getByRole('dialog', { name: t('near.title') }).getByText(t('near.flaws.no_way'))).toBeVisible();
	await expect(host.getByRole('button', { name: t('far.begin') })).toHaveCount(0);
});
