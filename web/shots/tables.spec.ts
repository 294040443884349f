// The tables of all games: asked, taken up, waiting, windows, refusals, moments that are told, watchers, and what can be opened there.
import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/fixtures';
import { aGame, GAMES, questionOf, scenesOf } from '../e2e/games';
import type { Puppets } from '../e2e/puppets';
import type { Moment, Plan, Shown } from '../e2e/scenes';
import type { Server } from '../e2e/server';
import { readGolden } from '../places';
import type { Opened, Replay } from '../src/net/protocol';
import { ABROAD, asked, EVERY, EVERYWHERE, type Look, type Say, type Scene, shootAll } from './studio';

const WATCHED: Look[] = [{ sizes: ['phone', 'tablet', 'television'], themes: ['light', 'dark'] }];

const TALK = { type: 'say', seat: 1, phrase: 'sorry' };

interface Studio {
	game: string;
	server: Server;
	puppets: Puppets;
	shown: Shown;
}

const frame = (page: Page) => page.locator('.frame').waitFor();

/** Go to the table and wait until what is on it stands still. */
async function sit(page: Page, server: Server, table: string): Promise<void> {
	await page.goto(`${server.url}/t/${table}`);
	await frame(page);
	await expect(page.locator('.prompt')).not.toHaveText(/^\s*$/);
}

function scene({ game, server, puppets }: Studio, name: string, plan: Plan, more: Partial<Scene> = {}): Scene {
	return {
		name: `${game}/${name}`,
		seat: async () => {
			const position = await puppets.at(game, plan);
			return { table: position.table.table, tokens: position.held(0) };
		},
		open: async (page, _say, table) => sit(page, server, table),
		...more,
	};
}

function playing(set: Studio): Scene[] {
	const { game, server, puppets, shown } = set;
	const scenes = [
		scene(set, 'asked', shown.asked, { looks: EVERYWHERE }),
		scene(set, 'waiting', shown.waiting),
		scene(set, 'selected', shown.asked, {
			looks: EVERYWHERE,
			// Where one tap plays, the position is gone: so each look has its own.
			seat: async () => {
				const position = await puppets.reach(game, shown.asked);
				return { table: position.table.table, tokens: position.held(0) };
			},
			open: async (page, _say, table) => {
				await sit(page, server, table);
				await shown.pick(page);
			},
		}),
		scene(set, 'refused', shown.refused ?? shown.asked, {
			each: async (page) => {
				await shown.refuse(page);
				await page.locator('.bubble').first().waitFor();
			},
		}),
		scene(set, 'what-can-i-do', shown.asked, {
			looks: EVERY,
			open: async (page, say, table) => {
				await sit(page, server, table);
				await page.keyboard.press('h');
				await page
					.getByRole('dialog')
					.getByRole('button', { name: say('menu_sheet.what'), exact: true })
					.click();
			},
		}),
		{
			name: `${game}/watcher`,
			looks: WATCHED,
			open: async (page: Page) => sit(page, server, (await puppets.at(game, shown.asked)).table.table),
		},
	];
	for (const kind of Object.keys(shown.questions))
		scenes.push(scene(set, kind.replaceAll('_', '-'), questionOf(game, kind)));
	for (const [name, plan] of Object.entries(shown.more ?? {})) scenes.push(scene(set, name, plan));
	for (const [name, plan] of Object.entries(shown.windows ?? {})) {
		scenes.push(
			scene(set, name, plan, {
				seat: async () => {
					const position = await puppets.reach(game, plan);
					return { table: position.table.table, tokens: position.held(0) };
				},
			}),
		);
	}
	return scenes;
}

/** Open something at the table of the position. */
function opening(set: Studio, name: string, work: (page: Page, say: Say) => Promise<void>): Scene {
	return scene(set, name, set.shown.asked, {
		open: async (page, say, table) => {
			await sit(page, set.server, table);
			await work(page, say);
			await page.getByRole('dialog').waitFor();
		},
	});
}

/** The sheets in which each game has its own words. */
function sheets(set: Studio): Scene[] {
	return [
		opening(set, 'help-cards', (page) => page.keyboard.press('h')),
		opening(set, 'help-rules', async (page, say) => {
			await page.keyboard.press('h');
			await page.getByRole('button', { name: say('rules.by_rule'), exact: true }).click();
		}),
		opening(set, 'seat', (page) => page.locator('.frame header .pill').first().click()),
	];
}

/** What is the same at every table: taken at one. */
function common(set: Studio): Scene[] {
	const undone = aGame(({ shown }) => shown.undo);
	const undo = scenesOf(undone).shown.undo!;
	const menu = (page: Page) => page.locator('.frame header .side button').first().click();
	const inMenu = (name: string, key: string) =>
		opening(set, name, async (page, say) => {
			await menu(page);
			await page.getByRole('button', { name: say(key), exact: true }).click();
		});
	return [
		opening(set, 'menu', menu),
		inMenu('fair', 'fair.title'),
		inMenu('invite', 'invite.title'),
		inMenu('chairs', 'menu_sheet.chairs'),
		inMenu('table-settings', 'menu_sheet.table'),
		scene({ ...set, game: undone }, 'undo', undo, {
			open: async (page, _say, table) => {
				await sit(page, set.server, table);
				await set.puppets.send(table, { type: 'undo', seat: 1 });
				await page.locator('section.ask').waitFor();
			},
			each: async () => set.puppets.send((await set.puppets.at(undone, undo)).table.table, TALK),
		}),
		scene(set, 'no-connection', set.shown.asked, {
			open: async (page, _say, table) => {
				const lines: { close(): void }[] = [];
				await page.routeWebSocket(/\/ws$/, (line) => {
					if (lines.length) void line.close();
					else line.connectToServer();
					lines.push(line);
				});
				await sit(page, set.server, table);
				lines[0]!.close();
				await page.locator('p.line').waitFor();
			},
		}),
	].map((one) => ({ ...one, name: one.name.replace(/^\w+/, 'table') }));
}

