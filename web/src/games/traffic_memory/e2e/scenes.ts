import { expect, type Page } from '@playwright/test';
import type { Scenes } from '../../../../e2e/scenes';
import { wordsOf } from '../../../../e2e/words';
import { first } from '../../../../shots/hands';

/** The name of a card that lies face down, wherever its row ends on this screen. */
const closed = (language: string, place: number): RegExp => {
	const [row, column] = ['ROW', 'COLUMN'];
	const name = wordsOf(language, 'traffic_memory').say('web.place_closed', { place, row, column });
	return new RegExp(`^${name.replace(/ROW|COLUMN/g, '\\d+')}$`);
};

/** Three that belong together, where the film begins. */
const RUN = [28, 30, 4].map((place) => closed('en', place));

export default {
	hands: false,
	tap: {
		thing: (page: Page, place: number) => page.getByRole('button', { name: closed('en', place) }),
		done: (page: Page, place: number) => page.getByRole('button', { name: new RegExp(`^Place ${place}, .*: `) }),
	},
	quick: {},
	film: {
		wish: ({ spots }) => RUN.map((name) => spots.find((spot) => name.test(spot.label))).find((spot) => spot),
	},
	refused: {
		language: 'fi',
		attempt: async (page, language) => {
			await page.getByRole('button', { name: closed(language, 1) }).click();
			const open = page.locator('[data-game] main button').first();
			await expect(open).not.toHaveAttribute('aria-label', closed(language, 1));
			// While the card is shown a tap only hurries that.
			await expect(page.locator('.prompt.mine')).toBeVisible();
			await open.click();
		},
	},
	shown: {
		asked: { stop: 0, moves: 8, kinds: ['first_card'] },
		waiting: { stop: 1, moves: 5 },
		questions: {
			first_card: { moves: 8 },
			second_card: { moves: 5 },
			go_on: { preset: 'full' },
			must_go_on: { preset: 'full', options: { edition: '000' } },
			bridge: { word: 'owl', options: { late_bridge: true } },
		},
		more: {
			'fifty-cards': { players: 5, options: { highest: 50, jokers: 2 }, stop: 0, moves: 3 },
		},
		pick: (page) => first(page, '.bay[data-can="true"]').click(),
		refuse: (page) => first(page, '.bay[data-can="false"]').click(),
		refused: { stop: 1, moves: 5 },
		moments: [
			{ name: 'taken', record: 'most-cards', event: 'taken', nth: 1 },
			{ name: 'turned-back', record: 'most-cards', event: 'turned_back' },
		],
	},
} satisfies Scenes;
