// What can be tapped on the road: made from the server's hints, or from the bare legal actions until they are here.
import type { Choice } from '../../contract';
import { type Cell, cellOf, isStation, type Shown, sameCell, spaceOf, wrap } from './view';

/** A hint of the server: where a choice leads. */
export interface Hint {
	kind: 'drive' | 'step' | 'vehicle' | 'police' | 'arrow';
	end: [number, number] | null;
	actions: number[];
	path: [number, number][];
	tags: string[];
	/** The answer before the move that this drive needs. */
	with?: string;
	/** A single step: the space it points to. */
	toward?: [number, number];
	way?: string;
	vehicle?: string;
	covers?: [number, number][];
	n?: number;
	fines?: number[];
	station?: string | null;
	arrow?: number;
}

export interface Target {
	id: string;
	/** The spaces that are lit; none for a station. */
	cells: Cell[];
	station: string | null;
	actions: number[];
	path: Cell[];
	tags: string[];
	fines: number[];
	/** Only one step of several: shown quietly. */
	single: boolean;
	vehicle?: string;
	arrow?: number;
	/** The plain words of a single step. */
	choice?: Choice;
}

const plain = { station: null, path: [], tags: [], fines: [], single: false };

/** What costs most stands first; only that word stands on the space. */
const WEIGHT = ['finish', 'rival_finish', 'fine', 'police', 'bump', 'push', 'blocked'];

export function mainTag(target: Target): string {
	return WEIGHT.find((tag) => target.tags.includes(tag)) ?? '';
}

export function targetsOf(
	kind: string,
	view: Shown,
	choices: Choice[],
	hints: Hint[],
	me: number,
	vehicle: string,
): Target[] {
	if (kind === 'step') return hints.length ? drives(hints, choices) : steps(view, choices, me);
	if (kind === 'place') return arrows(view, choices);
	if (kind === 'police') return hints.length ? chases(hints) : sends(choices);
	if (kind === 'traffic') return vehicleTargets(choices, hints, vehicle);
	return [];
}

/** The drives that an answer such as "use" would open. */
export function drivesWith(hints: Hint[], answer: string): Target[] {
	return drives(
		hints.filter((hint) => hint.with === answer),
		[],
	);
}

function drives(hints: Hint[], choices: Choice[]): Target[] {
	const ends = hints
		.filter((hint) => hint.kind === 'drive' && hint.end)
		.map((hint) => ({
			...plain,
			...hint,
			id: `drive ${spaceOf(hint.end!)}`,
			cells: [hint.end!],
			station: null,
			fines: [],
		}));
	const known = new Set(ends.map((end) => end.actions.join()));
	const singles = hints
		.filter((hint) => hint.kind === 'step' && hint.toward && !known.has(hint.actions.join()))
		.filter((hint) => !ends.some((end) => sameCell(end.cells[0]!, hint.toward!)))
		.map((hint) => ({
			...plain,
			...hint,
			id: `step ${hint.way}`,
			cells: [hint.toward!],
			station: null,
			fines: [],
			single: true,
			choice: choices.find((choice) => choice.action === hint.actions[0]),
		}));
	return [...ends, ...singles];
}

const SIDES: Record<string, [number, number]> = {
	step_F: [0, 1],
	step_L: [-1, 0],
	step_R: [1, 0],
	step_Q: [-1, 1],
	step_E: [1, 1],
};

function steps(view: Shown, choices: Choice[], me: number): Target[] {
	const car = view.ghost ?? view.cars[me];
	if (!car || car.lane === null || car.col === null) return [];
	return choices
		.filter((choice) => choice.key in SIDES)
		.map((choice) => {
			const [over, on] = SIDES[choice.key]!;
			const end: Cell = [car.lane! + over, wrap(car.col! + on, view.board.columns)];
			return { ...plain, id: choice.key, cells: [end], actions: [choice.action], path: [end], single: true, choice };
		});
}

function arrows(view: Shown, choices: Choice[]): Target[] {
	return choices
		.filter((choice) => choice.key === 'place')
		.map((choice) => {
			const arrow = Number(choice.params.arrow);
			const end = view.board.arrows[arrow - 1]!;
			return { ...plain, id: `arrow ${arrow}`, cells: [end], actions: [choice.action], arrow, choice };
		});
}

function chases(hints: Hint[]): Target[] {
	return hints
		.filter((hint) => !hint.tags.includes('stay'))
		.map((hint) => {
			// A car caught sends the Police home: then the station is the end, not the target.
			const station = hint.end ? null : (hint.station ?? null);
			const cells = hint.end ? [hint.end] : [];
			const tags = hint.tags.filter((tag) => tag === 'fine');
			return {
				...plain,
				id: station ?? spaceOf(hint.end!),
				cells,
				station,
				actions: hint.actions,
				tags,
				fines: hint.fines ?? [],
			};
		});
}

function sends(choices: Choice[]): Target[] {
	return choices
		.filter((choice) => choice.key === 'send_police')
		.map((choice) => {
			const to = String(choice.params.to);
			const station = isStation(to) ? to : null;
			return { ...plain, id: to, cells: station ? [] : [cellOf(to)], station, actions: [choice.action] };
		});
}

function vehicleTargets(choices: Choice[], hints: Hint[], vehicle: string): Target[] {
	return choices
		.filter((choice) => choice.key === 'send_vehicle' && choice.params.vehicle === vehicle)
		.map((choice) => {
			const hint = hints.find((one) => one.actions[0] === choice.action);
			const end = cellOf(String(choice.params.space));
			return {
				...plain,
				id: `${vehicle} ${spaceOf(end)}`,
				cells: hint?.covers?.slice(-1) ?? [end],
				path: [end],
				actions: [choice.action],
				vehicle,
				choice,
			};
		});
}

/** Vehicles that the running card may still move. */
export function movable(choices: Choice[]): string[] {
	return [
		...new Set(
			choices.filter((choice) => choice.key === 'send_vehicle').map((choice) => String(choice.params.vehicle)),
		),
	];
}

/** A space as it is seen: its column counted on, and its lane in the cell. */
interface Seen {
	cell: Cell;
	u: number;
}

/** The nearest one that way (`on` along the road, `over` across it); what lies aside counts double. */
export function nearest<T extends Seen>(spaces: T[], from: Seen, [wayOn, wayOver]: [number, number]): T | null {
	let best: { space: T; price: number } | null = null;
	for (const space of spaces) {
		const [on, over] = [space.u - from.u, space.cell[0] - from.cell[0]];
		const forward = on * wayOn + over * wayOver;
		if (forward <= 0) continue;
		const price = forward + 2 * Math.abs(on * wayOver + over * wayOn);
		if (!best || price < best.price) best = { space, price };
	}
	return best?.space ?? null;
}
