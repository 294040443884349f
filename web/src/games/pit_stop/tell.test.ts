import { describe, expect, test } from 'vitest';
import type { PitStopEvent } from '../../net/shapes';
import { lengthOf } from '../../stage/stage.svelte';
import { aimless, beatsOf, kindsIn, recorded, tellThrough } from '../test-told';
import { small } from './small';
import { carsInside, type Shown, tell } from './tell';

interface Brief {
	hand: string;
	cards: number[];
	scores: number[];
	top: string;
	colour: string | null;
	deck: number;
	pile: number;
	front: string[];
	places: number[];
	garage: number | null;
	exchange: { seat: number; target: number } | null;
	/** Not there while a penalty is laid and not yet told. */
	pending?: [kind: string, target: number, cards: number] | null;
}

const games = recorded<Shown, PitStopEvent, Brief>('pit_stop');

const brief = (view: Shown): Brief => ({
	hand: (view.hand ?? []).join(' '),
	cards: view.seats.map((seat) => seat.cards),
	scores: view.seats.map((seat) => seat.score),
	top: view.top,
	colour: view.colour,
	deck: view.deck,
	pile: view.pile.length,
	front: view.seats.map((seat) => seat.front.join(' ')),
	places: view.places,
	garage: view.garage,
	exchange: view.exchange,
	pending: view.pending && [view.pending.kind, view.pending.target, view.pending.cards],
});

test.each(games.map((game, i) => ({ game, i })))('game $i ends in the truth, after every act', ({ game }) => {
	tellThrough(game, {
		tell,
		brief,
		beat: (beat) => expect(aimless(beat.moves ?? [])).toEqual([]),
		act: (view) => {
			expect(view.guests ?? []).toEqual([]);
			return view;
		},
	});
});

test('the recorded games tell nearly everything that can happen', () => {
	const cards = ['laid', 'colour', 'garage_done', 'serviced', 'missed', 'fined', 'countered', 'accepted'];
	const swaps = ['fine_hand', 'fine_deck', 'new_car', 'exchange', 'renew', 'buried', 'swap', 'swapped'];
	const ends = ['no_swap', 'said', 'finished', 'brought_back', 'round_over', 'dealt', 'reshuffled'];
	expect(kindsIn(games)).toEqual(expect.arrayContaining([...cards, ...swaps, ...ends]));
});

describe('one event', () => {
	const view = games[0]!.first;

	test('words, and that there were none, take no line, no place in the strip and no time', () => {
		const said = { kind: 'said', seat: 1, phrase: 'say1' } as const;
		const silent = { kind: 'silent', seat: 2 } as const;
		for (const event of [said, silent]) {
			for (const beat of beatsOf(tell(view, event))) {
				expect(beat.plain).toBe(true);
				expect(lengthOf(beat)).toBe(0);
			}
			expect(small(event, view)).toBeNull();
		}
		expect(beatsOf(tell(view, said))[0]!.view.said).toEqual({ seat: 1, key: 'words.say1' });
	});

	test('a Car drives from the pile into the open Garage', () => {
		const open: Shown = { ...view, pile: ['B3', 'GA'], top: 'GA', colour: 'R', garage: 0 };
		const [card, drive] = beatsOf(tell(open, { kind: 'laid', seat: 1, card: 'R4', left: 3 }));
		expect(card!.view.garage).toBe(0);
		expect(drive!.moves).toEqual([{ piece: 'bay:2', from: 'pile' }]);
		expect(carsInside(drive!.view)).toEqual([{ card: 'R4', at: 2 }]);
	});

	test('a second Car waits outside until its card has landed', () => {
		const open: Shown = { ...view, pile: ['B3', 'GA', 'R4'], top: 'R4', colour: 'R', garage: 1 };
		const [card, drive] = beatsOf(tell(open, { kind: 'laid', seat: 1, card: 'R9', left: 3 }));
		expect(carsInside(card!.view)).toEqual([{ card: 'R4', at: 2 }]);
		expect(carsInside(drive!.view).map((one) => one.card)).toEqual(['R4', 'R9']);
	});

	test('the disc of a fine shrinks card by card', () => {
		const [fined] = beatsOf(tell(view, { kind: 'fined', seat: 1, n: 2 }));
		expect(fined!.view.pending).toMatchObject({ kind: 'fine', target: 1, cards: 2 });
		const one = beatsOf(tell(fined!.view, { kind: 'fine_deck', seat: 1 })).at(-1)!.view;
		expect(one.pending?.cards).toBe(1);
		expect(beatsOf(tell(one, { kind: 'fine_hand', seat: 1, giver: 2 })).at(-1)!.view.pending).toBeNull();
	});

	test('whoever is done stands on the podium, and a New Car fetches them back', () => {
		const done = beatsOf(tell(view, { kind: 'finished', seat: 2, place: 1 })).at(-1)!.view;
		expect(done.places).toEqual([2]);
		const [laidDown, back] = beatsOf(tell(done, { kind: 'brought_back', seat: 2, by: 1, left: 4 }));
		expect(laidDown!.view.seats[1]!.front).toContain('NC');
		expect(back!.view.places).toEqual([]);
		expect(back!.moves).toEqual([{ piece: 'podium:2', to: 'seat-2' }]);
	});

	test('two others swap their hands as backs that cross in the middle', () => {
		const swap = { kind: 'swapped', seat: 1, target: 2, cards: 3, given: 5 } as const;
		const [meet, part] = beatsOf(tell(view, swap));
		expect(meet!.view.guests).toHaveLength(2);
		expect(part!.moves!.map((move) => move.to)).toEqual(['seat-2', 'seat-1']);
		expect([part!.view.seats[1]!.cards, part!.view.seats[2]!.cards]).toEqual([3, 5]);
	});

	test('something that happens at the table itself changes nothing', () => {
		const event = { kind: 'table_left', seat: 1 } as unknown as PitStopEvent;
		expect(beatsOf(tell(view, event))).toEqual([{ view }]);
	});
});
