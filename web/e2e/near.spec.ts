// Two devices at one table without a server: what one shows is pasted at the other, and they talk to each other directly.
import type { BrowserContext, Page } from '@playwright/test';
import { device, expect, expectComplaint, handOf, hasten, prefer, test } from './fixtures';
import { Folder, tableFile } from './folder';
import { aGame, scenesOf } from './games';
import { playOn, step } from './player';
import { t } from './words';

const game = aGame((one) => one.together);
const { cards: CARDS, options } = scenesOf(game).together!;

let files: Folder;
test.beforeEach(async () => {
	files = new Folder();
	await files.start();
});
test.afterEach(async ({ complaints }) => {
	await files.stop();
	// The files come from another port than the server of the other tests.
	const ours = new RegExp(`asked 127\\.0\\.0\\.1:${new URL(files.url).port}$`);
	expectComplaint(complaints, ours);
});

/** The connections of a page, so that one can be cut as a network cuts it. */
async function tap(context: BrowserContext): Promise<void> {
	await context.addInitScript(() => {
		const Real = RTCPeerConnection;
		const peers: RTCPeerConnection[] = [];
		class Known extends Real {
			constructor(...how: ConstructorParameters<typeof Real>) {
				super(...how);
				peers.push(this);
			}
		}
		Object.assign(window, { RTCPeerConnection: Known, cut: () => peers.at(-1)?.close() });
	});
}

/** The host shows a link, the guest opens it and shows another, which comes back to the host in one way or another. */
async function shakeHands(host: Page, guest: Page, giveBack: (second: string) => Promise<void>): Promise<void> {
	const sheet = host.getByRole('dialog', { name: t('near.title') });
	const first = await sheet.getByRole('textbox', { name: t('near.link') }).inputValue();
	// Short enough for a picture that any camera reads.
	expect(first.length).toBeLessThan(300);
	await guest.getByRole('textbox', { name: t('near.paste_first') }).fill(first);
	await guest.getByRole('button', { name: t('near.connect') }).click();
	await giveBack(await pictureOf(guest));
	await expect(sheet.getByText(t('near.here'))).toBeVisible();
	await sheet.getByRole('button', { name: t('new.done') }).click();
}

/** What a guest shows that is held out a hand. */
async function pictureOf(guest: Page): Promise<string> {
	await expect(guest.getByRole('img', { name: t('near.picture_back') })).toBeVisible();
	return guest.getByRole('textbox', { name: t('near.link_back') }).inputValue();
}

/** The host scans it, or pastes it. */
async function giveToSheet(host: Page, text: string): Promise<void> {
	const sheet = host.getByRole('dialog', { name: t('near.title') });
	if (!(await sheet.isVisible())) {
		await host.getByRole('button', { name: 'Menu' }).first().click();
		await host.getByRole('button', { name: t('near.title') }).click();
	}
	await sheet.getByRole('textbox', { name: t('near.paste') }).fill(text);
	await sheet.getByRole('button', { name: t('near.connect') }).click();
}

