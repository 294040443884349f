// How each event changes what is drawn. The true view follows in any case.

import { type Beat, type Heard, LEAST } from '../../contract';
import type { TraficTurboCar, TraficTurboEvent, TraficTurboVehicle } from '../../net/shapes';
import type { SoundName } from '../../sound/sound';
import { drew, gaveUp, kept, renewed, searched, took, used } from './tell-cards';
import { type Cell, cellOf, gap, isStation, type Now, type Shown, wrap } from './view';
import { policeWay } from './ways';
import { named, whereIs } from './words';

type Told = Beat<Shown> | Beat<Shown>[] | null;
type Teller<E> = (view: Shown, event: E, me: number | null) => Told;
type Tellers = { [K in TraficTurboEvent['kind']]: Teller<Extract<TraficTurboEvent, { kind: K }>> };

/** Milliseconds per space. */
const HOP = 110;
const ROLL = 700;
const BUMP = 140;
/** Over the line it goes slowly. */
export const FINISH = 500;

function withCar(view: Shown, seat: number, change: (car: TraficTurboCar) => Partial<TraficTurboCar>): Shown {
	return {
		...view,
		now: undefined,
		cars: view.cars.map((car) => (car.seat === seat ? { ...car, ...change(car) } : car)),
	};
}

/** A car on another space; the column says how far it came. */
function drive(view: Shown, seat: number, space: string): Shown {
	const [lane, col] = cellOf(space);
	const { columns, goal } = view.board;
	return withCar(view, seat, (car) => {
		const p = car.col === null ? col - columns : car.p + gap(car.col, col, columns);
		return { lane, col, p, to_go: Math.max(0, goal - p) };
	});
}

function withVehicle(view: Shown, id: string, [lane, col]: Cell): Shown {
	const move = (one: TraficTurboVehicle) => (one.id === id ? { ...one, lane, col } : one);
	return { ...view, now: undefined, vehicles: view.vehicles.map(move) };
}

function loseTurn(view: Shown, seat: number, fines: number): Shown {
	return withCar(view, seat, (car) => ({
		fines: car.fines + fines,
		skips: view.options.stack_skips ? car.skips + 1 : 1,
	}));
}

const during = (view: Shown, now: Now): Shown => ({ ...view, now });

function bump(view: Shown, sound: SoundName, ...pieces: string[]): Beat<Shown> {
	return { view: during(view, { what: 'bump', pieces }), rest: BUMP, sound };
}

function fined(view: Shown, seat: number): Beat<Shown> {
	return { view: during(loseTurn(view, seat, 1), { what: 'fine', seat }), rest: 650, sound: 'stamp' };
}

/** Space by space along its lane; a change of lane comes last. */
function rollOn(view: Shown, id: string, space: string): Beat<Shown>[] {
	const vehicle = view.vehicles.find((one) => one.id === id);
	if (!vehicle) return [];
	const [lane, col] = cellOf(space);
	const { columns } = view.board;
	const beats: Beat<Shown>[] = [];
	let shown = view;
	for (let at = vehicle.col; at !== col; ) {
		at = wrap(at + 1, columns);
		shown = withVehicle(shown, id, [vehicle.lane, at]);
		beats.push({ view: shown, rest: HOP });
	}
	if (lane !== vehicle.lane) beats.push({ view: withVehicle(shown, id, [lane, col]), rest: HOP });
	return beats;
}

function chase(view: Shown, to: string): Beat<Shown>[] {
	return policeWay(view, to).map((police, i) => ({
		view: { ...view, now: undefined, police },
		rest: isStation(police) ? 260 : HOP,
		...(i === 0 ? { sound: 'siren' as const } : {}),
	}));
}

/** With Warning the ghost drives through everything; the car follows to where nobody stands. */
function glide(view: Shown, seat: number, space: string): Shown {
	const [lane, col] = cellOf(space);
	const car = view.cars[seat];
	const from = view.ghost ?? { lane: car?.lane ?? lane, col: car?.col ?? col, p: car?.p ?? 0 };
	const p = from.p + gap(from.col, col, view.board.columns);
	const shown = standsSomething(view, seat, lane, col) ? view : withCar(view, seat, () => ({ lane, col, p }));
	const ghost = { lane, col, p };
	return withCar({ ...shown, ghost }, seat, (one) => ({ to_go: Math.max(0, view.board.goal - one.p) }));
}

function standsSomething(view: Shown, seat: number, lane: number, col: number): boolean {
	const here = (one: { lane: number | null; col: number | null }) => one.lane === lane && one.col === col;
	const covers = (one: TraficTurboVehicle) =>
		here(one) || (one.len === 2 && here({ ...one, col: wrap(one.col + 1, view.board.columns) }));
	return (
		view.cars.some((car) => car.seat !== seat && here(car)) ||
		view.vehicles.some(covers) ||
		view.police === `${lane}:${col}`
	);
}

