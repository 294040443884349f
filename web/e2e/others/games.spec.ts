// Whole games from the door to the result by two people at one device, with nothing but taps.
import { expect } from '../fixtures';
import { GAMES } from '../games';
import { count, playOn, tapWhenThere } from '../player';
import { arrive } from './arrive';
import { atEveryHome, PATIENCE, test } from './homes';

atEveryHome(() => {
	for (const game of GAMES) {
		test(`${game}: from the door to the result`, async ({ view, home }) => {
			test.setTimeout(600_000);
			await view.setViewportSize({ width: 390, height: 844 });
			await arrive(view, home);
			await tapWhenThere(view, `a[href$="/new/${game}"]`);
			await tapWhenThere(view, '.buttons .button.main');
			await expect.poll(() => count(view, `[data-game="${game}"]`), PATIENCE).toBe(1);
			await playOn(view);
			expect(await count(view, '.result h1')).toBe(1);
		});
	}
});
