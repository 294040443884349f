import type { Listener } from '../../../../e2e/ear';

export default {
	options: { games: 1 },
	keys: [
		'actions.name_colour',
		'actions.lay_wild',
		'actions.lay_mau',
		'actions.lay',
		'web.mau',
		'web.card_fits',
		'actions.take',
		'actions.draw',
		'web.keep',
		'actions.keep',
		'actions.pass',
	],
} satisfies Listener;
