import type { MauMauEvent, MauMauView } from '../../net/shapes';
import type { GameModule } from '../contract';
import Table from './Table.svelte';
import { tell } from './tell';

const game: GameModule<MauMauView, MauMauEvent> = {
	id: 'mau_mau',
	Table,
	tell,
	pill: (view, seat, play) => {
		const one = view.seats[seat];
		const score = view.games > 1 ? play.say('web.points', { n: one?.score ?? 0 }) : '';
		return {
			text: [play.say('web.cards_held', { n: one?.cards ?? 0 }), score].filter(Boolean).join(', '),
			backs: one?.cards ?? 0,
		};
	},
	turn: (view) => view.turn ?? -1,
	hands: true,
	open: ['catch'],
	result: 'web.result',
	moments: ['mau', 'caught', 'pending', 'stopped', 'reversed', 'game_over'],
};

export default game as unknown as GameModule;
