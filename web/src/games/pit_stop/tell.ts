// How what happened in Pit Stop is shown. Only what is drawn changes here; what is true comes from the server.

import { type Beat, LEAST, type Move, ROUND_END } from '../../contract';
import type { PitStopEvent, PitStopSeat, PitStopView } from '../../net/shapes';
import { named, sorted } from '../_shedding/cards';
import {
	dealt,
	FLY,
	gained,
	handed,
	laid,
	opened,
	pickedUp,
	played,
	reshuffled,
	returned,
	type Telling,
	withSeat,
} from '../_shedding/telling';
import { bayPiece, frontPiece, podiumPiece } from './pieces';

export interface Shown extends PitStopView, Telling {
	/** The newest Car has been laid and still stands before the Garage. */
	outside?: boolean;
	/** The Garage was just laid: its shutter is still down. */
	shut?: boolean;
}

type Step = Beat<Shown>;
type Of<K extends PitStopEvent['kind']> = Extract<PitStopEvent, { kind: K }>;

const DRIVE_IN = 380;

export function tell(before: Shown, event: PitStopEvent): Step | Step[] | null {
	const view: Shown = before.strike ? { ...before, strike: undefined } : before;
	switch (event.kind) {
		case 'dealt':
			return { view: freshRound(view, event), rest: 250, sound: 'shuffled' };
		case 'hand':
			return pickedUp(view, event.seat, event.cards);
		case 'returned':
			return returned(view, event.card);
		case 'opened':
			return opened(view, event.card);
		case 'laid':
			return laidCard(view, event);
		case 'countered':
			return countered(view, event);
		case 'colour':
			return { view: { ...view, colour: event.colour }, rest: 350, sound: 'painted' };
		case 'garage_done':
			return { view: { ...view, garage: null }, rest: 300, sound: 'shut' };
		case 'drew':
		case 'renew_card':
			return gained(view, event.seat, event.card);
		case 'no_car':
		case 'silence_card':
		case 'return_card':
			return gained(view, event.seat, event.card, 'deck', 'paid');
		case 'serviced':
		case 'missed':
			return service(view, event);
		case 'fined':
		case 'accepted':
			return fine(view, event);
		case 'fine_hand':
			return handed(paid(view), event.giver, event.seat, event.card);
		case 'fine_deck':
			return gained(paid(view), event.seat, event.card, 'deck', 'taken');
		case 'new_car':
			return { ...toTable(view, event.seat, 'NC'), sound: 'started' };
		case 'exchange':
		case 'renew':
			return { ...toTable(view, event.seat, 'CX'), sound: 'turned' };
		case 'swap':
			return wantsSwap(view, event);
		case 'no_swap':
			return stopsSwap(view, event);
		case 'swapped':
			return swapped(view, event);
		case 'buried':
			return buried(view, event);
		case 'said':
			// The bubble says it: the line and the strip are for what is done.
			return { view: { ...view, said: { seat: event.seat, key: `words.${event.phrase}` } }, plain: true, sound: 'say' };
		case 'kept':
			return { view, rest: 300, sound: 'sealed' };
		case 'silent':
			return { view, plain: true };
		case 'passed':
			return { view, rest: 300, sound: 'forgotten' };
		case 'let_go':
			return { view, text: '' };
		case 'finished':
			return finished(view, event);
		case 'brought_back':
			return broughtBack(view, event);
		case 'time_up':
			return { view: { ...view, last_round: event.round }, rest: 1200, sound: 'ready' };
		case 'reshuffled':
			return reshuffled(view, event.cards);
		case 'stuck':
		case 'idle':
		case 'too_long':
			return { view, rest: 600, sound: 'shrug' };
		case 'round_over':
			return roundOver(view, event);
		case 'match_over':
			return { view: { ...view, turn: null, finisher: null }, text: '' };
		default:
			// What happens at the table itself, such as somebody leaving.
			return { view };
	}
}

const fronts = (view: PitStopView): number => view.seats.reduce((sum, one) => sum + one.front.length, 0);

function freshRound(view: Shown, event: Of<'dealt'>): Shown {
	const next = dealt(view, event.cards, fronts(view));
	return {
		...next,
		seats: next.seats.map((one) => ({ ...one, place: null, front: [] })),
		dealer: event.dealer,
		round: event.round,
		places: [],
		pending: null,
		exchange: null,
		garage: null,
		finisher: null,
		turn: null,
	};
}

