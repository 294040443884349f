import { game } from '../../contract';
import type { TookOverEvent, TookOverView } from '../../net/shapes';
import { back } from './back';
import CutInAsk from './CutInAsk.svelte';
import { icons } from './icons';
import { small } from './small';
import Table from './Table.svelte';
import { tell } from './tell';

export default game<TookOverView, TookOverEvent>({
	id: 'took_over',
	Table,
	tell,
	back,
	pill: (view, seat, play) => {
		const one = view.seats[seat];
		return { text: play.say('web.held', { n: one?.hand ?? 0, stack: one?.stack ?? 0 }), backs: one?.hand ?? 0 };
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	hands: true,
	open: ['take_over'],
	Asked: CutInAsk,
	result: 'web.result',
	moments: ['took_over', 'row_gone', 'passed'],
});
