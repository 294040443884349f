// Bring a game quickly to where a test begins: seats are played over a socket of their own, without a screen.
import type { Browser, Page } from '@playwright/test';
import type { Held, Opened, TableFace } from '../src/net/protocol';
import { device, expect, hold, openTable } from './fixtures';
import { scenesOf } from './games';
import type { Goal } from './scenes';
import type { Server } from './server';

/** Play until the goal is reached: the seat that is asked, or null when the game ended before. */
export async function playAhead(
	page: Page,
	server: Server,
	table: TableFace,
	tokens: Held[],
	goal: Goal,
): Promise<number | null> {
	await page.goto(`${server.url}/api/health`);
	return page.evaluate(drive, { table: table.table, game: table.game, tokens: tokens.map((held) => held.token), goal });
}

interface Job {
	table: string;
	game: string;
	tokens: string[];
	goal: Goal;
}

/** Runs in the page. */
async function drive({ table, game, tokens, goal }: Job): Promise<number | null> {
	interface Entry {
		seat: number | null;
		n: number;
		decision: { kind: string } | null;
		legal: number[];
		awaited: number[];
	}
	const list = await (await fetch(`/api/games/${game}/actions`)).json();
	const keys = (list.actions ?? list).map((one: { key: string }) => one.key) as string[];
	const order = goal.order ?? [];
	const rank = (action: number) => {
		if (goal.last?.includes(keys[action]!)) return order.length + 1;
		const found = order.indexOf(keys[action]!);
		// Among equals chance decides: some games would go in circles otherwise.
		return (found < 0 ? order.length : found) + Math.random() / 2;
	};
	/** The action to answer this with, or the seat when we are there, or null when all is over. */
	const judge = (seats: Entry[]): { seat: number } | { over: true } | { answer: object } | null => {
		if (seats.every((one) => one.decision === null)) return { over: true };
		const asked = seats.filter((one) => one.seat !== null && one.awaited.includes(one.seat) && one.legal.length);
		for (const one of asked) {
			const can = one.legal.map((action) => keys[action]!);
			const fits = (!goal.key || can.includes(goal.key)) && (!goal.without || !can.includes(goal.without));
			if (one.decision!.kind === goal.kind && fits) return { seat: one.seat! };
		}
		const next = asked[0];
		if (!next) return null;
		const ranked = next.legal.map((action) => ({ action, rank: rank(action) }));
		const { action } = ranked.reduce((best, one) => (one.rank < best.rank ? one : best));
		return {
			answer: { type: 'answer', id: `ahead-${table}-${next.n}-${next.seat}`, seat: next.seat, n: next.n, action },
		};
	};
	return new Promise((done, failed) => {
		const connect = () => {
			const socket = new WebSocket(`ws://${location.host}/ws`);
			const send = (message: object) => socket.send(JSON.stringify(message));
			socket.onopen = () => send({ type: 'hello', protocol: [1], table, tokens, since: null });
			socket.onerror = () => failed(new Error('no line'));
			socket.onmessage = (event) => {
				const message = JSON.parse(String(event.data));
				if (message.type === 'ping') send({ type: 'pong', t: message.t });
				// We play faster than people may; a new line has a new allowance.
				else if (message.type === 'bye' && message.key === 'too_often') connect();
				else if (message.type === 'bye') failed(new Error(`sent away: ${message.key}`));
				else if (message.type === 'update' && message.seats.length) {
					const found = judge(message.seats);
					if (found && 'answer' in found) return send(found.answer);
					if (!found) return;
					socket.close();
					done('seat' in found ? found.seat : null);
				}
			};
		};
		connect();
	});
}

export interface Place {
	browser: Browser;
	server: Server;
	complaints: string[];
	/** What is set on the devices. */
	prefs?: Record<string, unknown>;
}

/** Two people at a table, each with a device of their own. */
export const open = (server: Server, game: string, options: Record<string, unknown>, clock: boolean): Promise<Opened> =>
	openTable(server, {
		game,
		chairs: [
			{ sitter: 'here', name: 'Mia' },
			{ sitter: 'here', name: 'Ben' },
		],
		deal: true,
		preset: 'first-time',
		options,
		settings: { clock, pace_ms: 0 },
	});

/** The device of one seat at the table. */
export async function seatOf(
	{ browser, server, complaints, prefs }: Place,
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

/** A table, without a clock, at which a seat is asked just this; and the device of that seat. */
export async function reach(
	place: Place,
	page: Page,
	game: string,
	options: Record<string, unknown>,
	goal: Goal,
): Promise<Page> {
	for (let tries = 0; tries < 20; tries++) {
		const opened = await open(place.server, game, options, false);
		const seat = await playAhead(page, place.server, opened.table, opened.tokens, goal);
		if (seat !== null) return seatOf(place, opened, seat);
	}
	throw new Error(`${goal.kind} never came`);
}

/** A game that was played to its end by two people at this device. */
export async function playedOut(page: Page, server: Server, game: string): Promise<TableFace> {
	const { table, tokens } = await open(server, game, {}, false);
	await playAhead(page, server, table, tokens, { kind: 'the end', ...scenesOf(game).quick });
	await hold(page.context(), table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	return table;
}