/** A Car that follows a Garage drives in after its card has landed. */
function laidCard(view: Shown, event: Of<'laid'>): Step[] {
	const step = laid({ ...view, finisher: null, stopped: -1 }, event.seat, event.card);
	if (event.card === 'GA') {
		const shut = { ...step.view, garage: 0, colour: null, shut: true };
		return [
			{ ...step, rest: 60, view: shut },
			{ view: shut, gesture: { seat: event.seat, prompt: 'web.garage_pull' }, sound: 'ready' },
			{ view: { ...shut, shut: false }, rest: 200, sound: 'shutter' },
		];
	}
	// The first card of a round may be a Garage: then whoever has a Car drives in.
	const open = view.garage !== null || (view.pile.length === 1 && view.top === 'GA');
	if (!open) return [step];
	const inside = (view.garage ?? 0) + 1;
	const before = { ...step.view, garage: inside - 1, outside: true };
	const drive: Step = {
		view: { ...step.view, garage: inside, outside: false },
		ms: DRIVE_IN,
		sound: 'garaged',
		moves: [{ piece: bayPiece(view.pile.length), from: 'pile' }],
	};
	return [{ ...step, view: before, rest: 0 }, drive];
}

/** An answer to a Service uses it up; whom it hits next is told after it. */
function countered(view: Shown, event: Of<'countered'>): Step {
	const step: Step = { ...laid(view, event.seat, event.card), sound: 'passedOn' };
	return view.pending?.kind === 'service' ? { ...step, view: { ...step.view, pending: null } } : step;
}

function service(view: Shown, event: Of<'serviced'> | Of<'missed'>): Step {
	if (event.kind === 'missed') {
		return { view: { ...view, pending: null, stopped: event.seat }, rest: 350, sound: 'skipped' };
	}
	const pending = { kind: 'service' as const, target: event.seat, chain: [], cards: 0 };
	return { view: { ...view, pending, turn: event.seat }, rest: 350, sound: 'ratchet' };
}

function fine(view: Shown, event: Of<'fined'> | Of<'accepted'>): Step {
	const chain = view.pending?.chain ?? [];
	const pending = { kind: 'fine' as const, target: event.seat, chain, cards: event.n };
	const next: Shown = { ...view, pending, turn: event.seat };
	if (event.kind === 'accepted') return { view: next, rest: 350, sound: 'nod' };
	return { view: { ...next, strike: { fine: event.n } }, rest: 350, sound: 'stamp' };
}

/** One card of a fine is being taken. */
function paid(view: Shown): Shown {
	const left = (view.pending?.cards ?? 0) - 1;
	return { ...view, pending: view.pending && left > 0 ? { ...view.pending, cards: left } : null };
}

/** A card that lies in front of its owner, not on the pile. */
function toTable(view: Shown, seat: number, card: 'NC' | 'CX'): Step {
	const { view: after, from } = played(view, seat, card);
	const before = after.seats[seat]?.front ?? [];
	const front = card === 'NC' ? (['NC', ...before] as PitStopSeat['front']) : [...before, card];
	const piece = frontPiece(seat, card, before.filter((one) => one === card).length);
	const moves = [{ piece, from }];
	return { view: withSeat(after, seat, { front }), ms: FLY, rest: 250, least: LEAST.card, sound: 'laid', moves };
}

function wantsSwap(view: Shown, event: Of<'swap'>): Step {
	const step = toTable(view, event.seat, 'CX');
	return { ...step, view: { ...step.view, exchange: { seat: event.seat, target: event.target } }, sound: 'special' };
}

function stopsSwap(view: Shown, event: Of<'no_swap'>): Step {
	const step = toTable(view, event.seat, 'CX');
	return { ...step, view: { ...step.view, exchange: null }, sound: 'halted' };
}

