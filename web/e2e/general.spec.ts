// Every game on the general table: played to its end, through doors and in a replay; nothing cut, covered or shut to anybody.
// GENERAL=all plays each of them and looks at every size; otherwise a spread of it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, handOf, hasten, hold, offered, openTable, prefer } from './fixtures';
import { GAMES, questionOf, scenesOf } from './games';
import { test, UNDECLARED } from './general';
import { keysOn } from './keys';
import { farAway, faults, look, ROOM_SIZES, SIZES, type Size } from './layout';
import { openCover, playOn, tapUnfitCard, untilCovered } from './player';
import type { Plan } from './scenes';
import { t } from './words';

const EVERY = [...GAMES, UNDECLARED];
const ALL = process.env.GENERAL === 'all';
/** A game of cards with windows, one with sealed choices, one with a grid; the race is long. */
const PLAYED = ALL ? EVERY : EVERY.filter((game) => game === UNDECLARED || quickest(game));
const LOOKS: [Size, string, number][] = ALL
	? SIZES.flatMap((size) => ['en', 'de', 'fi'].map((language): [Size, string, number] => [size, language, 1]))
	: [
			['360x740', 'de', 1],
			['844x390', 'fi', 1],
			['1024x768', 'en', 1],
			['390x844', 'en', 2],
		];

function quickest(game: string): boolean {
	return scenesOf(game).hands === false || scenesOf(game).together !== undefined;
}

/** The position of a picture, or the first question of a game that has none. */
const planOf = (game: string): Plan =>
	game === UNDECLARED ? { preset: 'full', stop: 0, moves: 6 } : scenesOf(game).shown.asked;

const quickOf = (game: string): Plan =>
	game === UNDECLARED ? { preset: 'first-time' } : { preset: 'first-time', ...scenesOf(game).quick };

test.describe('every game to its end', () => {
	for (const game of PLAYED) {
		test(game, async ({ page, context, server }) => {
			test.setTimeout(240_000);
			await prefer(context, { speed: 'off', lessons: EVERY });
			await hasten(context);
			const opened = await openTable(server, {
				game,
				preset: 'first-time',
				chairs: [
					{ sitter: 'here', name: 'Mia' },
					{ sitter: 'bot', name: 'Bo', level: '1' },
				],
				settings: { clock: false, pace_ms: 0 },
				deal: true,
			});
			await hold(context, opened.table.table, opened.tokens);
			await page.goto(`${server.url}/t/${opened.table.table}`);
			await expect(page.locator(`[data-game="${game}"]`)).toBeVisible();
			await playOn(page);
			await expect(page.locator('.result h1')).toBeVisible();
			expect(await keysOn(page)).toEqual([]);
		});
	}
});

/** Sit down where the puppets have played to. */
async function arrive(page: Page, url: string, position: { table: { table: string } }, tokens: unknown): Promise<void> {
	await page.goto(`${url}/api/health`);
	await page.evaluate(
		([prefs, tables]) => {
			localStorage.setItem('tailback.prefs', JSON.stringify(prefs));
			localStorage.setItem('tailback.tables', JSON.stringify(tables));
		},
		[
			{ volume: 0, speed: 'off', lessons: EVERY, theme: 'light' },
			[{ table: position.table.table, game: '', names: [], tokens, seen: Date.now() }],
		] as const,
	);
	await page.goto(`${url}/t/${position.table.table}`);
	await expect(page.locator('.frame .prompt.mine')).toBeVisible();
}

