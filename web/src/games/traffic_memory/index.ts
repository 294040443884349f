import { place } from '../../art/svg';
import { game } from '../../contract';
import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';
import { back } from './back';
import { icons } from './icons';
import { fanned, small } from './small';
import Table from './Table.svelte';
import { tell } from './tell';

export default game<TrafficMemoryView, TrafficMemoryEvent>({
	id: 'traffic_memory',
	Table,
	tell,
	back,
	pill: (view, seat, play) => {
		const n = view.seats[seat]?.cards ?? 0;
		const won = view.seats[seat]?.pile.slice(-3) ?? [];
		return {
			text: play.say('web.score', { n }),
			numbers: [{ icon: 'cards', text: String(n) }],
			// The last cards that were won lie at their owner's, where they flew to.
			...(won.length ? { picture: place(fanned(won).picture, 4, 0, 32 / 140) } : {}),
		};
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	hands: false,
	result: 'web.result',
	moments: ['taken'],
});
