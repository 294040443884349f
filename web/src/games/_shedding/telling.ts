// What Mau-Mau and Pit Stop tell alike: cards laid, drawn, turned up, dealt and shuffled. It shows only.

import { type Beat, LEAST, type Move } from '../../contract';
import type { SoundName } from '../../sound/sound';
import { arriving, colourOf, leaving, pilePiece, sorted, without } from './cards';

export const FLY = 320;
const DEALT_APART = 60;

/** A card that is on the table only while it travels: a back, or a face that all may see. */
export interface Guest {
	piece: string;
	at: 'deck' | 'middle';
	face?: string;
}

/** What both views have. */
export interface SheddingView {
	seat: number | null;
	turn: number | null;
	seats: { cards: number }[];
	top: string;
	colour: 'R' | 'B' | 'G' | 'Y' | null;
	deck: number;
	pile: string[];
	hand?: string[];
}

/** What is drawn beside the view while something is told. */
export interface Telling {
	guests?: Guest[];
	/** Somebody's words, by their text key. */
	said?: { seat: number; key: string };
	/** Who misses a turn just now. */
	stopped?: number;
	/** What comes down on the table just now: somebody's hand with their words, or a Fine. */
	strike?: { seat: number; said: string } | { fine: number } | undefined;
}

type Shown = SheddingView & Telling;

export function withSeat<V extends SheddingView>(view: V, seat: number, change: Partial<V['seats'][number]>): V {
	return { ...view, seats: view.seats.map((one, at) => (at === seat ? { ...one, ...change } : one)) };
}

function withCards<V extends SheddingView>(view: V, seat: number, more: number): V {
	return withSeat(view, seat, { cards: Math.max(0, (view.seats[seat]?.cards ?? 0) + more) });
}

const own = (view: SheddingView, seat: number): boolean => view.hand !== undefined && view.seat === seat;

/** A card leaves a hand; whoever looks sees it go from there. */
export function played<V extends Shown>(view: V, seat: number, card: string): { view: V; from: string } {
	const next = { ...withCards(view, seat, -1), turn: seat, guests: [] };
	if (!own(view, seat)) return { view: next, from: `seat-${seat}` };
	return { view: { ...next, hand: without(view.hand!, card) }, from: leaving(view.hand!, card) };
}

export function laid<V extends Shown>(view: V, seat: number, card: string): Beat<V> {
	const { view: after, from } = played(view, seat, card);
	const next = { ...after, top: card, pile: [...view.pile, card], colour: colourOf(card) ?? view.colour };
	const moves = [{ piece: pilePiece(view.pile.length), from }];
	return { view: next, ms: FLY, rest: 160, least: LEAST.card, sound: 'laid', moves };
}

/** A card comes into a hand. Others see its back travel, and count it when it is there; `from` is the deck or somebody's place. */
export function gained<V extends Shown>(
	view: V,
	seat: number,
	card: string | undefined,
	from: 'deck' | `seat-${number}` = 'deck',
	sound: SoundName = 'drawn',
): Beat<V>[] {
	const deck = from === 'deck' ? Math.max(0, view.deck - 1) : view.deck;
	const next: V = { ...withCards(view, seat, 1), deck, guests: [] };
	if (card !== undefined && own(view, seat)) {
		next.hand = sorted([...view.hand!, card]);
		return [{ view: next, ms: FLY, rest: 60, sound, moves: [{ piece: arriving(next.hand, card), from }] }];
	}
	const under: V = { ...view, deck, guests: [] };
	const piece = `guest:${seat}.${view.deck}.${view.seats[seat]?.cards}`;
	const to = `seat-${seat}`;
	if (from === 'deck') {
		return [
			{ view: { ...view, guests: [{ piece, at: 'deck' }] } },
			{ view: under, ms: 280, sound, moves: [{ piece, to }] },
			{ view: next },
		];
	}
	return [
		{ view: { ...view, guests: [{ piece, at: 'middle' }] }, ms: 220, moves: [{ piece, from }] },
		{ view: under, ms: 220, sound, moves: [{ piece, to }] },
		{ view: next },
	];
}

/** A card goes from one hand to another. */
export function handed<V extends Shown>(view: V, giver: number, seat: number, card: string | undefined): Beat<V>[] {
	const lighter = withCards(view, giver, -1);
	if (card === undefined || !own(view, giver)) return gained(lighter, seat, card, `seat-${giver}`, 'fetched');
	const piece = leaving(view.hand!, card);
	const under: V = { ...lighter, hand: without(view.hand!, card), guests: [] };
	return [
		{ view: under, ms: FLY, sound: 'fetched', moves: [{ piece, to: `seat-${seat}` }] },
		{ view: withCards(under, seat, 1), rest: 60 },
	];
}

/** All cards back together, then so many for everybody: how many are left is plain counting. */
export function dealt<V extends Shown>(view: V, cards: number, elsewhere = 0): V {
	const all = view.deck + view.pile.length + view.seats.reduce((sum, one) => sum + one.cards, elsewhere);
	const next: V = {
		...view,
		seats: view.seats.map((one) => ({ ...one, cards })),
		deck: Math.max(0, all - cards * view.seats.length),
		pile: [],
		top: '',
		colour: null,
		guests: [],
	};
	if (view.hand) next.hand = [];
	return next;
}

export function pickedUp<V extends Shown>(view: V, seat: number, cards: string[] | undefined): Beat<V> {
	if (!cards || !own(view, seat)) return { view, text: '' };
	const hand = sorted(cards);
	const copies = new Map<string, number>();
	const moves: Move[] = hand.map((card, i) => {
		const copy = copies.get(card) ?? 0;
		copies.set(card, copy + 1);
		return { piece: `card:${card}#${copy}`, from: 'deck', delay: i * DEALT_APART };
	});
	return { view: { ...view, hand }, ms: FLY, rest: 100, sound: 'dealt', moves, text: '' };
}

export function opened<V extends Shown>(view: V, card: string): Beat<V> {
	const deck = Math.max(0, view.deck - 1);
	const next: V = { ...view, deck, top: card, pile: [card], colour: colourOf(card), guests: [] };
	const moves = [{ piece: pilePiece(0), from: 'deck' }];
	return { view: next, ms: FLY, rest: 300, least: LEAST.card, sound: 'opened', moves };
}

/** Turned up and put back. */
export function returned<V extends Shown>(view: V, card: string): Beat<V>[] {
	const piece = `guest:back.${card}`;
	return [
		{
			view: { ...view, guests: [{ piece, at: 'middle', face: card }] },
			ms: 240,
			rest: 200,
			least: LEAST.card,
			sound: 'flipped',
			moves: [{ piece, from: 'deck' }],
		},
		{ view: { ...view, guests: [] }, ms: 240, moves: [{ piece, to: 'deck' }] },
	];
}

export function reshuffled<V extends Shown>(view: V, cards: number): Beat<V> {
	return {
		view: { ...view, deck: view.deck + cards, pile: view.pile.slice(-1), guests: [] },
		rest: 350,
		sound: 'shuffled',
	};
}
