import { expect } from '@playwright/test';
import { tapOn, UNFIT } from '../../../../e2e/player';
import type { Scenes } from '../../../../e2e/scenes';
import { pickCard, wrongCard } from '../../../../shots/hands';

export default {
	hands: true,
	quick: { order: ['place'], last: ['pass'] },
	refused: {
		language: 'en',
		// Somebody else's gap, and no card that fits into it.
		plan: {
			players: 2,
			kinds: ['take_over'],
			without: 'take',
			order: ['place', 'open', 'decline', 'done', 'pass'],
		},
		attempt: async (page) => {
			expect(await tapOn(page, UNFIT)).toBe(true);
		},
	},
	shown: {
		asked: { stop: 0, moves: 8, kinds: ['place'], settings: { clock: false } },
		waiting: { stop: 1, moves: 6, kinds: ['place'], settings: { clock: false } },
		questions: {
			open: { stop: 0, kinds: ['open'], settings: { clock: false } },
			'take-more': { stop: 0, kinds: ['take_more'], settings: { clock: false } },
		},
		windows: {
			'cut-in': { players: 3, options: { place_interval: 10 }, stop: 0, kinds: ['take_over'] },
		},
		pick: pickCard,
		refuse: wrongCard,
		moments: [
			{ name: 'took-over', record: 'five-players-new-row', event: 'took_over', seat: 0 },
			{ name: 'row-gone', record: 'five-players-new-row', event: 'row_gone', seat: 0 },
		],
	},
} satisfies Scenes;
