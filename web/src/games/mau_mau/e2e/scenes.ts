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
			turn: { moves: 7 },
			take2: { last: ['draw'] },
			drawn: { options: { play_drawn: 'yes' } },
			name_colour: { word: 'dog', options: { opening_card: 'as_dealer', first_dealer: 0 } },
			catch: { options: { mau_mode: 'catch' }, order: ['lay', 'lay_wild'], last: ['draw', 'mau'], together: true },
		},
		more: {
			'two-players': { players: 2, stop: 0, moves: 5, kinds: ['turn'] },
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
