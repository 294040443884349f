import { game, type PillFact } from '../../contract';
import type { PitStopEvent } from '../../net/shapes';
import { back } from './back';
import { icons } from './icons';
import { phrases } from './phrases';
import { small } from './small';
import Table from './Table.svelte';
import { type Shown, tell } from './tell';

function sign(view: Shown, seat: number): PillFact['sign'] {
	if (view.pending?.target === seat) return view.pending.kind === 'fine' ? 'receipt' : 'spanner';
	if (view.stopped === seat) return 'spanner';
	return view.seats[seat]?.place === 1 ? 'crown' : null;
}

export default game<Shown, PitStopEvent>({
	id: 'pit_stop',
	Table,
	tell,
	back,
	pill: (view, seat, play) => {
		const one = view.seats[seat];
		const score = view.rounds.length > 0 ? play.say('web.points', { n: one?.score ?? 0 }) : '';
		const held = one?.place
			? play.say('web.finished', { place: one.place })
			: play.say('web.cards_held', { n: one?.cards ?? 0 });
		const cards = one?.cards ?? 0;
		return {
			text: held,
			...(score ? { more: score } : {}),
			backs: cards,
			numbers: [
				one?.place ? { icon: 'flag', text: `${one.place}.` } : { icon: 'cards', text: String(cards) },
				...(score ? [{ icon: 'star' as const, text: String(one?.score ?? 0) }] : []),
			],
			sign: sign(view, seat),
		};
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	done: (view, seat) => !!view.seats[seat]?.place,
	hands: true,
	result: 'web.result',
	moments: ['fined', 'swapped', 'no_swap', 'brought_back', 'finished', 'garage_done', 'round_over'],
	phrases,
});
