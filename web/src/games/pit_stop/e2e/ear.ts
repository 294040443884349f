import type { Listener } from '../../../../e2e/ear';

export default {
	options: { limit: 'rounds', rounds: 1 },
	keys: [
		'actions.silent',
		'actions.colour',
		'actions.paint',
		'actions.garage',
		'actions.car',
		'actions.lay',
		'actions.fine',
		'actions.counter',
		'actions.counter_fine',
		'actions.exchange',
		'actions.new_car',
		'web.card_fits',
		'actions.accept',
		'actions.allow',
		'actions.done',
		'actions.keep',
		'actions.draw',
		'actions.pass',
	],
	// Not to bring anybody back is heard from what comes next.
	silent: ['let_go'],
	byHand: ['web.garage_pull'],
} satisfies Listener;
