// Places and cards in words: what those hear who cannot see the road, and what a card explains about itself.
import type { Heard, Play } from '../../contract';
import type { Target } from './targets';
import { type Cell, cellOf, gap, isStation, placeOf, type Shown, wrap } from './view';

/** Lane and column as people count them: "middle lane, space 14". */
export const named = ([lane, col]: Cell) => ({ lane: `lane ${lane}`, col: col + 1 });

/** Where a car stands, as seen from `me`; null when it is not on the road. */
export function whereIs(view: Shown, seat: number, me: number | null): Heard | null {
	const car = view.cars[seat];
	if (!car || car.lane === null || car.col === null) return null;
	const params = { seat, ...named([car.lane, car.col]), to_go: car.to_go };
	const own = me === null ? null : view.cars[me];
	if (seat === me) return { key: 'web.heard.own', params };
	if (!own || own.col === null) return { key: 'web.heard.car', params };
	const n = car.p - own.p;
	const how = n > 0 ? 'ahead' : n < 0 ? 'behind' : 'level';
	return { key: `web.heard.${how}`, params: { ...params, n: Math.abs(n) } };
}

const said = (play: Play, { key, params }: Heard): string => play.say(key, params);

/** One line for each car, whoever leads first. */
export function carLines(view: Shown, play: Play): { seat: number; words: string }[] {
	const order = view.cars.map((car) => car.seat).sort((a, b) => placeOf(view, a) - placeOf(view, b) || a - b);
	return order.map((seat) => ({ seat, words: carLine(view, play, seat) }));
}

function carLine(view: Shown, play: Play, seat: number): string {
	const car = view.cars[seat]!;
	const me = play.open ? play.me : null;
	const facts: string[] = [];
	if (car.place !== null) facts.push(play.say('table.car_home', { seat, place: car.place }));
	else {
		const place = whereIs(view, seat, me);
		facts.push(place ? said(play, place) : `${play.say('table.car_waiting', { seat })}.`);
		if (place && view.options.laps > 1) facts.push(`${play.say('web.lap', lapOf(view, seat))}.`);
	}
	if (car.skips > 0) facts.push(`${play.say('web.skips')}.`);
	if (car.holds && seat !== me) facts.push(`${play.say('web.holds')}.`);
	return facts.join(' ');
}

export function lapOf(view: Shown, seat: number): { lap: number; laps: number } {
	const { laps } = view.options;
	const driven = Math.max(0, view.cars[seat]?.p ?? 0);
	return { lap: Math.min(laps, Math.floor(driven / view.board.columns) + 1), laps };
}

/** Traffic and Police, the next one before the own car first. */
export function roadLines(view: Shown, play: Play): { id: string; words: string }[] {
	const { columns } = view.board;
	const own = play.me === null ? null : view.cars[play.me];
	const from = own?.col ?? 0;
	const things = view.vehicles.map(({ id, kind, lane, col }) => ({ id, kind: kind as string, lane, col }));
	if (!isStation(view.police)) {
		const [lane, col] = cellOf(view.police);
		things.push({ id: 'police', kind: 'police', lane, col });
	}
	const lines = things
		.map((one) => ({ ...one, n: wrap(one.col - from, columns) }))
		.sort((a, b) => a.n - b.n || a.lane - b.lane)
		.map(({ id, kind, lane, col, n }) => {
			// What has just been overtaken is behind, not nearly a lap ahead.
			const passed = n > columns / 2;
			const key = own?.col == null ? 'web.vehicle' : passed ? 'web.vehicle_behind' : 'web.vehicle_ahead';
			return { id, words: play.say(key, { kind, n: passed ? columns - n : n, ...named([lane, col]) }) };
		});
	const parked = isStation(view.police) ? [{ id: 'police', words: play.say('table.police', { to: view.police }) }] : [];
	return [...parked, ...lines];
}

/** The grey spaces of each station. */
export function greyLines(view: Shown, play: Play): string[] {
	return view.board.stations.map(({ id, grey }) => {
		const [first] = grey;
		const last = grey[grey.length - 1];
		return first && last ? play.say('web.grey', { to: id, ...named(first), last: last[1] + 1 }) : play.texts.word(id);
	});
}

