// Cards on their way: from the pile to the used ones, to a player, or to whoever keeps them.
import { type Beat, LEAST } from '../../contract';
import type { Shown } from './view';

const FLY = 320;

const topOf = (view: Shown): string => `used:${view.discards.length}`;

function lay(view: Shown, card: string): Shown {
	return { ...view, now: undefined, discards: [...view.discards, card] };
}

function holding(view: Shown, seat: number, holds: boolean, card: string | undefined, me: number | null): Shown {
	const cars = view.cars.map((car) => (car.seat === seat ? { ...car, holds } : car));
	if (seat !== me) return { ...view, cars, now: undefined };
	return { ...view, cars, now: undefined, hand: holds && card ? [card] : [] };
}

/** A Mirror lies aside while its player searches; afterwards it is a used card. */
export function searched(view: Shown): Shown {
	const { search: _, ...rest } = view;
	return { ...lay(rest, 'mirror'), mirror: false };
}

/** An open card: everybody sees it come from the pile. */
export function drew(view: Shown, card: string): Beat<Shown> {
	const pile = Math.max(0, view.pile - 1);
	if (card === 'mirror')
		return { view: { ...view, pile, mirror: true, now: undefined }, rest: FLY, least: LEAST.card, sound: 'mirror' };
	const after = lay({ ...view, pile }, card);
	return {
		view: after,
		ms: FLY,
		moves: [{ piece: topOf(after), from: 'pile' }],
		sound: 'opened',
		rest: 600,
		least: LEAST.card,
	};
}

/** A card that can be kept: only its player sees which. */
export function took(view: Shown, seat: number, card: string | undefined, me: number | null): Beat<Shown>[] {
	const after: Shown = { ...view, pile: Math.max(0, view.pile - 1), now: undefined };
	if (seat === me && card) {
		return [{ view: { ...after, drawn: card }, ms: FLY, moves: [{ piece: 'drawn', from: 'pile' }], sound: 'drawn' }];
	}
	return [
		{ view: { ...after, now: { what: 'card', seat, card: null } }, rest: 60, sound: 'drawn' },
		{ view: after, ms: FLY, moves: [{ piece: 'flying', to: `seat-${seat}` }] },
	];
}

export function kept(view: Shown, seat: number, card: string | undefined, me: number | null): Beat<Shown> {
	const { drawn: _, ...rest } = view;
	const after = holding(rest, seat, true, card, me);
	return { view: after, ms: FLY, moves: [{ piece: 'kept', from: 'tray' }], sound: 'pocketed' };
}

/** A kept or a fresh card goes onto the used ones. */
export function gaveUp(view: Shown, seat: number, card: string, me: number | null, held: boolean): Beat<Shown> {
	const { drawn, ...rest } = view;
	const before: Shown = held && drawn !== undefined ? view : rest;
	const after = lay(held ? holding(before, seat, false, undefined, me) : before, card);
	const from = seat !== me ? `seat-${seat}` : held ? 'kept' : 'tray';
	return {
		view: after,
		ms: FLY,
		moves: [{ piece: topOf(after), from }],
		sound: 'thrown',
		rest: 200,
		least: LEAST.card,
	};
}

export function used(view: Shown, seat: number, card: string, me: number | null): Beat<Shown> {
	const beat = gaveUp(view, seat, card, me, true);
	const car = view.cars[seat];
	const drives = card === 'warning' && car && car.lane !== null && car.col !== null;
	const ghost = drives ? { lane: car.lane!, col: car.col!, p: car.p } : null;
	return {
		...beat,
		sound: 'special',
		view: { ...beat.view, ghost, mode: card === 'warning' ? 'warning' : 'maneuver' },
	};
}

export function renewed(view: Shown, cards: number): Beat<Shown> {
	return { view: { ...view, pile: cards, discards: [], now: undefined }, rest: 300, sound: 'shuffled' };
}
