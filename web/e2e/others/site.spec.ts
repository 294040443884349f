// The table without a server in other browsers: its door, how far it is, a game with a reload in the middle of it, what is kept.
import { expect } from '../fixtures';
import { aGame, GAMES } from '../games';
import { count, playOn, sight, tapWhenThere } from '../player';
import type { Screen } from '../screen';
import { arrive, comeBack } from './arrive';
import { PATIENCE, test } from './homes';

test.use({ place: 'a folder of files', serviceWorkers: 'allow' });

const game = aGame((one) => one.together);
const bar = (view: Screen) =>
	view.evaluate(() => document.querySelector('.own [role="progressbar"]')?.getAttribute('aria-label') ?? '');

/** What the browser keeps of tables, as its own storage tells it. Strict: it was on the disk before it was shown. */
const kept = (view: Screen) =>
	view.evaluate(async () => {
		const asked = <T>(request: IDBRequest<T>): Promise<T> =>
			new Promise((done, fail) => {
				request.onsuccess = () => done(request.result);
				request.onerror = () => fail(request.error);
			});
		const db = await asked(indexedDB.open('tailback'));
		const deal = db.transaction(['tables', 'rows'], 'readwrite', { durability: 'strict' });
		const tables = (await asked(deal.objectStore('tables').getAllKeys())) as string[];
		const rows = await asked(deal.objectStore('rows').count());
		db.close();
		return { tables, rows, durability: deal.durability };
	});

test('the site: a door, a game, a reload, a result', { tag: '@quick' }, async ({ view, folder, home }) => {
	test.setTimeout(300_000);
	await view.setViewportSize({ width: 390, height: 844 });
	// The largest piece of Python is long on its way, but for its beginning: the door stands, and whoever waits is told how far it is.
	const release = folder.holdBack(/wasm-\w+-(?![0-2]\.)\d+\.piece$/);
	await arrive(view, home);
	await expect.poll(() => count(view, 'a.game')).toBe(GAMES.length);
	await tapWhenThere(view, `a[href$="/new/${game}"]`);
	await tapWhenThere(view, '.buttons .button.main');
	await expect.poll(() => bar(view)).toMatch(/\d\.[1-9] of [1-9]\.\d MB/);
	expect(await count(view, '[data-game]')).toBe(0);
	release();
	await expect.poll(() => count(view, `[data-game="${game}"]`), PATIENCE).toBe(1);

	await playOn(view, async () => (await sight(view)).asked);
	const before = await kept(view);
	expect(before).toMatchObject({ tables: [expect.any(String)], durability: 'strict' });
	await comeBack(view);
	await expect.poll(() => count(view, `[data-game="${game}"]`), PATIENCE).toBe(1);
	await playOn(view);
	expect(await count(view, '.result h1')).toBe(1);
	const after = await kept(view);
	expect(after.tables).toEqual(before.tables);
	expect(after.rows).toBeGreaterThan(before.rows);
	expect(await count(view, '.own[role="alert"]')).toBe(0);
});

test('the site on a bad line: a lesson meanwhile, a cut, and a game with half of Python', { tag: '@quick' }, async ({
	view,
	folder,
	home,
}) => {
	test.setTimeout(300_000);
	const slice = /wasm-\w+-2\.piece$/;
	folder.goWrong('cut', slice, 50_000);
	const release = folder.holdBack(/rest-[\w-]+\.piece$/);
	await arrive(view, home);
	await tapWhenThere(view, `a[href$="/new/${game}"]`);
	await tapWhenThere(view, '.buttons .button.main');
	await tapWhenThere(view, '.own a.button');
	await expect.poll(() => count(view, `[data-game="${game}"] [data-can="true"]`), PATIENCE).toBeGreaterThan(0);
	// The game is there, and nobody was taken away from the lesson.
	await expect.poll(() => count(view, '.own button.main'), PATIENCE).toBe(1);
	await tapWhenThere(view, '.own button.main');
	await expect.poll(() => view.evaluate(() => location.hash), PATIENCE).toContain('/t/');
	// Its first question stands behind the door of the first of two people.
	await expect.poll(() => count(view, `[data-game="${game}"]`), PATIENCE).toBe(1);
	await playOn(view, async () => (await sight(view)).asked);
	expect(folder.times(slice)).toBe(2);
	release();
	await playOn(view);
	expect(await count(view, '.result h1')).toBe(1);
});

test('tabs of this browser hear each other', { tag: '@quick' }, async ({ view, home }) => {
	await view.goto(home);
	const heard = await view.evaluate(
		() =>
			new Promise((done) => {
				const [one, other] = [new BroadcastChannel('try'), new BroadcastChannel('try')];
				other.onmessage = ({ data }) => done(data);
				one.postMessage('hello');
			}),
	);
	expect(heard).toBe('hello');
});
