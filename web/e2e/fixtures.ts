// Every test has a server, and fails on any console error and on any request to another host.
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	test as base,
	expect,
	type Page,
} from '@playwright/test';
import type { GameList, Held, NewTable, Opened, TableFace } from '../src/net/protocol';
import { GAMES } from './games';
import { WebKit } from './others/webkit';
import { Puppets } from './puppets';
import type { Screen } from './screen';
import { Server } from './server';

/** Set in `others.config.ts`. */
export interface Engine {
	engine: '' | 'webkit';
}

interface Fixtures {
	/** Things that must not happen; a test that expects one takes it out. */
	complaints: string[];
	/** The page, or the same of a browser that Playwright cannot drive. */
	view: Screen;
}

interface Kept {
	server: Server;
	puppets: Puppets;
	webkit: WebKit | null;
}

export const test = base.extend<Fixtures, Kept & Engine>({
	engine: ['', { option: true, scope: 'worker' }],
	webkit: [
		async ({ engine }, use) => {
			const webkit = engine === 'webkit' ? await WebKit.open() : null;
			await use(webkit);
			await webkit?.close();
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	view: async ({ page, webkit, complaints }, use, info) => {
		await use(webkit?.screen ?? page);
		if (info.status !== info.expectedStatus)
			await webkit?.screenshot({ path: info.outputPath('failed.png') }).catch(() => {});
		complaints.push(...((await webkit?.complaints()) ?? []));
	},
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from here
		async ({}, use) => {
			const server = new Server();
			await server.start();
			await use(server);
			await server.stop();
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	puppets: [
		async ({ browser, server }, use) => {
			const context = await browser.newContext();
			const page = await context.newPage();
			await page.goto(`${server.url}/api/health`);
			await use(new Puppets(server, page));
			await context.close();
		},
		{ scope: 'worker' },
	],
	complaints: [
		async ({ context, server }, use) => {
			const found: string[] = [];
			listen(context, server, found);
			await use(found);
			expect(found, 'console errors and foreign requests').toEqual([]);
		},
		{ auto: true },
	],
});

/** `body {}`: the style that Playwright adds to a page in Firefox before it takes a picture. It takes one of every page that a test closes. */
export const PLAYWRIGHTS = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

/** Note everything that a page of this context should not do. */
export function listen(context: BrowserContext, server: Server, found: string[]): void {
	context.on('request', (request) => {
		const url = new URL(request.url());
		if (!['data:', 'blob:'].includes(url.protocol) && url.host !== `127.0.0.1:${server.port}`) {
			found.push(`asked ${url.host}`);
		}
	});
	context.on('console', (message) => {
		if (message.type() === 'error') found.push(`${message.text()} ${message.location().url}`);
	});
	context.on('weberror', (error) => {
		const text = String(error.error());
		if (!text.includes(PLAYWRIGHTS)) found.push(text);
	});
}

export { expect };

/** What Chromium and Firefox say of a server that is gone; one on another port than the fixture's own is a stranger to it. */
export const SERVER_GONE =
	/net::ERR_|NetworkError|NS_ERROR|can.t establish a connection|interrupted while the page|asked 127\.0\.0\.1/;

/** Take out what a test expects the browser to complain about. */
export function expectComplaint(complaints: string[], pattern: RegExp): void {
	complaints.splice(0, complaints.length, ...complaints.filter((text) => !pattern.test(text)));
}

/** Set this device up as its person would have, before the page is opened. */
export async function prefer(context: BrowserContext, prefs: Record<string, unknown>): Promise<void> {
	await context.addInitScript(
		(wanted) => {
			if (origin === 'null') return;
			const old = JSON.parse(localStorage.getItem('tailback.prefs') ?? '{}');
			localStorage.setItem('tailback.prefs', JSON.stringify({ ...wanted, ...old }));
		},
		{ volume: 0, lessons: [...GAMES], ...prefs },
	);
}

/** Whole games in a hurry: what is shown for a moment is shown for a tenth of it. Its true length is watched by `order.test.ts`. */
export async function hasten(context: BrowserContext): Promise<void> {
	await context.addInitScript(() => {
		const usual = window.setTimeout;
		const sooner = (work: TimerHandler, ms = 0, ...more: unknown[]) => usual(work, ms < 2000 ? ms / 10 : ms, ...more);
		Object.assign(window, { setTimeout: sooner });
	});
}

/** A table over HTTP, for tests that begin at the table and not at the door. */
export async function openTable(server: Server, table: NewTable): Promise<Opened> {
	const answer = await fetch(`${server.url}/api/tables`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(table),
	});
	expect(answer.status, await answer.clone().text()).toBe(201);
	return (await answer.json()) as Opened;
}

/** Let this device hold these tokens. */
export async function hold(context: BrowserContext, table: string, tokens: Held[]): Promise<void> {
	await context.addInitScript(
		([id, held]) => {
			if (origin === 'null') return;
			const kept = [{ table: id, game: '', names: [], tokens: held, seen: Date.now() }];
			if (!localStorage.getItem('tailback.tables')) localStorage.setItem('tailback.tables', JSON.stringify(kept));
		},
		[table, tokens] as const,
	);
}

/** Open a game at once for the people and bots given, and go to its table. */
export async function sitDown(
	page: Page,
	server: Server,
	game: string,
	chairs: NewTable['chairs'],
	more: Partial<NewTable> = {},
): Promise<Opened> {
	const settings = { pace_ms: 0, ...more.settings };
	const opened = await openTable(server, { game, chairs, deal: true, ...more, settings });
	await hold(page.context(), opened.table.table, opened.tokens);
	await page.goto(`${server.url}/t/${opened.table.table}`);
	return opened;
}

/** Another device at the same server: its own browser context, watched for complaints like the first. */
export async function device(
	browser: Browser,
	server: Server,
	complaints: string[],
	options: BrowserContextOptions = {},
	prefs: Record<string, unknown> = {},
): Promise<Page> {
	const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
	listen(context, server, complaints);
	await prefer(context, { speed: 'off', ...prefs });
	return context.newPage();
}

/** The table as the server tells it to everybody. */
export async function faceOf(server: Server, table: string): Promise<TableFace> {
	return (await (await fetch(`${server.url}/api/tables/${table}`)).json()) as TableFace;
}

/** The person at this page holds exactly these cards, as anybody could read them off the screen. */
export const handOf = (page: Page) => page.locator('[data-place="hand"] [data-piece^="card:"]');

/** The games of this server, what can be said at its tables, and the colours of its chairs. */
export async function offered(server: Server): Promise<GameList> {
	return (await (await fetch(`${server.url}/api/games`)).json()) as GameList;
}