/** Two at one device: the door between their turns. */
async function passing({ game, server, puppets }: Studio): Promise<Scene> {
	const opened = await puppets.ask<Opened>('POST', '/api/tables', {
		game,
		chairs: [{ sitter: 'here', name: 'Mia' }, { sitter: 'here', name: 'Ben' }, { sitter: 'bot' }],
		settings: { clock: false, pace_ms: 0 },
		deal: true,
	});
	return {
		name: `${game}/cover`,
		seat: async () => ({ table: opened.table.table, tokens: opened.tokens }),
		open: async (page, _say, table) => {
			await page.goto(`${server.url}/t/${table}`);
			await page.locator('.cover, .frame .prompt').first().waitFor();
		},
	};
}

function endings(set: Studio): Scene[] {
	const { game, server, puppets, shown } = set;
	const end: Plan = { ...shown.asked, kinds: undefined, moves: 0, ...shown.over, stop: null };
	const over = async (page: Page, _say: unknown, table: string) => {
		await page.goto(`${server.url}/t/${table}`);
		await page.locator('.result h1').waitFor();
	};
	const replay = async (page: Page, _say: unknown, table: string) => {
		await page.goto(`${server.url}/t/${table}?replay=${(await puppets.at(game, end)).table.number}`);
		await page.locator('.controls').waitFor();
		await page.locator('.controls input[type="range"]').fill('20');
	};
	const scenes = [
		scene(set, 'result', end, { looks: EVERYWHERE, open: over }),
		scene(set, 'replay', end, { looks: EVERYWHERE, open: replay }),
		scene(set, 'fair-checked', end, {
			open: async (page, say, table) => {
				await over(page, say, table);
				await page
					.getByRole('button', { name: say('fair.title'), exact: true })
					.first()
					.click();
				await page.getByRole('dialog').waitFor();
			},
		}),
	];
	scenes.push({
		name: `${game}/lesson`,
		looks: EVERYWHERE,
		prefs: { lessons: [] },
		open: async (page) => {
			await page.goto(`${server.url}/lesson/${game}`);
			await page.locator('.bar p:not(:empty)').waitFor();
		},
	});
	return scenes;
}

/** A moment of a recorded game, caught in the middle of its movement. */
async function telling({ game, server, puppets }: Studio, moment: Moment): Promise<Scene> {
	const shared = await puppets.ask<{ share: string }>('POST', '/api/import', {
		record: readGolden(game, moment.record),
	});
	const id = shared.share;
	const path = `/api/tables/${id}/games/0/replay?since=0&limit=2000`;
	const whole = await puppets.ask<Replay>('GET', path);
	const steps = whole.steps.flatMap((step, at) =>
		step.events.some((event) => event.kind === moment.event) ? [at] : [],
	);
	const at = steps[moment.nth ?? 0];
	if (at === undefined) throw new Error(`no ${moment.event} in ${moment.record} of ${game}`);
	return {
		name: `${game}/told-${moment.name}`,
		looks: ABROAD,
		motion: true,
		open: async (page) => {
			await page.goto(`${server.url}/r/${id}`);
			await page.locator('.controls').waitFor();
			if (moment.seat != null)
				await page
					.locator('.eyes button')
					.nth(moment.seat + 1)
					.click();
		},
		each: async (page) => {
			await page.locator('.controls input[type="range"]').fill(String(at - 1));
			await page.waitForTimeout(150);
			await page.keyboard.press('Escape');
			await page.locator('.steps button').nth(3).click();
			await page.evaluate(freeze, moment.beat ?? 1);
		},
		after: async (page) => {
			await page.evaluate(() => {
				for (const one of document.getAnimations()) one.finish();
			});
		},
	};
}

/** Runs in the page: stop in the middle of the n-th movement. */
async function freeze(beat: number): Promise<void> {
	const moving = () => document.getAnimations().filter((one) => Number(one.effect?.getTiming().duration) > 150);
	const frame_ = () => new Promise((done) => requestAnimationFrame(done));
	const until = performance.now() + 3000;
	for (let n = 1; performance.now() < until; ) {
		const now = moving();
		if (now.length && n === beat) {
			for (const one of now) {
				one.pause();
				one.currentTime = Number(one.effect!.getComputedTiming().endTime) * 0.35;
			}
			await frame_();
			return;
		}
		if (now.length) {
			n++;
			for (const one of now) one.finish();
		}
		await frame_();
	}
}

test('table: what is the same at each', async ({ browser, server, puppets }) => {
	test.skip(!asked('table'), 'a game was asked for');
	const game = aGame((one) => one.together);
	await shootAll(browser, common({ game, server, puppets, shown: scenesOf(game).shown }));
});

for (const game of GAMES) {
	const parts = { playing, sheets, endings } as const;
	for (const [part, make] of Object.entries(parts)) {
		test(`${game}: ${part}`, async ({ browser, server, puppets }) => {
			test.skip(!asked(game), 'another game was asked for');
			await shootAll(browser, make({ game, server, puppets, shown: scenesOf(game).shown }));
		});
	}
	test(`${game}: told`, async ({ browser, server, puppets }) => {
		test.skip(!asked(game), 'another game was asked for');
		const set = { game, server, puppets, shown: scenesOf(game).shown };
		const scenes = [passing(set), ...set.shown.moments.map((moment) => telling(set, moment))];
		await shootAll(browser, await Promise.all(scenes));
	});
}
