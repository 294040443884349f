// Sit down where a game has already got to: puppets have played it there.
import type { Browser, Page } from '@playwright/test';
import type { Opened, TableFace } from '../src/net/protocol';
import { device, expect, hold } from './fixtures';
import { scenesOf } from './games';
import type { Puppets } from './puppets';
import type { Plan } from './scenes';
import type { Server } from './server';

export interface Place {
	browser: Browser;
	server: Server;
	puppets: Puppets;
	complaints: string[];
	/** What is set on the devices. */
	prefs?: Record<string, unknown>;
}

/** The device of one seat at the table. */
export async function seatOf(
	{ browser, server, complaints, prefs }: Omit<Place, 'puppets'>,
	{ table, tokens }: Opened,
	seat: number,
): Promise<Page> {
	const page = await device(browser, server, complaints, {}, prefs);
	await hold(
		page.context(),
		table.table,
		tokens.filter((held) => held.seat === seat),
	);
	await page.goto(`${server.url}/t/${table.table}`);
	await expect(page.locator('[data-game]')).toBeVisible();
	return page;
}

/** A table at which a seat is asked just this, and the device of that seat. */
export async function reach(place: Place, game: string, plan: Plan): Promise<Page> {
	const position = await place.puppets.reach(game, plan);
	return seatOf(place, position, position.seat!);
}

/** A game that was played to its end by two people at this device. */
export async function playedOut(page: Page, server: Server, puppets: Puppets, game: string): Promise<TableFace> {
	const { table, tokens } = await puppets.reach(game, {
		players: 2,
		preset: 'first-time',
		stop: null,
		...scenesOf(game).quick,
	});
	await hold(page.context(), table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	return table;
}
