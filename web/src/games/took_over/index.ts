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
		const [hand, stack] = [one?.hand ?? 0, one?.stack ?? 0];
		// Before a game is over, nobody needs to read that there are no points.
		const counted = view.games > 1 && view.rounds.length > 0;
		return {
			text: play.say('web.held', { n: hand, stack }),
			...(counted ? { more: play.say('web.points', { n: one?.points ?? 0 }) } : {}),
			numbers: [
				{ icon: 'cards', text: `${hand}+${stack}` },
				...(counted ? [{ icon: 'star' as const, text: String(one?.points ?? 0) }] : []),
			],
			backs: hand,
		};
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	hands: true,
	Asked: CutInAsk,
	result: 'web.result',
	moments: ['took_over', 'row_gone', 'passed', 'game_over'],
});
