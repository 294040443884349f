// The home page, written and handed out as a stranger's file server would, below an address of its own: nothing is cut, axe finds
// nothing, nobody outside is asked, and the pictures move one at a time.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { PYTHON } from './server';

const root = resolve(import.meta.dirname, '../..');
const BELOW = '/tailback/';
const KINDS: Record<string, string> = {
	'.html': 'text/html',
	'.css': 'text/css',
	'.js': 'text/javascript',
	'.svg': 'image/svg+xml',
	'.webp': 'image/webp',
	'.avif': 'image/avif',
	'.woff2': 'font/woff2',
};

function handOut(folder: string): Server {
	return createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url!, 'http://here').pathname);
		const file = join(folder, path.slice(BELOW.length).replace(/(^|\/)$/, '$1index.html'));
		if (!path.startsWith(BELOW) || !existsSync(file)) return response.writeHead(404).end();
		return response.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
	});
}

interface Site {
	url: string;
	folder: string;
}

const test = base.extend<{ complaints: string[] }, { site: Site }>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from here
		async ({}, use) => {
			const folder = mkdtempSync(join(tmpdir(), 'tailback-site-'));
			await promisify(execFile)(PYTHON, ['-m', 'homepage', folder], { cwd: root });
			const server = handOut(folder).listen(0, '127.0.0.1');
			await new Promise((done) => server.once('listening', done));
			await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BELOW}`, folder });
			server.close();
			rmSync(folder, { recursive: true });
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	complaints: [
		async ({ page, site }, use) => {
			const found: string[] = [];
			page.on('request', (request) => request.url().startsWith(site.url) || found.push(`asked ${request.url()}`));
			page.on('response', (response) => response.ok() || found.push(`${response.status()} ${response.url()}`));
			page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
			page.on('pageerror', (error) => found.push(String(error)));
			await use(found);
			expect(found).toEqual([]);
		},
		{ auto: true },
	],
});

// These pages stand still: a trace would show no more than the page, and costs as much as the test.
test.use({ trace: 'off' });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

/** Words that do not fit, as far as nobody can scroll to them. */
const cut = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		if (document.documentElement.scrollWidth > innerWidth)
			found.push(`the page is ${document.documentElement.scrollWidth} wide`);
		for (const element of document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, p, li, a, button, summary, dt, dd')) {
			if (element.closest('.skip, .scroll, pre') || !element.checkVisibility()) continue;
			const { left, right } = element.getBoundingClientRect();
			const inside = element.scrollWidth <= element.clientWidth + 1 || getComputedStyle(element).display === 'inline';
			if (left < -0.5 || right > innerWidth + 0.5 || !inside) found.push(element.textContent!.trim().slice(0, 60));
		}
		return found;
	});

type Look = [size: typeof PHONE, colorScheme: 'light' | 'dark'];
const LOOKS: Look[] = [
	[PHONE, 'light'],
	[PHONE, 'dark'],
	[DESKTOP, 'dark'],
	[DESKTOP, 'light'],
];
// The first page in every look; of the texts each kind in one: a door with the games, rules, a text that is lent, code.
const LOOKED_AT: [address: string, looks: Look[]][] = [
	['de/', LOOKS],
	['fi/families.html', LOOKS.slice(0, 1)],
	['de/rules/RULES', LOOKS.slice(1, 2)],
	['fi/bench.html', LOOKS.slice(2, 3)],
	['bot.html', LOOKS.slice(3)],
];

/** The foot is the same everywhere: it is looked at on the first page. */
async function violations(page: Page, home: boolean): Promise<string[]> {
	const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
	const { violations: found } = await (home ? axe : axe.exclude('footer')).analyze();
	return found.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
}

test.describe('axe', () => {
	// axe is evaluated in the page, which our own policy forbids.
	test.use({ bypassCSP: true });
	for (const [address, looks] of LOOKED_AT) {
		test(`nothing to complain about: ${address}`, async ({ page, site }) => {
			const [rules] = readdirSync(join(site.folder, 'rules'));
			await page.goto(site.url + address.replace('RULES', rules!));
			for (const [size, colorScheme] of looks) {
				await page.setViewportSize(size);
				await page.emulateMedia({ colorScheme });
				expect.soft(await violations(page, looks === LOOKS), `${address} ${size.width} ${colorScheme}`).toEqual([]);
				expect.soft(await cut(page), `${address} ${size.width}`).toEqual([]);
			}
		});
	}
});

test('no word is cut on a small phone, in the language with the longest ones', async ({ page, site }) => {
	await page.setViewportSize(PHONE);
	const pages = readdirSync(join(site.folder, 'de'), { recursive: true, encoding: 'utf8' }).filter((name) =>
		name.endsWith('.html'),
	);
	for (const name of pages) {
		await page.goto(`${site.url}de/${name}`);
		expect.soft(await cut(page), name).toEqual([]);
	}
});

test.describe('the pictures', () => {
	const moving = (page: Page) => page.locator('.film[src$=".avif"]');

	test('move one at a time, and stand still when that is wanted', async ({ page, site }) => {
		await page.emulateMedia({ reducedMotion: 'no-preference' });
		await page.goto(site.url);
		await page.locator('.tile').nth(1).scrollIntoViewIfNeeded();
		await expect(moving(page)).toHaveCount(1);
		await page.locator('.tile').nth(1).hover();
		await expect(page.locator('.tile').nth(1).locator('.film[src$=".avif"]')).toBeVisible();
		await expect(moving(page)).toHaveCount(1);
		const hold = page.getByRole('button');
		await hold.click();
		await expect(moving(page)).toHaveCount(0);
		await expect(hold).toHaveText('Let the pictures move');
		await hold.click();
		await expect(moving(page)).toHaveCount(1);
	});

	test('stand still where the device asks for it', async ({ page, site }) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await page.goto(site.url);
		await page.locator('.tile').first().hover();
		await expect(page.getByRole('button', { name: 'Let the pictures move' })).toBeVisible();
		await expect(moving(page)).toHaveCount(0);
	});
});

test.describe('a browser that speaks German', () => {
	test.use({ locale: 'de-DE' });

	test('is shown German first, and whatever was chosen afterwards', async ({ page, site }) => {
		await page.goto(`${site.url}#games`);
		await expect(page).toHaveURL(`${site.url}de/index.html#games`);
		await page.getByRole('link', { name: 'English' }).click();
		await expect(page).toHaveURL(`${site.url}index.html`);
		await page.goto(site.url);
		await expect(page.locator('html')).toHaveAttribute('lang', 'en');
		// A page that somebody was sent is shown as it is.
		await page.goto(`${site.url}families.html`);
		await expect(page).toHaveURL(`${site.url}families.html`);
	});
});