test('a phone comes to the table of another one, gets lost, comes back, and they play to the end', async ({
	page: host,
	context,
	browser,
	server,
	complaints,
}) => {
	test.setTimeout(240_000);
	await prefer(context, { speed: 'off' });
	await hasten(context);
	const guest = await device(browser, server, complaints, { viewport: { width: 390, height: 844 } });
	await hasten(guest.context());
	await tap(guest.context());

	const chairs = [{ sitter: 'here' as const, name: 'Mia' }, { sitter: 'open' as const }];
	const text = await tableFile(server, game, chairs, { deal: false, options });
	await host.goto(files.url);
	await host.locator('input[type=file]').setInputFiles({ name: 't.json', mimeType: '', buffer: Buffer.from(text) });
	await host.getByRole('button', { name: t('near.title') }).click({ timeout: 60_000 });

	await guest.goto(files.url);
	await guest.getByRole('link', { name: t('near.door') }).click();
	await guest.getByRole('textbox', { name: t('near.paste_first') }).fill('Come and play');
	await guest.getByRole('button', { name: t('near.connect') }).click();
	await expect(guest.getByText(t('near.flaws.none'))).toBeVisible();
	await shakeHands(host, guest, async (second) => {
		const sheet = host.getByRole('dialog');
		for (const [text, flaw] of [
			[second.slice(0, -9), 'near.flaws.cut'],
			[await sheet.getByRole('textbox', { name: t('near.link') }).inputValue(), 'near.flaws.other'],
			[second, ''],
		] as const) {
			await sheet.getByRole('textbox', { name: t('near.paste') }).fill(text);
			await sheet.getByRole('button', { name: t('near.connect') }).click();
			if (flaw) await expect(sheet.getByText(t(flaw))).toBeVisible();
		}
	});

	// It sits down as at any table.
	await guest.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	const sitting = guest.getByRole('dialog');
	await expect(sitting.getByRole('textbox')).not.toHaveValue('');
	await sitting.getByRole('textbox').fill('Ben');
	await sitting.getByRole('button', { name: t('lobby.sit'), exact: true }).click();
	await expect(host.getByText('Ben')).toBeVisible();
	await guest.getByRole('button', { name: t('lobby.start'), exact: true }).click();
	await expect(handOf(guest)).toHaveCount(CARDS);
	await expect(handOf(host)).toHaveCount(CARDS);
	const round = async () => {
		for (const page of [host, guest]) await step(page, 0);
		return handOf(guest).count();
	};
	await expect.poll(round).toBeLessThan(CARDS);

	// The network is gone for a moment: both are told, and the seat is kept.
	await guest.evaluate(() => (window as unknown as { cut(): void }).cut());
	await expect(guest.getByText(t('near.lost'))).toBeVisible();
	await expect(host.getByText(t('near.guest_lost'))).toBeVisible();
	// The host still holds out a hand for it: one picture is enough. The camera of a phone opens its link in a tab of its own.
	await guest.getByRole('link', { name: t('near.again') }).click();
	const tab = await context.newPage();
	await tab.goto(await pictureOf(guest));
	await expect(tab.getByText(t('near.passed'))).toBeVisible();
	await tab.close();
	await expect(host.getByText(t('near.guest_lost'))).toHaveCount(0);
	await expect(handOf(guest)).not.toHaveCount(0);

	// The guest's page is loaded anew, and later that of the host: then nobody holds out a hand, and they begin again.
	await guest.reload();
	await expect(guest.getByText(t('near.elsewhere'))).toBeVisible();
	await guest.getByRole('link', { name: t('near.again') }).click();
	await giveToSheet(host, await pictureOf(guest));
	await expect(handOf(guest)).not.toHaveCount(0);
	await expect(host.getByRole('dialog')).toHaveCount(0);
	await host.reload();
	await expect(handOf(host)).not.toHaveCount(0, { timeout: 60_000 });
	await guest.getByRole('link', { name: t('near.again') }).click();
	await giveToSheet(host, await pictureOf(guest));
	await expect(host.getByText(t('near.flaws.other'))).toBeVisible();
	await guest.getByRole('link', { name: t('near.anew') }).click();
	await shakeHands(host, guest, (second) => giveToSheet(host, second));
	await expect(handOf(guest)).not.toHaveCount(0);

	await Promise.all([playOn(host), playOn(guest)]);
	const result = await host.locator('.result h1').textContent();
	expect(result).toBeTruthy();
	await expect(guest.locator('.result h1')).toBeVisible();
	await guest.getByRole('button', { name: t('result.again') }).click();
	await expect(handOf(guest)).toHaveCount(CARDS);

	// Whoever has the table closes it; after a reload, too, the guest is told where it is.
	await host.close();
	await expect(guest.getByText(t('near.lost'))).toBeVisible();
	await guest.reload();
	await expect(guest.getByText(t('near.elsewhere'))).toBeVisible();
	// A context that is closed with a page in it is photographed first, with a style that Firefox tells us our policy forbids.
	await guest.close();
	await guest.context().close();
});
