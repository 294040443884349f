// How each event changes what is drawn. It shows only; the true view follows in any case.

import { type Beat, LEAST, type Move, ROUND_END } from '../../contract';
import type { RushHourEvent, RushHourRevealed, RushHourSeat, RushHourView } from '../../net/shapes';
import type { SoundName } from '../../sound/sound';
import { cardsOf, GAP, handKeys, openPiece, piecesOf } from './bays';

export interface Shown extends RushHourView {
	/** A lane is taken, as this event says: so many spots of it, from the front, have left for whoever takes them, and brought so much. */
	swept?: { by: RushHourEvent; row: number; spots: number; points: number };
}

type Step = Beat<Shown>;
type Of<K extends RushHourEvent['kind']> = Extract<RushHourEvent, { kind: K }>;

const DRIVE = 420;
const PAUSE = 180;
/** A lane honks, then its cars leave one by one. */
const HONK = 400;
const LEAVE = 130;
/** What they brought in all. */
const SUM = 350;
const DEALT_APART = 60;

export function tell(view: Shown, event: RushHourEvent, me: number | null): Step | Step[] | null {
	switch (event.kind) {
		case 'nothing_costs':
			return { view, rest: 900, sound: 'shrug' };
		case 'replaced':
			return { view, rest: 150, sound: 'shuffled', plain: true };
		case 'opened':
			return opened(view, event);
		case 'dealt':
			return { view: { ...view, seats: view.seats.map((seat) => ({ ...seat, cards: event.cards })) }, ms: 0 };
		case 'hand':
			return event.seat === me && event.cards
				? { view: { ...view, hand: event.cards }, ms: 320, moves: dealt(event.cards), sound: 'dealt', text: '' }
				: silent(view);
		case 'chosen':
			return {
				view: withSeat(view, event.seat, { chosen: true }),
				sound: 'sealed',
				...(event.seat === me ? { text: '' } : { plain: true }),
			};
		case 'revealed':
			return revealed(view, event, me);
		case 'named':
			return { view: next({ ...view, revealed: named(view, event) }), rest: PAUSE, sound: 'named', plain: true };
		case 'ambulance':
			return squad(view, event, 'A');
		case 'police':
			return squad(view, event, 'P');
		case 'placed':
			return drive(view, event, 'parked', (spots) => [...spots, event.card]);
		case 'hooked':
			return drive(view, event, 'hooked', (spots) => hook(spots, event.on, event.card));
		case 'gap_filled':
			return drive(view, event, 'squeezed', (spots) =>
				spots.map((spot, i) => (i === event.spot - 1 ? event.card : spot)),
			);
		case 'front':
			return drive(view, event, 'front', (spots) => [event.card, ...spots]);
		case 'begins':
			return drive(view, event, 'begun', () => [event.card]);
		case 'jam':
		case 'too_low':
			return swept(view, event);
		case 'towed':
			return towed(view, event);
		case 'round_over':
			return roundOver(view, event);
		case 'match_over':
			return { view: { ...view, over: true, turn: null }, text: '' };
	}
}

const silent = (view: Shown): Step => ({ view, text: '' });

function withRow(view: Shown, row: number, spots: string[]): Shown {
	return { ...view, rows: view.rows.map((old, i) => (i === row - 1 ? spots : old)) };
}

function withSeat(view: Shown, seat: number, change: Partial<RushHourSeat>): Shown {
	return { ...view, seats: view.seats.map((old, i) => (i === seat ? { ...old, ...change } : old)) };
}

/** Whose card it is now: the first that neither lies on the road nor has named its lane. */
function next(view: Shown): Shown {
	const open = view.revealed.find((one) => !one.done && one.row === null);
	return { ...view, turn: open?.seat ?? null };
}

function done(view: Shown, seats: number[]): Shown {
	const revealed = view.revealed.map((one) => (seats.includes(one.seat) ? { ...one, done: true, row: null } : one));
	return next({ ...view, revealed });
}

function opened(view: Shown, event: Of<'opened'>): Step {
	const seats = view.seats.map((seat) => ({ ...seat, chosen: false, points: 0, pile: [] }));
	const rows = event.cards.map((card) => [card]);
	const shown = { ...view, rows, seats, round: event.round, revealed: [], turn: null, over: false };
	const moves = piecesOf(rows).map((spots, i) => ({ piece: spots[0]![0]!, from: 'tail', delay: i * 60 }));
	return { view: shown, ms: 380, moves, sound: 'convoy' };
}

/** The hand comes card by card from the end of the road. */
function dealt(cards: string[]): Move[] {
	return handKeys(cards).map((key, i) => ({ piece: `card:${key}`, from: 'tail', delay: i * DEALT_APART }));
}

function revealed(view: Shown, event: Of<'revealed'>, me: number | null): Step {
	const open: RushHourRevealed[] = event.seats.map((seat, i) => ({
		seat,
		card: event.cards[i]!,
		done: false,
		row: null,
	}));
	const seats = view.seats.map((seat, i) =>
		event.seats.includes(i)
			? { ...seat, chosen: false, cards: Math.max(0, seat.cards - 1) }
			: { ...seat, chosen: false },
	);
	const mine = open.find((one) => one.seat === me)?.card;
	const shown: Shown = { ...view, revealed: open, seats };
	if (view.hand) shown.hand = without(view.hand, mine);
	if (view.chosen !== undefined) shown.chosen = null;
	const moves = open.map(({ seat, card }) => ({
		piece: openPiece(seat, card),
		from: seat === me ? `card:${card}` : `seat-${seat}`,
	}));
	return { view: next(shown), ms: 320, moves, sound: 'reveal', rest: 700, least: LEAST.reveal };
}

