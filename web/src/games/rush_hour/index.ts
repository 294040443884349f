import { game } from '../../contract';
import type { RushHourEvent } from '../../net/shapes';
import { back } from './back';
import { icons } from './icons';
import { small } from './small';
import Table from './Table.svelte';
import { type Shown, tell } from './tell';

export default game<Shown, RushHourEvent>({
	id: 'rush_hour',
	Table,
	tell,
	back,
	pill(view, seat, play) {
		const one = view.seats[seat];
		if (!one) return { text: '' };
		return {
			text: play.say('web.points', { n: one.score }),
			numbers: [{ icon: 'star', text: String(one.score) }],
			ready: one.chosen,
			backs: one.chosen ? 1 : 0,
		};
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	hands: true,
	result: 'web.result',
	moments: ['jam', 'too_low', 'towed', 'round_over'],
});
