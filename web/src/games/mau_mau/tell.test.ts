import { describe, expect, test } from 'vitest';
import type { MauMauEvent } from '../../net/shapes';
import { aimless, beatsOf, kindsIn, recorded, tellThrough } from '../test-told';
import { type Shown, tell } from './tell';

interface Brief {
	hand: string;
	cards: number[];
	scores: number[];
	top: string;
	colour: string | null;
	deck: number;
	pile: number;
	clockwise: boolean;
	pending: number;
}

const games = recorded<Shown, MauMauEvent, Brief>('mau_mau');

const brief = (view: Shown): Brief => ({
	hand: (view.hand ?? []).join(' '),
	cards: view.seats.map((seat) => seat.cards),
	scores: view.seats.map((seat) => seat.score),
	top: view.top,
	colour: view.colour,
	deck: view.deck,
	pile: view.pile.length,
	clockwise: view.clockwise,
	pending: view.pending,
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
	const cards = ['laid', 'drew', 'take2', 'take4', 'pending', 'reversed', 'stopped', 'colour'];
	const words = ['mau', 'mau_mau', 'mau_penalty', 'caught', 'game_over', 'dealt', 'reshuffled'];
	expect(kindsIn(games)).toEqual(expect.arrayContaining([...cards, ...words]));
});

describe('one event', () => {
	const view = games[0]!.first;

	test('a card of another flies as a back from the pile to its new owner', () => {
		const [there, gone] = beatsOf(tell(view, { kind: 'drew', seat: 1 }));
		const guest = there!.view.guests![0]!;
		expect(guest).toMatchObject({ at: 'deck' });
		expect(guest.face).toBeUndefined();
		expect(gone!.moves).toEqual([{ piece: guest.piece, to: 'seat-1' }]);
		expect(gone!.view.guests).toEqual([]);
	});

	test('the own card is followed from the hand to the pile', () => {
		const card = view.hand![0]!;
		const [beat] = beatsOf(tell(view, { kind: 'laid', seat: 0, card, left: 4 }));
		expect(beat!.moves![0]!.from).toMatch(`card:${card}#`);
		expect(beat!.view.pile.at(-1)).toBe(card);
	});

	test('Stop puts its sign on whoever misses the turn, until the next card', () => {
		const [stop] = beatsOf(tell(view, { kind: 'stopped', seat: 2 }));
		expect(stop!.view.stopped).toBe(2);
		const [next] = beatsOf(tell(stop!.view, { kind: 'laid', seat: 1, card: 'R1', left: 4 }));
		expect(next!.view.stopped).toBe(-1);
	});

	test('something that happens at the table itself changes nothing', () => {
		const event = { kind: 'table_left', seat: 1 } as unknown as MauMauEvent;
		expect(beatsOf(tell(view, event))).toEqual([{ view }]);
	});
});
