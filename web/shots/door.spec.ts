// The way to the table: home, new table, joining, the lobby, and what stands there when something is not.
import type { Page } from '@playwright/test';
import { test } from '../e2e/fixtures';
import { aGame, GAMES } from '../e2e/games';
import type { Puppets } from '../e2e/puppets';
import type { Server } from '../e2e/server';
import type { Opened } from '../src/net/protocol';
import { ABROAD, asked, EVERYWHERE, type Scene, shootAll } from './studio';

const ground = (page: Page) => page.locator('main').first().waitFor();

function home(server: Server): Scene[] {
	const tiles = async (page: Page) => {
		await page.goto(server.url);
		await page
			.locator('.tile')
			.nth(GAMES.length - 1)
			.waitFor();
	};
	return [
		{ name: 'door/home', looks: EVERYWHERE, open: tiles },
		{
			name: 'door/settings',
			open: async (page, say) => {
				await tiles(page);
				await page.getByRole('button', { name: say('prefs.title'), exact: true }).click();
			},
		},
		{
			name: 'door/about',
			open: async (page) => {
				await tiles(page);
				await page.locator('.tile .about').first().click();
				await page.getByRole('dialog').waitFor();
			},
		},
		{
			name: 'door/join',
			looks: EVERYWHERE,
			open: async (page) => {
				await page.goto(`${server.url}/join`);
				await ground(page);
			},
		},
		{
			name: 'door/join-unknown',
			open: async (page) => {
				await page.goto(`${server.url}/join`);
				await page.locator('.boxes input').fill('QQQQ');
				await page.locator('.reason:not(:empty)').waitFor();
			},
		},
		{
			name: 'door/gone',
			open: async (page) => {
				await page.goto(`${server.url}/t/AAAAAAAAAAAAAAAAAAAAAA`);
				await page.getByRole('link').first().waitFor();
			},
		},
	];
}

function fresh(server: Server, game: string): Scene[] {
	const open = async (page: Page) => {
		await page.goto(`${server.url}/new/${game}`);
		await page.locator('h2#who').waitFor();
	};
	return [
		{ name: `${game}/new`, looks: ABROAD, open },
		{
			name: `${game}/new-more`,
			open: async (page, say) => {
				await open(page);
				await page.getByRole('button', { name: say('new.choose') }).click();
				await page.getByRole('button', { name: say('new.more'), exact: true }).click();
				await page.getByRole('dialog').waitFor();
			},
		},
	];
}

function newTable(server: Server): Scene[] {
	return [
		{
			name: 'door/new-chair',
			open: async (page) => {
				await page.goto(`${server.url}/new/${aGame()}`);
				await page.locator('h2#who').waitFor();
				await page.locator('section[aria-labelledby="who"] button').first().click();
				await page.getByRole('dialog').waitFor();
			},
		},
		{
			name: 'door/new-unknown',
			open: async (page) => {
				await page.goto(`${server.url}/new/chess`);
				await page.getByRole('heading').first().waitFor();
			},
		},
	];
}

async function lobby(server: Server, puppets: Puppets): Promise<Scene[]> {
	const opened = await puppets.ask<Opened>('POST', '/api/tables', {
		game: aGame((one) => one.together),
		chairs: [
			{ sitter: 'here', name: 'Mia', colour: 'red' },
			{ sitter: 'here', name: 'Ben' },
			{ sitter: 'open' },
			{ sitter: 'bot', name: 'Lotta' },
		],
	});
	const table = opened.table.table;
	const seat = async () => ({ table, tokens: opened.tokens });
	const open = async (page: Page) => {
		await page.goto(`${server.url}/t/${table}`);
		await page.locator('.lobby h2').waitFor();
		await page.locator('.lobby img, .lobby svg').first().waitFor();
	};
	const sheet = (name: string, work: (page: Page) => Promise<void>): Scene => ({
		name: `door/${name}`,
		seat,
		open: async (page) => {
			await open(page);
			await work(page);
			await page.getByRole('dialog').waitFor();
		},
	});
	return [
		{ name: 'door/lobby-host', looks: EVERYWHERE, seat, open },
		{ name: 'door/lobby-guest', open },
		sheet('lobby-options', (page) => page.locator('.lobby header button').first().click()),
		sheet('lobby-fair', (page) => page.locator('.lobby .fair').click()),
		sheet('lobby-chair', (page) => page.locator('.who button').first().click()),
		{
			name: 'door/lobby-sit',
			open: async (page) => {
				await open(page);
				await page.locator('footer .button.main').click();
				await page.getByRole('dialog').waitFor();
			},
		},
	];
}

test('door', async ({ browser, server, puppets }) => {
	test.skip(!asked('door'), 'another game was asked for');
	await shootAll(browser, [...home(server), ...newTable(server), ...(await lobby(server, puppets))]);
});

for (const game of GAMES) {
	test(`${game}: a new table`, async ({ browser, server }) => {
		test.skip(!asked(game), 'another game was asked for');
		await shootAll(browser, fresh(server, game));
	});
}
