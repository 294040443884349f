import { expect } from '@playwright/test';
import { tapOn } from '../../../../e2e/player';
import type { Scenes } from '../../../../e2e/scenes';
import { first, pickCard } from '../../../../shots/hands';

export default {
	hands: true,
	together: { cards: 5, options: { hand_size: 5, specials: false } },
	quick: {},
	// A lane that does not jam.
	film: {
		wish: (now) =>
			now.spots.some((spot) => spot.pick || spot.main)
				? undefined
				: now.spots.find((spot) => /^Lane \d, \d/.test(spot.label)),
	},
	refused: {
		language: 'de',
		attempt: async (page) => {
			// A lane, before any card is picked.
			expect(await tapOn(page, '[data-lane]')).toBe(true);
		},
	},
	shown: {
		asked: { stop: 0, moves: 6, kinds: ['choose_card'] },
		waiting: { stop: 1, moves: 9, kinds: ['choose_card'] },
		questions: {
			choose_card: { moves: 6 },
			ambulance_row: {},
			police_row: {},
			place: { word: 'fox' },
			take_row: {},
			front_row: { options: { too_low_penalty: false } },
			tow_row: { word: 'cat' },
		},
		more: {
			'five-players': { players: 5, stop: 0, moves: 8, kinds: ['choose_card'] },
			'first-time': { players: 3, preset: 'first-time', stop: 0, moves: 4 },
		},
		pick: pickCard,
		refuse: async (page) => {
			// A number has one place; specials go anywhere.
			if (!(await page.locator('.hand [aria-pressed="true"]').count()))
				await first(page, '.hand [data-can="true"]').click();
			await first(page, '[data-lane][data-lit="false"]').click();
		},
		moments: [
			{ name: 'reveal', record: 'one-round', event: 'revealed', nth: 1, seat: 0 },
			{ name: 'jam', record: 'one-round', event: 'jam', beat: 3, seat: 0 },
			{ name: 'tow', record: 'ended-by-points', event: 'towed', beat: 2 },
			{ name: 'round-over', record: 'ended-by-points', event: 'round_over', beat: 4 },
		],
	},
} satisfies Scenes;
