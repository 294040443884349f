// Nothing is cut, covered, too small, off the screen or without words: every question of every game, and the screens around it.
// `make layout` looks at all sizes, languages and letters; here a spread of them is looked at, in which everything that ever went
// wrong would show.
import type { BrowserContext, Page } from '@playwright/test';
import { readTexts } from '../places';
import { expect, hold, openTable, prefer, test } from './fixtures';
import { aGame, GAMES, questionOf, scenesOf } from './games';
import { keysOn } from './keys';
import { faults, look, SIZES, type Size } from './layout';
import type { Plan } from './scenes';
import type { Server } from './server';
import { t } from './words';

interface Look {
	size: Size;
	language: string;
	letters: number;
}
const WHOLE = process.env.LAYOUT === 'all';
const ALL: Look[] = SIZES.flatMap((size) =>
	['en', 'de', 'fi'].flatMap((language) => [1, 2].map((letters) => ({ size, language, letters }))),
);
const SPREAD: Look[] = [
	{ size: '360x740', language: 'de', letters: 1 },
	{ size: '844x390', language: 'fi', letters: 1 },
	{ size: '1024x768', language: 'fi', letters: 1 },
	{ size: '390x844', language: 'en', letters: 2 },
];
const LOOKS = WHOLE ? ALL : SPREAD;
/** The first question of a game in every look, the others in one each, in turn. */
const looksAt = (n: number): Look[] => (WHOLE || n === 0 ? LOOKS : [LOOKS[n % LOOKS.length]!]);
/** Many screens a test, none of which waits for a clock: a slow machine takes its time. */
const PATIENCE = WHOLE ? 1_800_000 : 600_000;

/** Measure the page in every look. */
async function measured(page: Page, what: string, looks = LOOKS): Promise<string[]> {
	const found: string[] = [];
	for (const { size, language, letters } of looks) {
		await look(page, size, language, letters);
		for (const fault of [...(await faults(page)), ...(await keysOn(page)).map((key) => `no words for ${key}`)])
			found.push(`${what} ${size} ${language} ${letters}: ${fault}`);
		if (process.env.LAYOUT_PICTURES)
			await page.screenshot({ path: `../build/layout/${what}.${size}.${language}.${letters}.png` });
	}
	return found;
}

async function sit(page: Page, server: Server, position: { table: { table: string } }): Promise<void> {
	await page.goto(`${server.url}/t/${position.table.table}`);
	await expect(page.locator('.frame .prompt')).not.toHaveText(/^\s*$/);
}

const device = async (context: BrowserContext) => prefer(context, { speed: 'off' });

for (const game of GAMES) {
	const { questions, more } = scenesOf(game).shown;

	test(`${game}: every question`, async ({ browser, server, puppets }) => {
		test.setTimeout(PATIENCE);
		const found: string[] = [];
		const plans: [string, Plan][] = [
			...Object.keys(questions).map((kind): [string, Plan] => [kind, questionOf(game, kind)]),
			...Object.entries(more ?? {}),
		];
		const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
		await device(context);
		const page = await context.newPage();
		await page.goto(`${server.url}/api/health`);
		for (const [i, [name, plan]] of plans.entries()) {
			const position = await puppets.reach(game, plan);
			await page.evaluate(
				([table, tokens]) => {
					const kept = [{ table, game: '', names: [], tokens, seen: Date.now() }];
					localStorage.setItem('tailback.tables', JSON.stringify(kept));
				},
				[position.table.table, position.held(position.seat ?? 0)] as const,
			);
			await sit(page, server, position);
			found.push(...(await measured(page, `${game} ${name}`, looksAt(i))));
		}
		await context.close();
		expect(found).toEqual([]);
	});

	test(`${game}: every kind of question has its scene`, () => {
		const { decisions } = readTexts('en', game) as { decisions: Record<string, string> };
		expect(Object.keys(questions).sort()).toEqual(Object.keys(decisions).sort());
	});
}

test('home, settings, new table, lobby', async ({ page, context, server }) => {
	test.setTimeout(PATIENCE);
	await device(context);
	const found: string[] = [];
	await page.goto(server.url);
	await expect(page.getByRole('article').first()).toBeVisible();
	await page.getByRole('button', { name: t('prefs.title'), exact: true }).click();
	found.push(...(await measured(page, 'settings')));
	await page.goto(`${server.url}/new/${aGame((one) => one.hands)}`);
	await expect(page.locator('main')).toBeVisible();
	found.push(...(await measured(page, 'new table')));
	const { table, tokens } = await openTable(server, {
		game: aGame(),
		chairs: [{ sitter: 'here', name: 'Maximiliane' }, { sitter: 'open' }, { sitter: 'open' }, { sitter: 'bot' }],
	});
	await hold(context, table.table, tokens);
	await page.goto(`${server.url}/t/${table.table}`);
	await expect(page.locator('.who').first()).toBeVisible();
	found.push(...(await measured(page, 'lobby')));
	expect(found).toEqual([]);
});

test('cover, menu, result', async ({ page, context, server, puppets }) => {
	test.setTimeout(PATIENCE);
	await device(context);
	const found: string[] = [];
	const game = aGame((one) => one.hands);
	const dealt = await puppets.deal(game, {});
	const over = await puppets.reach(game, { ...scenesOf(game).quick, stop: null });
	await page.goto(`${server.url}/api/health`);
	const keep = (...held: Pick<typeof dealt, 'table' | 'tokens'>[]) =>
		page.evaluate(
			(kept) => localStorage.setItem('tailback.tables', JSON.stringify(kept)),
			held.map(({ table, tokens }) => ({ table: table.table, game: '', names: [], tokens, seen: Date.now() })),
		);
	await keep(dealt, over);
	await page.goto(`${server.url}/t/${dealt.table.table}`);
	await expect(page.locator('.cover')).toBeVisible();
	found.push(...(await measured(page, 'cover')));
	// Alone at the device: no cover, and the menu is at hand.
	await keep({ ...dealt, tokens: dealt.held(0) }, over);
	await sit(page, server, dealt);
	await page.locator('.frame header button').first().click();
	await expect(page.locator('dialog[open]')).toBeVisible();
	found.push(...(await measured(page, 'menu')));
	await page.goto(`${server.url}/t/${over.table.table}`);
	await expect(page.locator('.result h1')).toBeVisible();
	found.push(...(await measured(page, 'result')));
	expect(found).toEqual([]);
});
