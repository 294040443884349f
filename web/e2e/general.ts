// A server that draws every game on the general table, and hosts a game from elsewhere that declares nothing for it.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Spread, Zone } from '../src/net/shapes';
import { test as base, hold, openTable } from './fixtures';
import { Server } from './server';

const elsewhere = resolve(import.meta.dirname, '../../tests/elsewhere');
/** A game of another package, without a word about how it is drawn. */
export const UNDECLARED = readdirSync(elsewhere).find((one) => existsSync(resolve(elsewhere, one, 'game.py')))!;

export const test = base.extend({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from here
		async ({}, use) => {
			const path = [process.env.PYTHONPATH, elsewhere].filter(Boolean).join(delimiter);
			const server = new Server({ PYTHONPATH: path }, ['--general']);
			await server.start();
			await use(server);
			await server.stop();
		},
		{ scope: 'worker', timeout: 60_000 },
	],
});

/** What lies on a table instead of what its game says: zones, cards of the own hand, what is legal. */
export type Sample = Partial<Spread> & { mine?: string[]; legal?: number[] };

/** Every view that comes to this page shows the sample; what is not said is empty. */
export async function layOut(page: Page, sample: Sample): Promise<void> {
	const { mine = [], legal, ...said } = sample;
	await page.routeWebSocket(/\/ws/, (line) => {
		const far = line.connectToServer();
		far.onMessage((heard) => {
			const message = JSON.parse(String(heard));
			for (const update of message.type === 'update' ? message.seats : []) {
				if (legal) update.legal = legal;
				if (!update.view) continue;
				const hands = (update.view.spread.zones as Zone[]).filter((zone) => zone.kind === 'hand');
				const own = (zone: Zone) => (zone.owner === update.seat ? { ...zone, cards: mine } : zone);
				const zones = [...(said.zones ?? []), ...hands.map(own)];
				update.view.spread = { ...update.view.spread, notes: [], ...said, zones };
			}
			line.send(JSON.stringify(message));
		});
	});
}

/** A table of people at this device, of whom the first one looks. */
export async function sitBefore(page: Page, server: Server, names: string[]): Promise<void> {
	const opened = await openTable(server, {
		game: UNDECLARED,
		chairs: names.map((name) => ({ sitter: 'here' as const, name })),
		settings: { clock: false, pace_ms: 0 },
		deal: true,
	});
	const own = opened.tokens.filter((held) => held.seat === 0);
	await hold(page.context(), opened.table.table, own);
	await page.goto(`${server.url}/t/${opened.table.table}`);
	await page.locator('[data-place^="zone:"]').first().waitFor();
}
