import { tapUnfitCard } from '../../../../e2e/player';
import type { Scenes } from '../../../../e2e/scenes';
import { pickCard, wrongCard } from '../../../../shots/hands';

export default {
	hands: true,
	quick: { order: ['lay'], last: ['draw', 'keep', 'pass'] },
	refused: { language: 'de', attempt: tapUnfitCard },
	shown: {
		asked: { stop: 0, moves: 7, kinds: ['turn'] },
		waiting: { stop: 1, moves: 4, kinds: ['turn'] },
		questions: {
			'take-two': { stop: 0, kinds: ['take2'], last: ['draw'] },
			drawn: { preset: 'full', options: { play_drawn: 'yes' }, stop: 0, kinds: ['drawn'] },
			catch: {
				players: 2,
				options: { mau_mode: 'catch' },
				stop: 0,
				kinds: ['catch'],
				last: ['draw', 'mau'],
			},
			'six-players': { players: 6, stop: 0, moves: 5, kinds: ['turn'] },
		},
		pick: pickCard,
		refuse: wrongCard,
		moments: [
			{ name: 'laid', record: 'six-players-as-dealer', event: 'laid', nth: 6, seat: 0 },
			{ name: 'take-two-told', record: 'six-players-as-dealer', event: 'take2' },
			{ name: 'game-over', record: 'won-by-smallest-total', event: 'game_over', beat: 2 },
		],
		undo: { players: 2, stop: 0, moves: 6, kinds: ['turn'], last: ['draw'] },
	},
} satisfies Scenes;
