// Nothing is cut, covered, too small, off the screen or without words: every question of every game, and the screens around it.
// `make layout` looks at all sizes, languages and letters; here a spread of them is looked at, in which everything that ever went
// wrong would show. Other browsers (`others.config.ts`) look at all sizes, or at the first question of each game on a phone, upright
// and on its side.
import { mkdirSync } from 'node:fs';
import { readTexts } from '../places';
import type { Opened } from '../src/net/protocol';
import { expect, offered, openTable, test } from './fixtures';
import { aGame, GAMES, questionOf, scenesOf } from './games';
import { keysOn } from './keys';
import { farAway, faults, look, ROOM_SIZES, SIZES, type Size } from './layout';
import { count, holdOpen, playOn, sight, tapWhenThere } from './player';
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
/** All of it is more than one sitting: each size can be looked at by itself (`LAYOUT=all npm run e2e -- layout.spec -g "question .360x740"`). */
const PARTS = ALL
	? SIZES.map((size) => ({ part: ` (${size})`, of: (some: Look[]) => some.filter((one) => one.size === size) }))
	: [{ part: '', of: (some: Look[]) => some }];
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

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const seen = (view: Screen, selector: string) => expect.poll(() => count(view, selector)).toBeGreaterThan(0);
const prompted = (view: Screen) =>
	expect
		.poll(() => view.evaluate(() => document.querySelector('.frame .prompt')?.textContent?.trim() ?? ''))
		.not.toBe('');