/** Two hands cross. Whoever is one of the two sees the cards themselves. */
function swapped(view: Shown, event: Of<'swapped'>): Step[] {
	const { seat, target } = event;
	const counted = withSeat(withSeat(view, seat, { cards: event.cards }), target, { cards: event.given });
	const next: Shown = { ...counted, exchange: null, guests: [] };
	const mine = view.seat === seat ? event.hand : view.seat === target ? event.other : undefined;
	if (mine && view.hand) {
		const other = `seat-${view.seat === seat ? target : seat}`;
		const empty: Shown = { ...view, hand: [], guests: [] };
		const gone: Move[] = named(view.hand).map(({ key }, i) => ({ piece: `card:${key}`, to: other, delay: i * 30 }));
		const come: Move[] = named(mine).map(({ key }, i) => ({ piece: `card:${key}`, from: other, delay: i * 30 }));
		return [
			{ view: empty, ms: FLY, sound: 'swapped', moves: gone },
			{ view: { ...next, hand: sorted(mine) }, ms: FLY, rest: 200, moves: come },
		];
	}
	const pieces = [`guest:swap.${seat}`, `guest:swap.${target}`];
	const guests = pieces.map((piece) => ({ piece, at: 'middle' as const }));
	return [
		{
			view: { ...view, guests },
			ms: 300,
			sound: 'swapped',
			moves: [
				{ piece: pieces[0]!, from: `seat-${seat}` },
				{ piece: pieces[1]!, from: `seat-${target}` },
			],
		},
		{
			view: next,
			ms: 300,
			rest: 150,
			moves: [
				{ piece: pieces[0]!, to: `seat-${target}` },
				{ piece: pieces[1]!, to: `seat-${seat}` },
			],
		},
	];
}

/** A whole hand goes under the pile. Only its owner knows which cards. */
function buried(view: Shown, event: Of<'buried'>): Step[] {
	const mine = view.hand !== undefined && view.seat === event.seat;
	const below = mine ? view.hand! : Array.from({ length: event.cards }, () => '?');
	const next: Shown = {
		...withSeat(view, event.seat, { cards: 0 }),
		pile: [...below, ...view.pile],
		guests: [],
	};
	if (mine) {
		const moves: Move[] = named(view.hand!).map(({ key }, i) => ({ piece: `card:${key}`, to: 'pile', delay: i * 30 }));
		return [{ view: { ...next, hand: [] }, ms: FLY, sound: 'buried', moves }];
	}
	const piece = `guest:buried.${event.seat}`;
	return [
		{
			view: { ...view, guests: [{ piece, at: 'middle' }] },
			ms: 260,
			sound: 'buried',
			moves: [{ piece, from: `seat-${event.seat}` }],
		},
		{ view: next, ms: 260, moves: [{ piece, to: 'pile' }] },
	];
}

function finished(view: Shown, event: Of<'finished'>): Step {
	const next = withSeat({ ...view, places: [...view.places, event.seat] }, event.seat, { place: event.place });
	const moves: Move[] = [{ piece: podiumPiece(event.seat), from: `seat-${event.seat}` }];
	return { view: next, ms: 380, rest: 300, sound: 'home', moves };
}

/** The New Car lies down before whoever played it, and fetches the last one from the podium. */
function broughtBack(view: Shown, event: Of<'brought_back'>): Step[] {
	const laidDown = toTable(view, event.by, 'NC');
	const under: Shown = {
		...laidDown.view,
		places: view.places.filter((seat) => seat !== event.seat),
		finisher: null,
	};
	const moves: Move[] = [{ piece: podiumPiece(event.seat), to: `seat-${event.seat}` }];
	return [
		laidDown,
		{ view: under, ms: 380, sound: 'horn', moves },
		{ view: withSeat(under, event.seat, { place: null }), rest: 150 },
	];
}

function roundOver(view: Shown, event: Of<'round_over'>): Step {
	const seats = view.seats.map((one, seat) => ({ ...one, score: one.score + (event.points[seat] ?? 0) }));
	const rounds = [...view.rounds, event.points];
	const next = { ...view, turn: null, finisher: null, pending: null, garage: null, rounds, seats };
	const totals = seats.map((one) => one.score);
	return { view: next, ...ROUND_END, round: { points: event.points, totals, best: 'high' } };
}

/** Cards that went into the open Garage, the first one first. */
export function carsInside(view: Shown): { card: string; at: number }[] {
	const inside = view.garage ?? 0;
	const end = view.pile.length - (view.outside ? 1 : 0);
	const first = end - inside;
	return view.pile.slice(first, end).map((card, i) => ({ card, at: first + i }));
}