/** The hand without one such card. */
function without(hand: string[], card: string | undefined): string[] {
	const at = card === undefined ? -1 : hand.indexOf(card);
	return hand.filter((_, i) => i !== at);
}

function named(view: Shown, event: Of<'named'>): RushHourRevealed[] {
	return view.revealed.map((one) => (one.seat === event.seat && !one.done ? { ...one, row: event.row } : one));
}

/** One car drives to its place; the others of its lane make room. */
function drive(
	view: Shown,
	event: { seat: number; card: string; row: number },
	sound: SoundName,
	change: (spots: string[]) => string[],
): Step {
	const spots = change(view.rows[event.row - 1] ?? []);
	const shown = done(withRow(view, event.row, spots), [event.seat]);
	return {
		view: shown,
		ms: DRIVE,
		moves: arrivals(view, shown, event.row, [event.seat]),
		sound,
		rest: PAUSE,
		least: LEAST.card,
	};
}

/** New pieces of a lane come from where the open cards of these seats stood. */
function arrivals(before: Shown, after: Shown, row: number, seats: number[]): Move[] {
	const old = new Set(piecesOf(before.rows).flat(2));
	const fresh = piecesOf(after.rows)
		[row - 1]!.flat()
		.filter((piece) => !old.has(piece));
	return fresh.map((piece, i) => {
		const seat = seats[i] ?? seats[0]!;
		const card = before.revealed.find((one) => one.seat === seat)?.card ?? '';
		return { piece, from: openPiece(seat, card) };
	});
}

/** A trailer hooks to the last stack that has `on` on top. */
function hook(spots: string[], on: string, card: string): string[] {
	const at = spots.findLastIndex((spot) => cardsOf(spot).at(-1) === on);
	return spots.map((spot, i) => (i === at ? `${spot}+${card}` : spot));
}

/** Ambulances come in front, police cars behind; those of one turn share a spot. */
function squad(view: Shown, event: Of<'ambulance'> | Of<'police'>, card: 'A' | 'P'): Step {
	const spots = view.rows[event.row - 1] ?? [];
	const stack = Array.from({ length: event.count }, () => card).join('+');
	const shown = done(withRow(view, event.row, card === 'A' ? [stack, ...spots] : [...spots, stack]), event.seats);
	return {
		view: shown,
		ms: DRIVE,
		moves: arrivals(view, shown, event.row, event.seats),
		sound: card === 'A' ? 'horn' : 'siren',
		rest: PAUSE,
		least: LEAST.card,
	};
}

/** The lane honks; then its cars drive off to whoever takes them, one by one, and each counts when it is there. */
function swept(view: Shown, event: Of<'jam'> | Of<'too_low'>): Step[] {
	const { row, points } = event;
	const spots = view.rows[row - 1] ?? [];
	const count = spots.flatMap(cardsOf).length;
	// A tow truck that came fifth stays with its load.
	const stays = count > event.cards.length ? spots.slice(-1) : [];
	const names = piecesOf(view.rows)[row - 1]!;
	const gone = names.slice(0, names.length - stays.length);
	const seat = view.seats[event.seat]!;
	/** So many spots have left and brought this much. */
	const left = (spots: number, points: number): Shown => ({
		...withSeat(view, event.seat, { points: seat.points + points, score: seat.score + points }),
		turn: event.seat,
		swept: { by: event, row, spots, points },
	});
	const sound = event.kind === 'jam' ? 'jam' : 'tooLow';
	const steps: Step[] = [{ view: left(0, 0), rest: HONK, least: LEAST.card, sound }];
	// A gap has nobody to leave.
	const leaving = gone.map((pieces, i) => ({ pieces, spots: i + 1 })).filter(({ pieces }) => pieces.length);
	leaving.forEach(({ pieces, spots }, i) => {
		const [before, after] = [i, i + 1].map((cars) => Math.round((points * cars) / leaving.length));
		const moves = pieces.map((piece) => ({ piece, to: `seat-${event.seat}` }));
		steps.push(
			{ view: left(spots, before!), ms: LEAVE, moves, sound: 'count', step: i },
			{ view: left(spots, after!) },
		);
	});
	const sum = left(gone.length, points);
	const { swept: _, ...all } = next(withRow(sum, row, stays));
	const pile = [...seat.pile, ...event.cards];
	return [...steps, { view: sum, rest: SUM }, { view: withSeat(all, event.seat, { pile }) }];
}

/** The truck backs in, then the load rolls on and leaves a gap. */
function towed(view: Shown, event: Of<'towed'>): Step[] {
	const spots = view.rows[event.row - 1] ?? [];
	const load = spots.at(-1) ?? event.cards.join('+');
	const alone = withRow(view, event.row, [...spots, 'T']);
	const arrived = done(alone, [event.seat]);
	const front = spots.slice(0, -1);
	// A full lane of nothing but gaps is nobody's: the truck begins it anew.
	const fresh = view.max_row !== null && spots.length >= view.max_row && front.every((spot) => spot === GAP);
	const loaded = withRow(arrived, event.row, fresh ? [`T+${load}`] : [...front, GAP, `T+${load}`]);
	return [
		{
			view: arrived,
			ms: 300,
			moves: arrivals(view, arrived, event.row, [event.seat]),
			sound: 'tow',
			least: LEAST.card,
		},
		{ view: loaded, ms: 300, rest: 200 },
	];
}

function roundOver(view: Shown, event: Of<'round_over'>): Step {
	const seats = view.seats.map((seat, i) => ({ ...seat, score: event.totals[i] ?? seat.score }));
	const shown = { ...view, seats, turn: null, rounds: [...view.rounds, event.points] };
	return { view: shown, ...ROUND_END, round: { points: event.points, totals: event.totals, best: 'low' } };
}
