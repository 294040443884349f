// Two people, one tablet: the door between their hands holds in every browser, and through a reload.
import { expect } from '../fixtures';
import { aGame } from '../games';
import { count, openCover, sight, tapWhenThere, untilCovered } from '../player';
import type { Screen } from '../screen';
import { wordsOf } from '../words';
import { arrive, comeBack } from './arrive';
import { atEveryHome, PATIENCE, test } from './homes';

const game = aGame((one) => one.hands && !one.together);
const words = wordsOf('en', '', ['Mia', 'Ben']);
const turnOf = (seat: number) => words.say('cover.turn', { seat });
const heading = (view: Screen) => view.evaluate(() => document.querySelector('.cover h1')?.textContent ?? '');
/** The cards of the open hand. */
const hand = (view: Screen): Promise<string[]> =>
	view.evaluate(() =>
		[...document.querySelectorAll('[data-place="hand"] [data-piece^="card:"]')].map(
			(one) => one.getAttribute('data-piece') ?? '',
		),
	);

atEveryHome((place) => {
	test('two at one device: the door, a reload, the next person', { tag: place === 'a server' ? '@quick' : [] }, async ({
		view,
		home,
	}) => {
		test.setTimeout(300_000);
		await view.setViewportSize({ width: 1024, height: 768 });
		await arrive(view, home);
		await tapWhenThere(view, `a[href$="/new/${game}"]`);
		await tapWhenThere(view, '.buttons .button.main');
		await expect.poll(() => count(view, '.cover'), PATIENCE).toBe(1);
		const first = (await heading(view)) === turnOf(0) ? 0 : 1;
		expect(await heading(view)).toBe(turnOf(first));
		expect(await hand(view)).toEqual([]);

		await openCover(view);
		await expect.poll(() => hand(view)).not.toEqual([]);
		const held = await hand(view);
		await comeBack(view);
		await expect.poll(() => heading(view), PATIENCE).toBe(turnOf(first));
		expect(await hand(view)).toEqual([]);
		await openCover(view);
		await expect.poll(() => hand(view)).toEqual(held);

		await untilCovered(view);
		expect(await heading(view)).toBe(turnOf(1 - first));
		expect(await hand(view)).toEqual([]);
		await openCover(view);
		await expect.poll(() => hand(view)).not.toEqual([]);
		expect((await sight(view)).covered).toBe(false);
	});
});