function home(view: Shown, seat: number, place: number): Shown {
	return withCar(view, seat, (car) => ({
		lane: null,
		col: null,
		place,
		p: Math.max(car.p, view.board.goal),
		to_go: 0,
	}));
}

/** It tumbles; what it shows is said when it lies still. */
function rolls(view: Shown, seat: number, roll: number, ms: number): Beat<Shown>[] {
	return [
		{
			view: during({ ...view, roll: null }, { what: 'ready', seat }),
			gesture: { seat, prompt: 'web.roll' },
			sound: 'ready',
		},
		{
			view: during({ ...view, roll: null }, { what: 'roll', seat }),
			rest: ms,
			sound: 'die',
			line: { key: 'web.rolls', params: { seat } },
		},
		{ view: { ...view, roll, now: undefined }, rest: 120, least: LEAST.roll, speaks: true },
	];
}

// For those who listen: where something stands now

function stands(view: Shown, seat: number, me: number | null): Heard[] {
	const place = whereIs(view, seat, me);
	return place ? [place] : [];
}

function stops(view: Shown, id: string, space: string): Heard[] {
	const kind = view.vehicles.find((one) => one.id === id)?.kind;
	return kind ? [{ key: 'web.heard.vehicle', params: { kind, ...named(cellOf(space)) } }] : [];
}

const policeAt = (to: string): Heard =>
	isStation(to)
		? { key: 'web.heard.police_station', params: { to } }
		: { key: 'web.heard.police', params: named(cellOf(to)) };

const also = ([first, ...rest]: Beat<Shown>[], heard: Heard[]): Beat<Shown>[] =>
	first ? [{ ...first, heard }, ...rest] : [];

const quiet =
	(sound: SoundName): Teller<unknown> =>
	(view) => ({ view: { ...view, now: undefined }, rest: 300, sound });

