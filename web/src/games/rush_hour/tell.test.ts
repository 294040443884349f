import { expect, test } from 'vitest';
import type { RushHourEvent } from '../../net/shapes';
import { beatsOf, kindsIn, recorded, tellThrough } from '../test-told';
import { handKeys, piecesOf } from './bays';
import { small } from './small';
import { type Shown, tell } from './tell';

interface Brief {
	rows: string[][];
	/** Without `chosen`: the last card of a hand is sealed by itself, without an event. */
	seats: [cards: number, score: number, points: number, pile: number][];
	hand: string[];
	open: string[];
	turn: number | null;
}

const games = recorded<Shown, RushHourEvent, Brief>('rush_hour');

const beats = (view: Shown, event: RushHourEvent) => beatsOf(tell(view, event, 0));

const brief = (view: Shown): Brief => ({
	rows: view.rows,
	seats: view.seats.map((one) => [one.cards, one.score, one.points, one.pile.length]),
	hand: view.hand ?? [],
	open: view.revealed.filter((one) => !one.done).map((one) => one.card),
	turn: view.turn,
});

test.each(games.map((game, i) => ({ game, i })))('game $i ends in the truth, after every act', ({ game }) => {
	const last = tellThrough(game, {
		tell,
		brief,
		// No two things on the road have the same name, and flights start and end at real ones.
		beat: (beat, shown, event) => {
			const before = piecesOf(shown.rows).flat(2);
			const after = piecesOf(beat.view.rows).flat(2);
			expect(new Set(after).size).toBe(after.length);
			for (const move of beat.moves ?? []) {
				if (move.to) expect(before).toContain(move.piece);
				else if (event.kind === 'hand') expect(handKeys(beat.view.hand!)).toContain(move.piece.slice('card:'.length));
				else if (event.kind !== 'revealed') expect(after).toContain(move.piece);
			}
		},
	});
	expect(last.over).toBe(true);
});

test('the games tell every kind of event', () => {
	const wanted = ['opened', 'dealt', 'hand', 'chosen', 'revealed', 'named', 'ambulance', 'police', 'placed', 'hooked'];
	const more = ['gap_filled', 'front', 'jam', 'too_low', 'begins', 'towed', 'round_over', 'match_over'];
	expect(kindsIn(games)).toEqual(expect.arrayContaining([...wanted, ...more]));
});

test('a towed car rolls on in a beat of its own', () => {
	const view = { ...games[0]!.first, rows: [['12', '18'], ['7'], ['30']], max_row: 4 };
	const open = { ...view, revealed: [{ seat: 1, card: 'T', done: false, row: null }] };
	const [backs, loads] = beats(open, { kind: 'towed', seat: 1, row: 1, cards: ['18'] });
	expect(backs!.view.rows[0]).toEqual(['12', '18', 'T']);
	expect(loads!.view.rows[0]).toEqual(['12', '_', 'T+18']);
	expect(backs!.moves).toEqual([{ piece: 'road:1.T.1', from: 'open:1' }]);
});

test('whoever takes a lane gets its cars one after the other', () => {
	const view = { ...games[0]!.first, rows: [['12', '24+t25', '_', 'A'], ['7'], ['30']] };
	const jam: RushHourEvent = { kind: 'jam', seat: 2, row: 1, cards: ['12', '24', 't25', 'A'], points: 6 };
	const all = beats(view, jam);
	const [honk, ...rest] = all;
	expect(honk!.sound).toBe('jam');
	expect(honk!.view.rows).toEqual(view.rows);
	expect(rest.flatMap((beat) => (beat.moves ? [beat.moves] : []))).toEqual([
		[{ piece: 'card:12', to: 'seat-2' }],
		[
			{ piece: 'card:24', to: 'seat-2' },
			{ piece: 'card:t25', to: 'seat-2' },
		],
		[{ piece: 'road:1.A.1', to: 'seat-2' }],
	]);
	// They count when they are there, up to the sum.
	const before = view.seats[2]!.points;
	const counts = all.map((beat) => beat.view.seats[2]!.points - before);
	expect(counts).toEqual([...counts].sort((a, b) => a - b));
	expect([counts[0], counts.at(-1)]).toEqual([0, 6]);
	expect(new Set(counts).size).toBe(4);
	// The sum stands there before it goes, and until then nothing else tells it.
	const sum = all.findLast((beat) => beat.view.swept)!;
	expect(sum.view.swept).toMatchObject({ spots: 4, points: 6 });
	expect(sum.rest).toBeGreaterThanOrEqual(300);
	expect(small(jam, sum.view)).toBeNull();
	expect(small(jam, all.at(-1)!.view)).not.toBeNull();
	expect(all.map((beat) => beat.view.turn).slice(0, -1)).toEqual(all.slice(0, -1).map(() => 2));
	expect(all.at(-1)!.view.rows[0]).toEqual([]);
	expect(all.at(-1)!.view.swept).toBeUndefined();
	expect(all.at(-1)!.view.seats[2]!.pile).toHaveLength(view.seats[2]!.pile.length + 4);
});
