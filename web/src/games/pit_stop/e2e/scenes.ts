import { tapUnfitCard } from '../../../../e2e/player';
import type { Plan, Scenes } from '../../../../e2e/scenes';
import { pickCard, wrongCard } from '../../../../shots/hands';

/** One round, so that a deal without the wanted question is soon over. */
const SHORT: Plan = {
	players: 3,
	options: { limit: 'rounds', rounds: 1 },
	stop: 0,
	last: ['draw'],
};

export default {
	hands: true,
	// A Fine is aimed at somebody; what could be done instead can wait.
	film: { wish: (now) => now.spots.find((spot) => now.holding && spot.label.includes('Lotta')) },
	quick: { order: ['lay'], last: ['draw', 'keep', 'pass', 'accept', 'swap', 'renew', 'allow', 'return'] },
	refused: { language: 'fi', attempt: tapUnfitCard },
	shown: {
		asked: { stop: 0, moves: 8, kinds: ['turn'] },
		waiting: { stop: 1, moves: 5, kinds: ['turn'] },
		questions: {
			turn: { moves: 8 },
			open_colour: { word: 'cat', options: { opening: 'source', first_dealer: 0 } },
			open_garage: { word: 'road', options: { opening: 'source', first_dealer: 1 } },
			garage: { word: 'sun' },
			service: {},
			fine: { word: 'tree', last: ['draw'] },
			exchange_reply: { word: 'leaf', last: ['draw'] },
			drawn: { options: { play_drawn: 'yes' } },
			new_car: { ...SHORT, options: { ...SHORT.options, new_car_window: 'poll' } },
			say: { options: { talk: 'penalty' } },
		},
		more: {
			'eight-players': { players: 8, stop: 0, moves: 4, kinds: ['turn'] },
		},
		windows: {
			'new-car-timed': {
				...SHORT,
				options: { ...SHORT.options, new_car_window: 'timed', window_seconds: 10 },
				kinds: ['new_car'],
				settings: { clock: true },
				together: true,
			},
		},
		pick: pickCard,
		refuse: wrongCard,
		over: { options: SHORT.options },
		moments: [
			{ name: 'fined', record: 'two-rounds-talking', event: 'fined', seat: 0 },
			{ name: 'new-car-told', record: 'fifty-points', event: 'new_car' },
			{ name: 'round-over', record: 'two-rounds-talking', event: 'round_over', beat: 2 },
		],
	},
} satisfies Scenes;