const TELLERS: Tellers = {
	opening_roll: (view, { seat, roll }) => rolls(view, seat, roll, ROLL / 2),
	order: (view, { seats }) => ({ view: { ...view, order: seats, roll: null, now: undefined } }),
	placed: (view, { seat, space }, me) => {
		const after = drive(view, seat, space);
		return { view: after, rest: 320, sound: 'started', heard: stands(after, seat, me) };
	},
	skipped: (view, { seat }) => {
		const after = withCar(view, seat, (car) => ({ skips: Math.max(0, car.skips - 1) }));
		return { view: during({ ...after, turn: seat, roll: null }, { what: 'skip', seat }), rest: 700, sound: 'skipped' };
	},
	gentle_start: (view, { seat }) => ({
		view: { ...view, turn: seat, roll: 1, left: 1, ghost: null, now: undefined },
		rest: 600,
		sound: 'yours',
	}),
	rolled: (view, { seat, roll }) => {
		const turn = { ...view, turn: seat, left: 0, ghost: null };
		const beats = rolls(turn, seat, roll, ROLL);
		return beats.map((beat) => (beat.speaks ? { ...beat, view: { ...beat.view, left: roll } } : beat));
	},
	straight_on: quiet('straight'),
	used: (view, { seat, card }, me) => used(view, seat, card, me),
	stepped: (view, { seat, step, space }, me) => {
		const left = Math.max(0, view.left - 1);
		const driven = { ...drive(view, seat, space), left };
		// Over the line it is seen in slow motion, while the next beats hold it.
		const home = (driven.cars[seat]?.p ?? 0) >= view.board.goal;
		const after = home ? during(driven, { what: 'finish', seat }) : driven;
		const words = step === 'F' ? { text: '' } : { plain: true };
		const far = Math.max(0, (view.roll ?? 0) - left);
		return {
			view: after,
			rest: HOP,
			sound: 'drive',
			step: far,
			...words,
			heard: left ? [] : stands(after, seat, me),
		};
	},
	glided: (view, { seat, space }) => ({ view: glide(view, seat, space), rest: HOP, sound: 'glided', text: '' }),
	fell_back: (view, { seat, space }, me) => {
		const after = { ...drive(view, seat, space), ghost: null };
		return { view: after, rest: 320, sound: 'rolledBack', heard: stands(after, seat, me) };
	},
	pushed: (view, { seat, by, space }, me) => {
		const after = drive(view, seat, space);
		return [
			{ ...bump(view, 'bump', `car${by}`, `car${seat}`), heard: stands(after, seat, me) },
			{ view: after, rest: HOP },
		];
	},
	hit: (view, { seat, vehicle, space }, me) => {
		const after = withCar(view, seat, (car) => ({ hits: car.hits + 1 }));
		const heard = [...stands(after, seat, me), ...stops(after, vehicle, space)];
		return [
			{ ...bump(after, 'crash', `car${seat}`, vehicle), heard },
			...rollOn({ ...after, left: 0 }, vehicle, space),
		];
	},
	hit_police: (view, { seat }, me) => {
		const after = withCar(view, seat, (car) => ({ hits: car.hits + 1 }));
		return { ...bump(after, 'crash', `car${seat}`, 'police'), heard: stands(after, seat, me) };
	},
	blocked: (view, { seat }, me) => ({
		...bump({ ...view, left: 0 }, 'blocked', `car${seat}`),
		heard: stands(view, seat, me),
	}),
	grey_fine: (view, { seat }) => fined({ ...view, stopped: true }, seat),
	police_fine: (view, { seat }) => fined(view, seat),
	drew: (view, { card }) => drew(view, card),
	drew_secret: (view, { seat, card }, me) => took(view, seat, card, me),
	took_open: (view, { card }) => drew(searched(view), card),
	took_secret: (view, { seat, card }, me) => took(searched(view), seat, card, me),
	took_nothing: (view) => ({ view: searched(view), rest: 300, sound: 'empty' }),
	looked: (view, { search }) => ({
		view: { ...view, mirror: true, now: undefined, ...(search ? { search } : {}) },
		rest: 300,
		sound: 'mirror',
	}),
	kept: (view, { seat, card }, me) => kept(view, seat, card, me),
	threw_drawn: (view, { seat, card }, me) => gaveUp(view, seat, card, me, false),
	threw_held: (view, { seat, card }, me) => gaveUp(view, seat, card, me, true),
	gave_back: (view, { seat, card }, me) => gaveUp(view, seat, card, me, true),
	played: (view, { seat, card }, me) => {
		const after = gaveUp(view, seat, card, me, view.phase === 'draw_or_play');
		return { ...after, sound: 'turbo', view: { ...after.view, mode: 'turbo', left: Number(card.split(' ')[1]) } };
	},
	skidded: (view, { seat, space }, me) => {
		const after = drive(view, seat, space);
		return { view: after, rest: 420, sound: 'skid', heard: stands(after, seat, me) };
	},
	skid_blocked: (view, { seat }) => bump(view, 'blocked', `car${seat}`),
	skid_ignored: quiet('shrug'),
	off_road: (view, { seat }) => ({
		view: during(loseTurn(view, seat, 0), { what: 'fine', seat }),
		rest: 650,
		sound: 'gravel',
	}),
	vehicle_moved: (view, { vehicle, space, n }) => {
		const after = { ...view, budget: view.budget - n, moved: [...view.moved, vehicle] };
		const way = rollOn(after, vehicle, space);
		return also(
			way.map((beat, i) => (i ? beat : { ...beat, sound: 'rolling' })),
			stops(view, vehicle, space),
		);
	},
	traffic_stuck: quiet('empty'),
	police_moved: (view, { to }) => also(chase(view, to), [policeAt(to)]),
	police_waits: quiet('chirp'),
	police_parked: quiet('chirp'),
	police_stayed: quiet('chirp'),
	police_home: (view, { to }) => also(chase(view, to), [policeAt(to)]),
	no_card: quiet('shrug'),
	renewed: (view, { cards }) => renewed(view, cards),
	crossed: (view, { seat, place }) => {
		const over = during(view, { what: 'finish', seat });
		return [
			{ view: over, rest: FINISH, sound: 'finish' },
			// The place is seen beside the car that won it, before the road is another one's.
			{
				view: during(
					withCar(over, seat, () => ({ place, to_go: 0 })),
					{ what: 'finish', seat },
				),
				least: LEAST.reveal,
			},
			{ view: home(view, seat, place) },
		];
	},
	race_over: (view, { capped }) => {
		let shown: Shown = { ...view, turn: null, phase: null, now: undefined };
		// For points the last car takes the place that is left.
		if (view.options.points && !capped) {
			const last = view.cars.filter((car) => car.place === null);
			for (const car of last)
				shown = withCar(shown, car.seat, () => ({ lane: null, col: null, place: view.cars.length }));
		}
		return { view: shown, rest: 400, sound: 'flag' };
	},
};

export function tell(view: Shown, event: TraficTurboEvent, me: number | null): Told {
	const teller = TELLERS[event.kind] as Teller<TraficTurboEvent> | undefined;
	return teller ? teller(view, event, me) : null;
}
