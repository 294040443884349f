// Nothing is cut, covered, too small, off the screen or without words: every question of every game, and the screens around it.
// `make layout` looks at all sizes, languages and letters; here a spread of them is looked at, in which everything that ever went
// wrong would show. Other browsers (`others.config.ts`) look at all sizes, or at the first question of each game on a phone, upright
// and on its side.
import { mkdirSync } from 'node:fs';
import { readTexts } from '../places';
import type { Opened } from '../src/net/protocol';
import { expect, openTable, test } from './fixtures';
import { aGame, GAMES, questionOf, scenesOf } from './games';
import { keysOn } from './keys';
import { faults, look, SIZES, type Size } from './layout';
import { count, tapWhenThere } from './player';
import type { Plan } from './scenes';
import type { Screen } from './screen';
import { t } from './words';

interface Look {
	size: Size;
	language: string;
	letters: number;
}
const LARGE: Look = { size: '390x844', language: 'en', letters: 2 };
const SPREAD: Look[] = [
	{ size: '360x740', language: 'de', letters: 1 },
	{ size: '844x390', language: 'fi', letters: 1 },
	{ size: '1024x768', language: 'fi', letters: 1 },
	{ size: '768x1024', language: 'de', letters: 1 },
	LARGE,
];
const LANGUAGES = ['de', 'fi', 'en'];
/** LAYOUT says how much is looked at. */
const ALL = process.env.LAYOUT === 'all';
const FIRST = process.env.LAYOUT === 'first';
const looks = (): Look[] => {
	if (ALL)
		return SIZES.flatMap((size) =>
			LANGUAGES.flatMap((language) => [1, 2].map((letters) => ({ size, language, letters }))),
		);
	if (process.env.LAYOUT === 'sizes')
		return [...SIZES.map((size, i) => ({ size, language: LANGUAGES[i % 3]!, letters: 1 })), LARGE];
	return FIRST ? SPREAD.slice(0, 2) : SPREAD;
};
const LOOKS = looks();
/** The first question of a game in every look, the others in one each, in turn. */
const looksAt = (n: number): Look[] => (ALL || n === 0 ? LOOKS : [LOOKS[n % LOOKS.length]!]);
/** Many screens a test, none of which waits for a clock: a slow machine takes its time. */
const PATIENCE = ALL ? 1_800_000 : 600_000;
const PICTURES = process.env.LAYOUT_PICTURES;

/** Measure the page in every look. */
async function measured(view: Screen, what: string, wanted = LOOKS): Promise<string[]> {
	const found: string[] = [];
	for (const { size, language, letters } of wanted) {
		await look(view, size, language, letters);
		for (const fault of [...(await faults(view)), ...(await keysOn(view)).map((key) => `no words for ${key}`)])
			found.push(`${what} ${size} ${language} ${letters}: ${fault}`);
		if (PICTURES) {
			const folder = `../build/layout/${test.info().project.name || 'chromium'}`;
			mkdirSync(folder, { recursive: true });
			await view.screenshot({ path: `${folder}/${what}.${size}.${language}.${letters}.png` });
		}
	}
	return found;
}

/** This device holds these seats from now on; go to the table of the first. */
async function sit(view: Screen, url: string, ...held: Pick<Opened, 'table' | 'tokens'>[]): Promise<void> {
	await view.goto(`${url}/api/health`);
	await view.evaluate(
		([prefs, tables]) => {
			localStorage.setItem('tailback.prefs', JSON.stringify(prefs));
			localStorage.setItem('tailback.tables', JSON.stringify(tables));
		},
		[
			{ volume: 0, speed: 'off', lessons: GAMES },
			held.map(({ table, tokens }) => ({ table: table.table, game: '', names: [], tokens, seen: Date.now() })),
		] as const,
	);
	await view.goto(held[0] ? `${url}/t/${held[0].table.table}` : url);
}

const seen = (view: Screen, selector: string) => expect.poll(() => count(view, selector)).toBeGreaterThan(0);
const prompted = (view: Screen) =>
	expect
		.poll(() => view.evaluate(() => document.querySelector('.frame .prompt')?.textContent?.trim() ?? ''))
		.not.toBe('');

for (const game of GAMES) {
	const { questions, more } = scenesOf(game).shown;

	test(`${game}: every question`, { tag: '@quick' }, async ({ view, server, puppets }) => {
		test.setTimeout(PATIENCE);
		const found: string[] = [];
		const plans: [string, Plan][] = [
			...Object.keys(questions).map((kind): [string, Plan] => [kind, questionOf(game, kind)]),
			...Object.entries(more ?? {}),
		];
		for (const [i, [name, plan]] of plans.slice(0, FIRST ? 1 : undefined).entries()) {
			const position = await puppets.reach(game, plan);
			await sit(view, server.url, { ...position, tokens: position.held(position.seat ?? 0) });
			await prompted(view);
			found.push(...(await measured(view, `${game} ${name}`, looksAt(i))));
		}
		expect(found).toEqual([]);
	});

	test(`${game}: every kind of question has its scene`, () => {
		const { decisions } = readTexts('en', game) as { decisions: Record<string, string> };
		expect(Object.keys(questions).sort()).toEqual(Object.keys(decisions).sort());
	});
}

test('home, settings, new table, lobby', async ({ view, server }) => {
	test.setTimeout(PATIENCE);
	const found: string[] = [];
	await sit(view, server.url);
	await seen(view, 'article');
	await tapWhenThere(view, `button[aria-label="${t('prefs.title')}"]`);
	await seen(view, 'dialog[open]');
	found.push(...(await measured(view, 'settings')));
	await view.goto(server.url);
	await seen(view, 'article');
	found.push(...(await measured(view, 'home')));
	await view.goto(`${server.url}/new/${aGame((one) => one.hands)}`);
	await seen(view, 'main h2');
	found.push(...(await measured(view, 'new table')));
	await look(view, '360x740', 'en', 1);
	const widths = await view.evaluate(() =>
		[...document.querySelectorAll('.us .chip')].map((one) => Math.round(one.getBoundingClientRect().width)),
	);
	expect(Math.max(...widths) - Math.min(...widths), 'numbers are offered side by side').toBeLessThan(2);
	const opened = await openTable(server, {
		game: aGame(),
		chairs: [{ sitter: 'here', name: 'Maximiliane' }, { sitter: 'open' }, { sitter: 'open' }, { sitter: 'bot' }],
	});
	await sit(view, server.url, opened);
	await seen(view, '.who');
	found.push(...(await measured(view, 'lobby')));
	expect(found).toEqual([]);
});

test('cover, menu, result', async ({ view, server, puppets }) => {
	test.setTimeout(PATIENCE);
	const found: string[] = [];
	const game = aGame((one) => one.hands);
	const dealt = await puppets.deal(game, {});
	const over = await puppets.reach(game, { players: 3, preset: 'first-time', ...scenesOf(game).quick, stop: null });
	await sit(view, server.url, dealt, over);
	await seen(view, '.cover');
	found.push(...(await measured(view, 'cover')));
	// Alone at the device: no cover, and the menu is at hand.
	await sit(view, server.url, { ...dealt, tokens: dealt.held(0) }, over);
	await prompted(view);
	await tapWhenThere(view, '.frame header button');
	await seen(view, 'dialog[open]');
	found.push(...(await measured(view, 'menu')));
	await view.goto(`${server.url}/t/${over.table.table}`);
	await seen(view, '.result h1');
	found.push(...(await measured(view, 'result')));
	expect(found).toEqual([]);
});
