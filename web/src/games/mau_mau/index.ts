import { game } from '../../contract';
import type { MauMauEvent } from '../../net/shapes';
import { back } from './back';
import { icons } from './icons';
import { small } from './small';
import Table from './Table.svelte';
import { type Shown, tell } from './tell';

export default game<Shown, MauMauEvent>({
	id: 'mau_mau',
	Table,
	tell,
	back,
	pill: (view, seat, play) => {
		const one = view.seats[seat];
		// Before anybody has points, nobody needs to read that there are none.
		const counted = view.rounds.length > 0 && view.games > 1;
		const score = counted ? play.say('web.points', { n: one?.score ?? 0 }) : '';
		return {
			text: play.say('web.cards_held', { n: one?.cards ?? 0 }),
			...(score ? { more: score } : {}),
			backs: one?.cards ?? 0,
			numbers: [
				{ icon: 'cards', text: String(one?.cards ?? 0) },
				...(counted ? [{ icon: 'star' as const, text: String(one?.score ?? 0) }] : []),
			],
			sign: view.stopped === seat ? 'stop' : null,
		};
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	hands: true,
	open: ['catch'],
	result: 'web.result',
	moments: ['mau', 'caught', 'pending', 'stopped', 'reversed', 'game_over'],
});
