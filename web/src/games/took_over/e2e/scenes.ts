import { expect } from '@playwright/test';
import { tapOn, UNFIT } from '../../../../e2e/player';
import type { Scenes } from '../../../../e2e/scenes';
import { wordsOf } from '../../../../e2e/words';
import { pickCard, wrongCard } from '../../../../shots/hands';

const YES = wordsOf('en', 'took_over').say('web.cut_in');

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
	film: {
		plan: { stop: 0, moves: 8, kinds: ['take_over'], key: 'take' },
		wish: (now) => now.spots.find((spot) => now.holding && spot.label === YES),
	},
	shown: {
		asked: { stop: 0, moves: 8, kinds: ['place'] },
		waiting: { stop: 1, moves: 6, kinds: ['place'] },
		questions: {
			open: { word: 'star' },
			place: { moves: 8 },
			take_over: {},
			take_more: { order: ['take'] },
		},
		windows: {
			'cut-in': {
				players: 2,
				options: { place_interval: 10 },
				kinds: ['take_over'],
				order: ['place', 'open', 'decline', 'done', 'pass'],
				settings: { clock: true },
			},
		},
		pick: pickCard,
		refuse: wrongCard,
		moments: [
			{ name: 'took-over', record: 'five-players-new-row', event: 'took_over', seat: 0 },
			{ name: 'row-gone', record: 'five-players-new-row', event: 'row_gone', seat: 0 },
		],
	},
} satisfies Scenes;
