import { game } from '../../contract';
import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';
import { back } from './back';
import Table from './Table.svelte';
import { tell } from './tell';

export default game<TrafficMemoryView, TrafficMemoryEvent>({
	id: 'traffic_memory',
	Table,
	tell,
	back,
	pill: (view, seat, play) => {
		const n = view.seats[seat]?.cards ?? 0;
		return { text: play.say('web.score', { n }), numbers: [{ icon: 'cards', text: String(n) }] };
	},
	turn: (view) => view.turn ?? -1,
	hands: false,
	result: 'web.result',
	moments: ['taken'],
});
