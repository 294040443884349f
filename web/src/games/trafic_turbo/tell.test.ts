import { describe, expect, it } from 'vitest';
import type { TraficTurboEvent } from '../../net/shapes';
import { beatsOf, recorded, tellThrough } from '../test-told';
import { tell } from './tell';
import type { Shown } from './view';

/** The parts of a view that are drawn, as the recorder keeps them. */
function drawn(view: Shown) {
	return {
		cars: view.cars.map((c) => [c.lane, c.col, c.p, c.to_go, c.place, c.holds, c.skips, c.fines, c.hits]),
		vehicles: view.vehicles.map((one) => [one.lane, one.col]),
		police: view.police,
		pile: view.pile,
		used: view.discards.slice(-1),
		hand: view.hand ?? [],
	};
}

type Brief = ReturnType<typeof drawn> & Pick<Shown, 'phase'>;

const races = recorded<Shown, TraficTurboEvent, Brief>('trafic_turbo');

const beats = (view: Shown, event: TraficTurboEvent, me: number | null = 0) => beatsOf(tell(view, event, me));

const told = (view: Shown, event: TraficTurboEvent, me: number | null = 0): Shown =>
	beats(view, event, me).at(-1)!.view;

it.each([0, 1])('race %i is told as the engine drives it', (number) => {
	tellThrough(races[number]!, {
		tell,
		brief: drawn,
		// What is asked next is no event.
		act: (view, truth) => ({ ...view, phase: truth.phase }),
	});
});

describe('single events', () => {
	const first = races[0]!.first;
	const placed = told(told(first, { kind: 'placed', seat: 0, arrow: 1, space: '0:23' }), {
		kind: 'placed',
		seat: 1,
		arrow: 2,
		space: '2:22',
	});

	it.each(['rolled', 'opening_roll'] as const)('%s: nobody knows the number before the die lies still', (kind) => {
		const [ready, roll, rest] = beats(placed, { kind, seat: 1, roll: 4 });
		expect(ready).toMatchObject({ gesture: { seat: 1 }, view: { roll: null } });
		expect(roll!.view).toMatchObject({ roll: null, left: 0, now: { what: 'roll', seat: 1 } });
		expect(roll!.speaks).toBeUndefined();
		expect(rest).toMatchObject({ speaks: true, view: { roll: 4, now: undefined } });
	});

	it('tells those who listen where a car stands, once its drive is over', () => {
		const rolled = told(placed, { kind: 'rolled', seat: 1, roll: 2 });
		const [first] = beats(rolled, { kind: 'stepped', seat: 1, step: 'F', space: '2:23' });
		expect(first!.heard).toEqual([]);
		const [last] = beats(first!.view, { kind: 'stepped', seat: 1, step: 'F', space: '2:0' });
		const params = { seat: 1, lane: 'lane 2', col: 1, to_go: 24, n: 1 };
		expect(last).toMatchObject({ text: '', heard: [{ key: 'web.heard.ahead', params }] });
		expect(beats(placed, { kind: 'police_moved', seat: 0, to: 'S2' })[0]!.heard).toEqual([
			{ key: 'web.heard.police_station', params: { to: 'S2' } },
		]);
	});

	it('drives over the start line into the first lap', () => {
		const car = told(placed, { kind: 'stepped', seat: 0, step: 'F', space: '0:0' }).cars[0]!;
		expect([car.col, car.p, car.to_go]).toEqual([0, 0, 24]);
	});

	it('bumps first, then lets the vehicle roll on space by space', () => {
		const found = beats(placed, { kind: 'hit', seat: 0, vehicle: 'T1', space: '1:7', n: 3 });
		expect(found[0]!.view.now).toEqual({ what: 'bump', pieces: ['car0', 'T1'] });
		expect(found.slice(1).map((beat) => beat.view.vehicles[0]!.col)).toEqual([5, 6, 7]);
	});

	it('lets a car rest behind its ghost', () => {
		const ghost = { lane: 0, col: 2, p: 2 };
		const view = told({ ...placed, ghost }, { kind: 'fell_back', seat: 0, space: '0:1' });
		expect(view.ghost).toBeNull();
		expect(view.cars[0]).toMatchObject({ lane: 0, col: 1, p: 1 });
	});

	it('starts the first of two on a 1 without a roll', () => {
		const found = beats(placed, { kind: 'gentle_start', seat: 1 });
		expect(found.map((beat) => [beat.view.turn, beat.view.roll, beat.view.now])).toEqual([[1, 1, undefined]]);
	});

	it('fines, and the Police drives home', () => {
		const fined = told(placed, { kind: 'police_fine', seat: 1, space: '2:22' });
		expect(fined.cars[1]).toMatchObject({ fines: 1, skips: 1 });
		const home = beats({ ...fined, police: '2:12' }, { kind: 'police_home', to: 'S2' });
		expect(home.map((beat) => beat.view.police)).toEqual(['2:13', '2:14', 'S2']);
	});

	it('hides which card another keeps, and shows the own one', () => {
		const others = beats(placed, { kind: 'drew_secret', seat: 1 });
		expect(others[1]!.moves).toEqual([{ piece: 'flying', to: 'seat-1' }]);
		const own = beats(placed, { kind: 'drew_secret', seat: 0, card: 'warning' });
		expect(own[0]!.view.drawn).toBe('warning');
		expect(told(own[0]!.view, { kind: 'kept', seat: 0, card: 'warning' })).toMatchObject({ hand: ['warning'] });
	});

	it('makes a new pile of the used cards', () => {
		const view = told({ ...placed, pile: 0, discards: ['mirror', 'turbo 2'] }, { kind: 'renewed', cards: 2 });
		expect([view.pile, view.discards]).toEqual([2, []]);
	});
});
