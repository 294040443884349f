import type { TrafficMemoryEvent, TrafficMemoryView } from '../../net/shapes';
import type { GameModule } from '../contract';
import Table from './Table.svelte';
import { tell } from './tell';

const game: GameModule<TrafficMemoryView, TrafficMemoryEvent> = {
	id: 'traffic_memory',
	Table,
	tell,
	pill: (view, seat, play) => ({ text: play.say('web.score', { n: view.seats[seat]?.cards ?? 0 }) }),
	turn: (view) => view.turn ?? -1,
	hands: false,
	result: 'web.result',
	moments: ['taken'],
};

export default game as unknown as GameModule;
