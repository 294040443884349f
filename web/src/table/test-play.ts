// A game that needs no server: what `TablePlay` is given in its tests.
import type { Game, Outcome } from '../contract';
import type { Advice, ChairFace, No, SeatUpdate } from '../net/protocol';
import type { Source } from './source';

export const game: Game = {
	id: 'hopscotch',
	Table: () => ({}),
	back: '',
	hands: true,
	open: ['catch'],
	tell: () => null,
	pill: () => ({ text: '' }),
	turn: () => -1,
	result: '',
	moments: [],
};
export const openGame: Game = { ...game, hands: false };

export const actions = [
	{ notation: 'lay R1', key: 'lay', params: { card: 'R1' } },
	{ notation: 'draw', key: 'draw', params: {} },
];
const chair = (seat: number): ChairFace => ({
	seat,
	name: ['Mia', 'Ben', 'Nana'][seat]!,
	colour: 'red',
	sitter: 'person',
	level: '',
	stand_in: false,
	here: true,
	away_ms: null,
});
export const chairs = [chair(0), chair(1), chair(2)];

export function update(
	seat: number | null,
	n: number,
	awaited: number[],
	legal: number[] = [],
	kind = 'turn',
): SeatUpdate {
	const decision = { kind, seats: awaited, gate: 'all' as const, hold: false, seconds: null, ms: null, opens_ms: 0 };
	return { seat, v: n, n, events: [], view: { seat, hand: [`hand of ${seat}`] }, decision, legal, awaited };
}

export class Recorder implements Source {
	sent: [number, number, number | string][] = [];
	asked = 0;
	outcome: Outcome = { type: 'done' };
	answer(seat: number, n: number, action: number | string): Promise<Outcome> {
		this.sent.push([seat, n, action]);
		return Promise.resolve(this.outcome);
	}
	hints(): Promise<Record<string, unknown>[]> {
		this.asked += 1;
		return Promise.resolve([{ action: 0 }, { actions: [1] }, { actions: [0, 1] }, { place: 'seen' }]);
	}
	hurried: number[] = [];
	hurry(seat: number): void {
		this.hurried.push(seat);
	}
	advised: Advice | No = { type: 'advice', id: '', seat: 1, n: 4, action: 1, level: '4' };
	sought: [number, number, string][] = [];
	advice(seat: number, n: number, level: string): Promise<Advice | No> {
		this.sought.push([seat, n, level]);
		return Promise.resolve(this.advised);
	}
}