export function vehicleWords(view: Shown, play: Play, id: string): string {
	const one = view.vehicles.find((vehicle) => vehicle.id === id);
	return one ? play.say('web.vehicle', { kind: one.kind, ...named([one.lane, one.col]) }) : id;
}

/** What comes of a target: bumps, pushes and fines. */
export function costsOf(play: Play, target: Target): string[] {
	const costs = target.tags.map((tag) => play.say(`costs.${tag}`));
	if (target.fines.length) costs.push(play.say('costs.fines', { seats: target.fines }));
	return costs;
}

/** "3 ahead, middle lane, space 14, behind the taxi: you push a car" */
export function targetWords(view: Shown, play: Play, target: Target): string {
	if (target.station) return play.say('web.space_station', { to: target.station });
	const cell = target.cells[0]!;
	if (target.arrow) return play.say('web.space_arrow', { arrow: target.arrow, ...named(cell) });
	const own = play.me === null ? null : view.cars[play.me];
	const n = own?.col == null ? 0 : gap(own.col, cell[1], view.board.columns);
	const where = [play.say(n > 0 ? 'web.space_ahead' : 'web.space', { ...named(cell), n })];
	const next = target.vehicle ? '' : standsOn(view, play, [cell[0], wrap(cell[1] + 1, view.board.columns)]);
	if (next && !target.single) where.push(play.say('web.behind', { what: next }));
	const place = where.join(', ');
	if (target.single && target.choice) return `${place}: ${play.label(target.choice)}`;
	const costs = costsOf(play, target);
	return costs.length ? `${place}: ${costs.join(', ')}` : place;
}

function standsOn(view: Shown, play: Play, [lane, col]: Cell): string {
	const car = view.cars.find((one) => one.lane === lane && one.col === col);
	if (car) return car.seat === play.me ? '' : play.name(car.seat);
	const covers = (one: Shown['vehicles'][number]) =>
		one.lane === lane && (one.col === col || (one.len === 2 && wrap(one.col + 1, view.board.columns) === col));
	const vehicle = view.vehicles.find(covers);
	if (vehicle) return play.texts.word(vehicle.kind);
	return view.police === `${lane}:${col}` ? play.texts.word('police') : '';
}

/** The steps one after the other: "forward, forward, left". */
export function wayWords(view: Shown, play: Play, target: Target): string {
	const own = play.me === null ? null : view.cars[play.me];
	if (!own || own.lane === null || own.col === null || target.vehicle || !target.path.length) return '';
	let from: Cell = view.ghost ? [view.ghost.lane, view.ghost.col] : [own.lane, own.col];
	const steps = target.path.map((cell) => {
		const over = cell[0] - from[0];
		const on = gap(from[1], cell[1], view.board.columns);
		from = cell;
		return play.texts.word(on ? (over < 0 ? 'Q' : over > 0 ? 'E' : 'F') : over < 0 ? 'L' : 'R');
	});
	return steps.join(', ');
}

/** Where the rules speak of a card. */
const CLAUSES: Record<string, string> = {
	turbo: 'TT-62',
	traffic: 'TT-38',
	police: 'TT-48',
	skid: 'TT-43',
	mirror: 'TT-57',
	warning: 'TT-46',
	maneuver: 'TT-60',
};

const kindOf = (card: string): string => card.split(' ')[0]!;

/** What stands on a card. */
export const cardName = (play: Play, card: string): string => play.say(`web.cards.${kindOf(card)}.name`);

/** Its name, what it does and when. */
export function cardWords(play: Play, card: string): string {
	const kind = kindOf(card);
	return `${play.texts.word(card)}. ${play.say(`web.cards.${kind}.does`)} ${play.say(`web.when.${kind}`)}`;
}

/** A tap on a card: it explains itself beside it. */
export function explainCard(play: Play, card: string, element: Element): void {
	play.bubble = {
		text: cardWords(play, card),
		clause: CLAUSES[kindOf(card)] ?? '',
		anchor: element.getBoundingClientRect(),
		gentle: true,
	};
}