for (const game of GAMES) {
	const { questions, more } = scenesOf(game).shown;

	for (const { part, of } of PARTS)
		test(`${game}: every question${part}`, { tag: '@quick' }, async ({ view, server, puppets }) => {
			test.setTimeout(PATIENCE);
			const found: string[] = [];
			const plans: [string, Plan][] = [
				...Object.keys(questions).map((kind): [string, Plan] => [kind, questionOf(game, kind)]),
				...Object.entries(more ?? {}),
			];
			for (const [i, [name, plan]] of plans.slice(0, FIRST ? 1 : undefined).entries()) {
				const position = await puppets.at(game, plan);
				await sit(view, server.url, { ...position, tokens: position.held(position.seat ?? 0) });
				await prompted(view);
				found.push(...(await measured(view, `${game} ${name}`, of(looksAt(i)))));
			}
			expect(found).toEqual([]);
		});

	if (scenesOf(game).hands)
		test(`${game}: two at one device, a hand that waits to be hidden`, async ({ view, server }) => {
			test.setTimeout(PATIENCE);
			const far = 2;
			const opened = await openTable(server, {
				game,
				chairs: ['Mia', 'Ben', 'Oma'].map((name) => ({ sitter: 'here', name })),
				deal: true,
				settings: { clock: false, pace_ms: 0 },
			});
			await sit(view, server.url, { ...opened, tokens: opened.tokens.filter((token) => token.seat !== far) });
			const waits = async () => (await sight(view)).prompt.includes('Oma');
			// Whoever is next is at another device, and not only spoken of in passing.
			await playOn(view, async () => (await waits()) && (await pause(500).then(waits)));
			await holdOpen(view);
			expect(await measured(view, `${game} hide`)).toEqual([]);
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
	found.push(...(await measured(view, 'first table')));
	await tapWhenThere(view, '.buttons .button:not(.main)');
	await seen(view, '.us .chip');
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

for (const game of GAMES)
	test(`${game}: the result has room for everybody, and says what is below`, async ({ view, server, puppets }) => {
		test.setTimeout(PATIENCE);
		const { quick } = scenesOf(game);
		const over = await puppets.reach(game, { players: 4, preset: 'first-time', ...quick, stop: null });
		await sit(view, server.url, over);
		await seen(view, '.result h1');
		// What is told of everybody comes a little later, and pushes what stands below it.
		await expect
			.poll(() => view.evaluate(() => document.querySelector('.tales')?.textContent ?? '…'))
			.not.toContain('…');
		for (const size of ['360x740', '390x844', '844x390', '768x1024', '1024x768', '1440x900'] as const) {
			await look(view, size, 'en', 1);
			const low = await view.evaluate(() => {
				const foot = document.querySelector('.result .main')!.getBoundingClientRect().top;
				return [...document.querySelectorAll('.result .stand, .result .others li')]
					.filter((one) => {
						const score = one.querySelector('.score')!.getBoundingClientRect();
						const hit = document.elementFromPoint(score.left + score.width / 2, score.bottom - 2);
						return one.getBoundingClientRect().bottom > foot + 1 || !hit || !one.contains(hit);
					})
					.map((one) => one.textContent);
			});
			expect(low, size).toEqual([]);
			const told = () =>
				view.evaluate(() => {
					const last = document.querySelector('.result .more')!.getBoundingClientRect().bottom;
					return last <= innerHeight || document.querySelector('.result .further') !== null;
				});
			await expect.poll(told, size).toBe(true);
		}
	});

for (const game of GAMES)
	test(`${game}: what is taken up hides nothing`, async ({ page, server, puppets }) => {
		test.setTimeout(PATIENCE);
		const { asked, pick } = scenesOf(game).shown;
		const found: string[] = [];
		for (const at of LOOKS.filter(({ letters }) => letters === 1)) {
			// What is taken up may be a move.
			const position = await puppets.reach(game, asked);
			await sit(page, server.url, { ...position, tokens: position.held(position.seat ?? 0) });
			await prompted(page);
			await look(page, at.size, at.language, 1);
			await pick(page);
			found.push(...(await measured(page, `${game} picked`, [at])));
		}
		expect(found).toEqual([]);
	});

test('hidden hands: doors of one width, in order, below one sentence', async ({ view, server, puppets }) => {
	test.setTimeout(PATIENCE);
	const found: string[] = [];
	const game = aGame((one) => one.hands && !one.together);
	const position = await puppets.reach(game, { players: 3, stop: 1, moves: 6 });
	await sit(view, server.url, { ...position, tokens: [...position.held(0), ...position.held(2)] });
	await seen(view, '.closed button');
	for (const at of LOOKS) {
		found.push(...(await measured(view, 'hidden hands', [at])));
		const uneven = await view.evaluate(() => {
			const boxes = [...document.querySelectorAll('.closed button')].map((one) => one.getBoundingClientRect());
			const [first, second] = boxes as [DOMRect, DOMRect];
			const apart = Math.max(second.left - first.right, second.top - first.bottom);
			const [top] = [document.querySelector('.closed')!.getBoundingClientRect().top];
			const line = document.querySelector('.frame .asked')!.getBoundingClientRect().bottom;
			return [first.width - second.width, Math.max(0, apart - 16), Math.max(0, line - top - 12)].map(Math.round);
		});
		expect(uneven, `${at.size} ${at.language}`).toEqual([0, 0, 0]);
	}
	expect(found).toEqual([]);
});

test('where most people play, all who have a stand are seen with their names and points', async ({
	view,
	server,
	puppets,
}) => {
	test.setTimeout(PATIENCE);
	const { games } = await offered(server);
	const most = games.filter((one) => GAMES.includes(one.id)).sort((a, b) => b.most - a.most)[0]!;
	expect(most.most).toBeGreaterThan(6);
	const plan = { players: most.most, preset: 'first-time', ...scenesOf(most.id).quick, stop: null };
	await sit(view, server.url, await puppets.reach(most.id, plan));
	await seen(view, '.result h1');
	for (const size of SIZES) {
		await look(view, size, 'de', 1);
		const low = await view.evaluate(() => {
			const foot = document.querySelector('.result .main')!.getBoundingClientRect().top;
			const all = [...document.querySelectorAll('.result .stand')];
			return all.filter((one) => one.getBoundingClientRect().bottom > foot + 1).map((one) => one.textContent);
		});
		expect(low, size).toEqual([]);
		expect(await faults(view), size).toEqual([]);
	}
	expect(await count(view, '.result .stand, .result .others li')).toBe(most.most);
});

test('an evening: how it stands, all of it, and its picture', async ({ view, server, puppets }) => {
	test.setTimeout(PATIENCE);
	const found: string[] = [];
	const [one, other] = GAMES.slice(0, 2).map((game) =>
		puppets.reach(game, { players: 4, preset: 'first-time', ...scenesOf(game).quick, stop: null }),
	);
	const tables = [await one!, await other!] as const;
	await sit(view, server.url, ...tables);
	await seen(view, '.result h1');
	await view.goto(`${server.url}/t/${tables[1].table.table}`);
	await seen(view, '.result .evening-line');
	found.push(...(await measured(view, 'result of an evening')));
	await tapWhenThere(view, '.result .further .button');
	await seen(view, 'dialog[open] .cup');
	found.push(...(await measured(view, 'evening')));
	await tapWhenThere(view, 'dialog[open] .main .button');
	await seen(view, 'dialog[open] a[download]');
	found.push(...(await measured(view, 'picture of an evening')));
	await view.goto(server.url);
	await seen(view, '.before .button');
	found.push(...(await measured(view, 'home after an evening')));
	expect(found).toEqual([]);
});

test('what somebody says covers no move, and is words', async ({ view, server, puppets }) => {
	test.setTimeout(PATIENCE);
	const game = aGame((one) => one.hands);
	const found: string[] = [];
	const position = await puppets.reach(game, { moves: 3, stop: 0, players: 4 });
	await sit(view, server.url, { ...position, tokens: position.held(0) });
	await prompted(view);
	for (const at of LOOKS) {
		await look(view, at.size, at.language, at.letters);
		for (const seat of [1, 2, 3]) await puppets.send(position.table.table, { type: 'say', seat, phrase: 'clap' });
		await seen(view, '.frame .bubble');
		for (const fault of await faults(view)) found.push(`${at.size} ${at.language}: ${fault}`);
	}
	expect(found).toEqual([]);
});

test('a guest who comes sees the people first', async ({ view, server }) => {
	const opened = await openTable(server, {
		game: aGame(),
		chairs: [{ sitter: 'here', name: 'Mia' }, { sitter: 'open' }, { sitter: 'bot' }],
	});
	await sit(view, server.url);
	await view.goto(`${server.url}/t/${opened.table.table}`);
	await seen(view, '.who');
	await look(view, '390x844', 'en', 1);
	const [people, way] = await view.evaluate(() =>
		['.who', '.side .card'].map((one) => document.querySelector(one)!.getBoundingClientRect().top),
	);
	expect(people).toBeLessThan(way!);
});

test('a new table shows the robots above its buttons, and whole bays on a phone on its side', async ({
	view,
	server,
}) => {
	await sit(view, server.url);
	await view.evaluate(() =>
		localStorage.setItem('tailback.prefs', JSON.stringify({ volume: 0, speed: 'off', lessons: [] })),
	);
	for (const game of GAMES) {
		await view.goto(`${server.url}/new/${game}`);
		await tapWhenThere(view, '.buttons .button:not(.main)');
		await seen(view, '.levels');
		for (const [size, what] of [
			['1024x768', '.levels'],
			['844x390', '.bay'],
		] as const)
			for (const language of LANGUAGES) {
				await look(view, size, language, 1);
				const [low, foot] = await view.evaluate(
					(one) => [
						document.querySelector(one)?.getBoundingClientRect().bottom ?? 0,
						document.querySelector('footer')!.getBoundingClientRect().top,
					],
					what,
				);
				expect(low, `${game} ${size} ${language}`).toBeLessThanOrEqual(foot! + 1);
			}
	}
});

test('a replay keeps its table while something is new', async ({ view, server, puppets }) => {
	const game = aGame((one) => one.hands);
	const { quick } = scenesOf(game);
	const over = await puppets.reach(game, { players: 3, preset: 'first-time', ...quick, stop: null });
	const tokens = over.tokens.map((held) => held.token);
	await puppets.ask('POST', `/api/tables/${over.table.table}/again`, { deal: true, next_dealer: true }, tokens);
	await sit(view, server.url, { ...over, tokens: over.held(0) });
	await view.goto(`${server.url}/t/${over.table.table}?replay=0`);
	await seen(view, '.paper .note');
	const found: string[] = [];
	for (const at of LOOKS.filter((one) => one.letters === 1)) {
		await look(view, at.size, at.language, 1);
		for (const fault of await faults(view)) found.push(`${at.size}: ${fault}`);
		const high = await view.evaluate(() => document.querySelector('main.board')!.getBoundingClientRect().height);
		expect(high, at.size).toBeGreaterThan(150);
	}
	expect(found).toEqual([]);
});

test('the learner of a lesson has one name', async ({ view, server }) => {
	const game = aGame();
	await sit(view, server.url);
	await view.goto(`${server.url}/lesson/${game}`);
	await seen(view, '.paper .pill');
	const name = await view.evaluate(
		() => document.querySelector('.paper .pill')!.getAttribute('aria-label')!.split('.')[0]!,
	);
	const { you } = (readTexts('en', 'web') as { table: { you: string } }).table;
	expect(name).not.toBe(you);
	const { names } = readTexts('en', 'app') as { names?: string[] };
	expect(names ?? []).not.toContain(name);
});

async function fromAfar(view: Screen, what: string): Promise<string[]> {
	const found: string[] = [];
	const looked = LANGUAGES.flatMap((language) => ROOM_SIZES.map((size) => ({ size, language, letters: 1 })));
	for (const at of looked) {
		found.push(...(await measured(view, what, [at])));
		found.push(...(await view.evaluate(farAway)).map((one) => `${what} ${at.size} ${at.language}: ${one}`));
	}
	return found;
}

for (const game of GAMES)
	test(`${game}: a big screen shows all of it, large enough for a room`, async ({ view, server, puppets }) => {
		test.setTimeout(PATIENCE);
		const { shown, quick } = scenesOf(game);
		const position = await puppets.reach(game, shown.asked);
		await sit(view, server.url);
		await view.goto(`${server.url}/tv/${position.table.code}`);
		await seen(view, '.big .face');
		await puppets.send(position.table.table, { type: 'say', seat: 1, phrase: 'clap' });
		await seen(view, '.big .bubble');
		const found = await fromAfar(view, `${game} big`);
		const over = await puppets.reach(game, { players: 2, preset: 'first-time', ...quick, stop: null });
		await view.goto(`${server.url}/tv/${over.table.code}`);
		await seen(view, '.end ul.tales');
		found.push(...(await fromAfar(view, `${game} big end`)));
		expect(found).toEqual([]);
	});

test('a big screen before the deal, and without a code', async ({ view, server }) => {
	const names = ['Maximiliane', 'Ben', 'Lotta', 'Aino', 'Emil'];
	const opened = await openTable(server, {
		game: aGame((one) => one.hands),
		chairs: [...names.map((name) => ({ sitter: 'here' as const, name })), { sitter: 'open' }],
	});
	await sit(view, server.url);
	await view.goto(`${server.url}/tv/${opened.table.code}`);
	await seen(view, '.lobby .code');
	const found = await fromAfar(view, 'big lobby');
	await view.goto(`${server.url}/tv`);
	await seen(view, '.ask .boxes');
	found.push(...(await fromAfar(view, 'big ask')));
	expect(found).toEqual([]);
});
