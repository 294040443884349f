import type { Listener } from '../../../../e2e/ear';

export default {
	keys: ['actions.place', 'actions.open', 'actions.take', 'web.no', 'web.card_fits', 'actions.done', 'actions.pass'],
} satisfies Listener;
