// Two people, one tablet: the door between their hands holds in every browser, and through a reload.
import { expect, test } from '../fixtures';
import { aGame } from '../games';
import { count, openCover, sight, tapWhenThere, untilCovered } from '../player';
import type { Screen } from '../screen';
import { wordsOf } from '../words';
import { arrive } from './arrive';
import { HOMES } from './homes';

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

for (const home of HOMES) {
	test(`two at one device of ${home.name}: the door, a reload, the next person`, { tag: '@quick' }, async ({
		view,
		server,
	}) => {
		test.setTimeout(300_000);
		await view.setViewportSize({ width: 1024, height: 768 });
		await arrive(view, home.address(server));
		await tapWhenThere(view, `a[href$="/new/${game}"]`);
		await tapWhenThere(view, '.buttons .button.main');
		await expect.poll(() => count(view, '.cover')).toBe(1);
		const first = (await heading(view)) === turnOf(0) ? 0 : 1;
		expect(await heading(view)).toBe(turnOf(first));
		expect(await hand(view)).toEqual([]);

		await openCover(view);
		await expect.poll(() => hand(view)).not.toEqual([]);
		const held = await hand(view);
		await view.reload();
		await expect.poll(() => heading(view)).toBe(turnOf(first));
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
}