test.describe('nothing is cut, covered, too small or shut to anybody', () => {
	test.use({ bypassCSP: true });
	for (const game of EVERY) {
		test(game, async ({ page, server, puppets }) => {
			test.setTimeout(ALL ? 600_000 : 180_000);
			const plans =
				ALL && game !== UNDECLARED
					? Object.keys(scenesOf(game).shown.questions).map((kind) => questionOf(game, kind))
					: [];
			for (const plan of [planOf(game), ...plans]) {
				const position = await puppets.reach(game, plan);
				await arrive(page, server.url, position, position.held(position.seat ?? 0));
				const found: string[] = [];
				for (const [size, language, letters] of LOOKS) {
					await look(page, size, language, letters);
					const wrong = [...(await faults(page)), ...(await keysOn(page)).map((key) => `no words for ${key}`)];
					found.push(...wrong.map((fault) => `${size} ${language} ${letters}: ${fault}`));
				}
				expect.soft(found, plan.kinds?.[0] ?? 'asked').toEqual([]);
			}
			const axe = await new AxeBuilder({ page }).setLegacyMode().analyze();
			expect(axe.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`))).toEqual(
				[],
			);
		});
	}
});

test('a game that declares nothing: a door stands between two hands', async ({ page, context, server }) => {
	await prefer(context, { speed: 'off', lessons: EVERY });
	await hasten(context);
	const opened = await openTable(server, {
		game: UNDECLARED,
		chairs: [
			{ sitter: 'here', name: 'Mia' },
			{ sitter: 'here', name: 'Ben' },
		],
		settings: { clock: false, pace_ms: 0 },
		deal: true,
	});
	await hold(context, opened.table.table, opened.tokens);
	await page.goto(`${server.url}/t/${opened.table.table}`);
	await expect(page.locator('.cover')).toBeVisible();
	await expect(handOf(page)).toHaveCount(0);
	await openCover(page);
	await expect(handOf(page)).toHaveCount(3);
	await untilCovered(page);
	await expect(handOf(page)).toHaveCount(0);
});

test('what needs no look at a hand is asked without a door', async ({ page, context, server, puppets }) => {
	await prefer(context, { speed: 'off', lessons: EVERY });
	const games = (await offered(server)).games.filter((one) => GAMES.includes(one.id));
	const found = games.flatMap((game) => game.in_the_open.map((kind) => ({ game: game.id, kind })));
	const { game, kind } = found.find((one) => scenesOf(one.game).shown.questions[one.kind])!;
	const { table, tokens } = await puppets.reach(game, questionOf(game, kind));
	await hold(context, table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	await expect(page.locator('.asks [data-can="true"]').first()).toBeVisible();
	await expect(page.locator('.cover')).toHaveCount(0);
	await expect(handOf(page)).toHaveCount(0);
	await page.locator('.asks [data-can="true"]').first().click();
	await expect(page.locator('.asks')).toHaveCount(0);
});

test('a card that does not fit says why', async ({ page, server, puppets }) => {
	const game = EVERY.find((one) => one !== UNDECLARED && scenesOf(one).hands && !scenesOf(one).together)!;
	const position = await puppets.reach(game, { stop: 0, moves: 4 });
	await arrive(
		page,
		server.url,
		position,
		position.tokens.filter((one) => one.seat === position.seat),
	);
	await tapUnfitCard(page);
	await expect(page.getByRole('alertdialog').or(page.locator('.bubble'))).toBeVisible();
});

test('a replay', async ({ page, context, server, puppets }) => {
	await prefer(context, { speed: 'off', lessons: EVERY });
	const { table, tokens } = await puppets.reach(UNDECLARED, { players: 2, stop: null, ...quickOf(UNDECLARED) });
	await hold(context, table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}?replay=0`);
	const controls = page.getByRole('region', { name: t('replay.controls') });
	await controls.getByRole('button', { name: t('replay.next') }).click();
	await expect(controls.getByRole('slider')).toHaveValue('1');
	await expect(page.locator('[data-place="zone:lane"] [data-piece]')).toHaveCount(1);
});

test('a big screen shows all of any game', async ({ page, server, puppets }) => {
	const found: string[] = [];
	for (const game of EVERY) {
		const position = await puppets.reach(game, planOf(game));
		await page.goto(`${server.url}/tv/${position.table.code}`);
		await page.locator('.big .face').first().waitFor();
		for (const size of ROOM_SIZES) {
			await look(page, size, 'de', 1);
			for (const fault of await page.evaluate(farAway)) found.push(`${game} ${size}: ${fault}`);
		}
	}
	expect(found).toEqual([]);
});
