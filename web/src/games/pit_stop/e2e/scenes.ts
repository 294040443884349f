import { tapUnfitCard } from '../../../../e2e/player';
import type { Plan, Scenes } from '../../../../e2e/scenes';
import { pickCard, wrongCard } from '../../../../shots/hands';

/** One round, so that a deal without the wanted question is soon over. */
const SHORT: Plan = {
	players: 3,
	options: { limit: 'rounds', rounds: 1 },
	stop: 0,
	last: ['draw'],
	settings: { clock: false },
};

export default {
	hands: true,
	quick: { order: ['lay'], last: ['draw', 'keep', 'pass', 'accept', 'swap', 'renew', 'allow', 'return'] },
	refused: { language: 'fi', attempt: tapUnfitCard },
	shown: {
		asked: { stop: 0, moves: 8, kinds: ['turn'], settings: { clock: false } },
		waiting: { stop: 1, moves: 5, kinds: ['turn'], settings: { clock: false } },
		questions: {
			fine: { ...SHORT, kinds: ['fine'] },
			service: { stop: 0, kinds: ['service'], settings: { clock: false } },
			garage: { stop: 0, kinds: ['garage', 'open_garage'], settings: { clock: false } },
			exchange: { ...SHORT, kinds: ['exchange_reply'] },
			talk: { options: { talk: 'penalty' }, stop: 0, kinds: ['say'], settings: { clock: false } },
			'eight-players': { players: 8, stop: 0, moves: 4, kinds: ['turn'], settings: { clock: false } },
		},
		windows: {
			'new-car': {
				...SHORT,
				options: { ...SHORT.options, window_seconds: 10 },
				kinds: ['new_car'],
				settings: {},
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
