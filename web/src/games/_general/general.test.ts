// The general table: cards keep their names, fly where events say, stand where there is room, and say what can be tapped.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEXTS } from '../../../places';
import { contrast } from '../../art/colour';
import { type Beat, type Choice, type GameEvent, LEAST } from '../../contract';
import type { CardMove, Spread, Touch, Zone } from '../../net/shapes';
import { arranged, heightOf, linesOf, perLine, stepOf, wantsName } from './arrange';
import { buriedIn, offered, seatsIn, spotOf, spotsOf, waysOf } from './choices';
import { backOf, cardFace, faceOf, LOOKS, plainFace } from './faces';
import { sign } from './signs';
import { BACK, moved, placesOf, type Shown } from './spread';
import { tell, wayOf } from './tell';
import { flatness, isWaiting, laidOut, roadOf } from './track';

const spread = (...zones: Zone[]): Spread => ({
	zones,
	turn: 0,
	facts: [[{ icon: 'cards', n: 2 }], [{ icon: 'cards', n: 2 }]],
	notes: [],
});
const deck = (count: number): Zone => ({ id: 'deck', kind: 'pile', cards: count ? [BACK] : [], count });
const pile = (...cards: string[]): Zone => ({ id: 'pile', kind: 'pile', cards, count: cards.length });
const hand = (seat: number, ...cards: string[]): Zone => ({ id: `hand:${seat}`, kind: 'hand', owner: seat, cards });
const row = (id: string, ...cards: Zone['cards'] & unknown[]): Zone => ({ id, kind: 'row', cards });
const zoneIn = (found: Spread, id: string): Zone => found.zones.find((zone) => zone.id === id)!;
const nameOf = (found: Spread, id: string, at: number): string => placesOf(found).get(id)![at]!.at(-1)!.name;

describe('names of cards', () => {
	it('a card that goes elsewhere keeps its name, and so does one that stays', () => {
		const before = spread(pile('R1'), hand(0, 'R8', 'B2'));
		placesOf(before);
		const after = spread(pile('R1', 'R8'), hand(0, 'B2'));
		placesOf(after, before);
		expect(nameOf(after, 'pile', 1)).toBe(nameOf(before, 'hand:0', 0));
		expect(nameOf(after, 'hand:0', 0)).toBe(nameOf(before, 'hand:0', 1));
	});

	it('twins are told apart: the one in the hand is not taken for the one on the pile', () => {
		const before = spread(pile('R8'), hand(0, 'R8'));
		placesOf(before);
		const after = spread(pile('R8'), hand(0, 'R8', 'R8'));
		const all = [...placesOf(after, before).values()].flat(2).map((one) => one.name);
		expect(new Set(all).size).toBe(3);
		expect(nameOf(after, 'pile', 0)).toBe(nameOf(before, 'pile', 0));
		expect(nameOf(after, 'hand:0', 0)).toBe(nameOf(before, 'hand:0', 0));
	});

	it('a card that is turned over stays the same card', () => {
		const grid = (...cards: string[]): Zone => ({ id: 'lot', kind: 'grid', columns: 2, cards });
		const before = spread(grid(BACK, BACK));
		placesOf(before);
		const after = spread(grid(BACK, '17'));
		placesOf(after, before);
		expect(nameOf(after, 'lot', 1)).toBe(nameOf(before, 'lot', 1));
	});
});

describe('moves', () => {
	it('from the own hand to a pile: the same card, and one less to hold', () => {
		const start = spread(pile('R1'), hand(0, 'R8', 'B2'));
		const after = moved(start, [{ card: 'R8', start: 'hand:0', end: 'pile' }], 0);
		expect(zoneIn(after.spread, 'pile')).toMatchObject({ cards: ['R1', 'R8'], count: 2 });
		expect(zoneIn(after.spread, 'hand:0').cards).toEqual(['B2']);
		expect(after.spread.facts[0]).toEqual([{ icon: 'cards', n: 1 }]);
		expect(after.moves).toEqual([{ piece: `card:${nameOf(start, 'hand:0', 0)}`, from: 'hand', to: 'zone:pile' }]);
		expect(nameOf(after.spread, 'pile', 1)).toBe(nameOf(start, 'hand:0', 0));
	});

	it('somebody else draws: the top back flies to the seat, and the next one lies there', () => {
		const start = spread(deck(7), hand(0, 'R8'), hand(1, BACK, BACK));
		const after = moved(start, [{ card: BACK, start: 'deck', end: 'hand:1' }], 0);
		expect(after.moves).toEqual([{ piece: 'card:deck~7', from: 'zone:deck', to: 'seat-1' }]);
		expect(zoneIn(after.spread, 'deck')).toMatchObject({ cards: [BACK], count: 6 });
		expect(nameOf(after.spread, 'deck', 0)).toBe('deck~6');
		expect(after.spread.facts[1]).toEqual([{ icon: 'cards', n: 3 }]);
	});

	it('into a row it goes where the truth will have it', () => {
		const start = spread(row('row', '4', '9'), hand(1, BACK));
		const truth = spread(row('row', '4', '6', '9'), hand(1));
		const after = moved(start, [{ card: '6', start: 'hand:1', end: 'row' }], 0, truth);
		expect(zoneIn(after.spread, 'row').cards).toEqual(['4', '6', '9']);
	});

	it('a gap is filled, a card leaves a hole in a grid, and the last card an empty pile', () => {
		const gap = moved(
			spread(row('open', '7'), row('lane', '4', null, '9')),
			[{ card: '7', start: 'open', end: 'lane', end_place: 1 }],
			0,
		);
		expect(zoneIn(gap.spread, 'lane').cards).toEqual(['4', '7', '9']);
		const grid: Zone = { id: 'lot', kind: 'grid', columns: 2, cards: ['5', BACK] };
		const won = moved(
			spread(grid, { ...pile(), id: 'won:0', owner: 0 }),
			[{ card: '5', start: 'lot', end: 'won:0', start_place: 0 }],
			0,
		);
		expect(zoneIn(won.spread, 'lot').cards).toEqual([null, BACK]);
		expect(zoneIn(won.spread, 'won:0')).toMatchObject({ cards: ['5'], count: 1 });
		const last = moved(spread(deck(1), hand(0)), [{ card: 'R1', start: 'deck', end: 'hand:0' }], 0);
		expect(zoneIn(last.spread, 'deck')).toMatchObject({ cards: [], count: 0 });
	});

	it('a zone that is only there while something lies in it comes with the first card', () => {
		const truth = spread(row('open', '7'), hand(1));
		const after = moved(spread(hand(1, BACK)), [{ card: '7', start: 'hand:1', end: 'open' }], 0, truth);
		expect(zoneIn(after.spread, 'open').cards).toEqual(['7']);
	});

	it('the spread that was given is left as it was', () => {
		const start = spread(pile('R1'), hand(0, 'R8'));
		const copy = JSON.stringify(start);
		moved(start, [{ card: 'R8', start: 'hand:0', end: 'pile' }], 0);
		expect(JSON.stringify(start)).toBe(copy);
	});
});

describe('telling', () => {
	const beats = (view: Spread, moves: CardMove[]): Beat<Shown>[] => {
		const found = tell({ seat: 0, spread: view }, { kind: 'x', moves }, 0);
		return Array.isArray(found) ? found : [found];
	};

	it('what everybody is shown stays for its least time, what one draws does not', () => {
		const view = spread(deck(5), pile('R1'), hand(0, 'R8'), hand(1, BACK));
		expect(beats(view, [{ card: 'R8', start: 'hand:0', end: 'pile' }])[0]!.least).toBe(LEAST.card);
		expect(beats(view, [{ card: 'G2', start: 'deck', end: 'hand:0' }])[0]!.least).toBeUndefined();
		const both = beats(view, [
			{ card: 'R8', start: 'hand:0', end: 'pile' },
			{ card: 'Y1', start: 'hand:1', end: 'pile' },
		]);
		expect(both[0]!.least).toBe(LEAST.reveal);
		expect(both[0]!.moves!.map((move) => move.delay)).toEqual([0, 70]);
	});

	it('before cards are turned back they are seen for as long as they must be', () => {
		const grid: Zone = { id: 'lot', kind: 'grid', columns: 2, cards: ['5', '9'] };
		const found = beats(spread(grid), [{ card: BACK, start: 'lot', end: 'lot', start_place: 0, end_place: 0 }]);
		expect(found[0]!.least).toBe(LEAST.miss);
		expect(zoneIn(found.at(-1)!.view.spread, 'lot').cards).toEqual([BACK, '9']);
	});

	it('an event without moves is said, and changes nothing', () => {
		const view = spread(pile('R1'));
		expect(tell({ seat: 0, spread: view }, { kind: 'passed', seat: 1 }, 0)).toMatchObject({ view: { spread: view } });
	});

	it('dice lie there as they fell while the words say it, and not before', () => {
		const dice = (...values: number[]): Zone => ({ id: 'dice', kind: 'dice', values });
		const told = (event: GameEvent, before: Spread, truth: Spread) => {
			const beat = tell({ seat: 0, spread: before }, event, 0, { seat: 0, spread: truth }) as Beat<Shown>;
			return { values: beat.view.spread.zones.map((zone) => zone.values), least: beat.least };
		};
		const rolled = { kind: 'rolled', seat: 1, zone: 'dice', values: [3, 5] };
		expect(told(rolled, spread(dice(0, 0)), spread(dice(6, 6)))).toEqual({ values: [[3, 5]], least: LEAST.roll });
		// Without the name of the dice: where the number is what the table will show.
		expect(told({ kind: 'rolled', seat: 1, roll: 4 }, spread(dice(2)), spread(dice(4))).values).toEqual([[4]]);
		expect(told({ kind: 'rolled', seat: 1, roll: 4 }, spread(), spread(dice(4))).values).toEqual([[4]]);
		expect(told({ kind: 'passed', seat: 4 }, spread(dice(2)), spread(dice(4)))).toEqual({ values: [[2]] });
	});

	it('a piece goes from space to space, round a loop as well; at points of their own straight', () => {
		const track: Zone = { id: 'road', kind: 'track', spaces: 10, loop: true, pieces: [{ id: 'car', at: 8, seat: 0 }] };
		const move: CardMove = { card: 'car', start: 'road', end: 'road', end_place: 1 };
		expect(wayOf(track, move)).toEqual([9, 0, 1]);
		expect(wayOf({ ...track, loop: false }, move)).toEqual([1]);
		expect(wayOf({ ...track, points: [[0, 0]] }, move)).toEqual([1]);
		expect(beats(spread(track), [move])).toHaveLength(3);
	});

	it('a piece that starts drives in from the first space on; one that is sent back goes straight', () => {
		const track: Zone = { id: 'road', kind: 'track', spaces: 10, loop: true, pieces: [{ id: 'car', at: -1, seat: 0 }] };
		const move: CardMove = { card: 'car', start: 'road', end: 'road', end_place: 2 };
		expect(wayOf(track, move)).toEqual([0, 1, 2]);
		const started = { ...track, pieces: [{ id: 'car', at: 5, seat: 0 }] };
		expect(wayOf(started, { ...move, end_place: -1 })).toEqual([-1]);
	});
});

describe('what can be tapped', () => {
	const choice = (action: number, ...touches: Touch[]): Choice => ({
		action,
		notation: `m${action}`,
		key: 'k',
		params: {},
		touches: touches as Choice['touches'],
	});
	const there = new Set(['card hand:0 R8', 'card hand:0 CC', 'card hand:0 F', 'zone a', 'zone b', 'place road 4']);

	it('a card, then a place; then only what goes on from there', () => {
		const ways = waysOf(
			[choice(1, { card: 'R8' }, { zone: 'a' }), choice(2, { card: 'R8' }, { zone: 'b' }), choice(3)],
			spread(),
			0,
			there,
		);
		const first = offered(ways, []);
		expect([...first.next.keys()]).toEqual(['card hand:0 R8']);
		expect(first.here.map((one) => one.action)).toEqual([3]);
		const then = offered(ways, ['card hand:0 R8']);
		expect([...then.next.keys()]).toEqual(['zone a', 'zone b']);
		expect(then.here).toEqual([]);
	});

	it('several actions of one card are chosen by their words, players by their names', () => {
		const ways = waysOf(
			[choice(1, { card: 'CC' }), choice(2, { card: 'CC' }), choice(3, { card: 'F' }, { seat: 2 })],
			spread(),
			0,
			there,
		);
		expect(offered(ways, ['card hand:0 CC']).here.map((one) => one.action)).toEqual([1, 2]);
		expect(seatsIn(offered(ways, ['card hand:0 F'])).map((one) => one.seat)).toEqual([2]);
	});

	it('what the position says goes first, and what cannot be reached is a button', () => {
		const here = { ...spread(), touches: { 7: [{ zone: 'road', place: 4 }] } };
		expect(waysOf([choice(7, { card: 'x' })], here, 0, there)[0]!.spots).toEqual(['place road 4']);
		expect(waysOf([choice(7, { card: 'x' })], here, 0, new Set())[0]!.spots).toEqual([]);
		expect(spotOf({ zone: 'road', card: 'T1' }, 0, here)).toBe('card road T1');
		expect(spotOf({ zone: 'won' }, 1, spread({ ...pile(), id: 'won:1' }))).toBe('zone won:1');
		expect(spotOf({ zone: 'hand', card: 'R8' }, 1, here)).toBe('card hand:1 R8');
	});

	it('a place that is not on the screen is chosen by its words, after what is', () => {
		const [way] = waysOf([choice(1, { card: 'R8' }, { zone: 'hidden' }, { zone: 'a' })], spread(), 0, there);
		expect(way!.spots).toEqual(['card hand:0 R8']);
		expect(offered([way!], ['card hand:0 R8']).here).toEqual([way!.choice]);
	});

	it('what is on the screen: a track has spaces and pieces, the zone of a player has no places', () => {
		const road: Zone = {
			id: 'road',
			kind: 'track',
			spaces: 3,
			pieces: [
				{ id: 'car', at: 1, seat: 0 },
				{ id: 'off', at: -1, seat: 1 },
			],
		};
		expect(spotsOf(road, [], [{}, {}, null])).toEqual([
			'place road 0',
			'place road 1',
			'card road car',
			'card road off',
		]);
		expect(spotsOf(road, [], [])).toEqual([]);
		const four = ['a', 'b', 'c', 'd'].map((token) => [{ token, name: token }]);
		const stack: Zone = { ...pile(), id: 'p' };
		// Of a pile only what lies on top is found by a finger.
		expect(spotsOf(stack, four, [])).toEqual(['zone p', 'card p d', 'place p 3']);
		expect(spotsOf({ ...stack, owner: 1 }, four, [])).toEqual(['zone p', 'card p d']);
		expect(spotsOf({ id: 'row', kind: 'row' }, [], [])).toEqual(['zone row']);
	});

	it('what lies below something else that can be tapped is a button, too', () => {
		const places = ['a', 'b'].map((token) => [{ token, name: token }]);
		const buried = (zone: Zone, ...can: string[]) =>
			buriedIn(
				zone,
				places,
				(spot) => can.includes(spot),
				(spot) => can.includes(spot),
			);
		const market: Zone = { id: 'm', kind: 'row', cards: ['a', 'b'] };
		expect(buried(market, 'zone m')).toEqual([]);
		expect(buried(market, 'zone m', 'card m a')).toEqual(['zone m']);
		expect(buried(market, 'card m a', 'place m 0', 'place m 1')).toEqual(['place m 0']);
		const pieces = ['a', 'b', 'c'].map((id) => ({ id, at: 1, seat: 0 }));
		const road: Zone = { id: 'r', kind: 'track', spaces: 3, pieces };
		expect(buried(road, 'card r a', 'card r b', 'place r 2')).toEqual([]);
		expect(buried(road, 'card r a', 'place r 1')).toEqual(['place r 1']);
		expect(buried(road, 'card r a', 'card r b', 'card r c')).toEqual(['card r a', 'card r b', 'card r c']);
	});

	it('a whole track, and a pile that is not drawn, are chosen by their words', () => {
		const road: Zone = { id: 'road', kind: 'track', spaces: 3 };
		const all = [choice(1, { zone: 'road' }), choice(2, { zone: 'won' })];
		const seen = new Set(spotsOf(road, [], [{}, {}, {}]));
		const ways = waysOf(all, spread(road, { ...pile(), id: 'won:0', owner: 0 }), 0, seen);
		expect(offered(ways, []).here.map((one) => one.action)).toEqual([1, 2]);
	});
});

describe('room', () => {
	const many = [deck(9), pile('R1'), ...['a', 'b', 'c'].map((id) => row(id, '1', '2', '3', '4'))];

	it.each([
		[360, 330],
		[520, 250],
		[780, 700],
		[1400, 420],
	])('%i x %i: everything fits, and no larger cards would', (wide, high) => {
		const found = arranged(many, wide, high);
		const beside = Math.round((wide + 12) / (found.row + 12));
		expect(heightOf(many, { card: found.card, beside }, wide, 1)).toBeLessThanOrEqual(high);
		expect(found.card).toBeGreaterThanOrEqual(34);
	});

	it('a row that is too long goes on below, and every card can be read', () => {
		const long = row('row', ...Array.from({ length: 24 }, (_, i) => String(i)));
		const each = perLine(60, 340);
		expect(linesOf(long, 60, 340)).toBe(Math.ceil(24 / each));
		expect(stepOf(each, 60, 340)).toBeGreaterThanOrEqual(60 * 0.66);
	});

	it('a board gets what the others leave, beside them or above them', () => {
		const track: Zone = { id: 'road', kind: 'track', spaces: 20 };
		expect(arranged([track, deck(9)], 900, 400)).toMatchObject({ side: true, high: 400 });
		const upright = arranged([track, deck(9)], 360, 500);
		expect(upright.side).toBe(false);
		expect(upright.high).toBeGreaterThan(300);
		// On an upright phone a line more of notes does not turn everything round.
		expect(arranged([track, deck(9)], 360, 290, { upright: true }).side).toBe(false);
	});

	it('a board that keeps its form leaves what it does not need', () => {
		const die: Zone = { id: 'die', kind: 'dice', values: [4] };
		const circuit: Zone = { id: 'road', kind: 'track', spaces: 2, points: [] };
		const named = (zone: Zone) => (zone === die ? '' : 'Nachziehstapel');
		const zones = [circuit, deck(9), pile('R1'), die];
		const tight = arranged(zones, 336, 280, { named, upright: true });
		expect(tight.tight).toBe(true);
		const found = arranged(zones, 336, 280, { named, upright: true, flat: 0.3 });
		expect(found.tight).toBe(false);
		expect(found.high).toBeGreaterThanOrEqual(336 * 0.3);
	});

	it('long names need more lines, and all of them are counted', () => {
		const bits: Zone[] = [deck(9), pile('R1'), { id: 'die', kind: 'dice', values: [4] }];
		const fit = { card: 40, beside: 1 };
		const short = heightOf(bits, fit, 336, 1, () => 'Cards');
		expect(heightOf(bits, fit, 336, 1, () => 'Nachziehstapel')).toBeGreaterThan(short + 60);
	});

	it('how high a board is that keeps its form', () => {
		const lying: Zone = { id: 'r', kind: 'track', spaces: 3, points: [[0, 0], null, [10, 0], [100, 30]] };
		expect(flatness(lying)).toBeGreaterThan(0.3);
		expect(flatness(lying)).toBeLessThan(0.5);
		expect(flatness({ id: 'r', kind: 'track', spaces: 3 })).toBeUndefined();
	});
});

describe('before a player', () => {
	const counter = (id: string, sign?: string): Zone => ({
		id,
		kind: 'counter',
		owner: 0,
		count: 3,
		...(sign ? { sign } : {}),
	});

	it('in little room a name is only said where nothing else tells what it is', () => {
		const [fuel, coins] = [counter('fuel:0'), counter('coins:0')];
		expect(wantsName(fuel, [fuel, coins])).toBe(true);
		expect(wantsName(fuel, [fuel])).toBe(true);
		const [bolt, coin, coin2] = [counter('a:0', 'bolt'), counter('b:0', 'coin'), counter('c:0', 'coin')];
		expect([bolt, coin, coin2].map((one) => wantsName(one, [bolt, coin, coin2]))).toEqual([false, true, true]);
		const won: Zone = { ...pile('R1'), owner: 0 };
		expect(wantsName(won, [won, bolt])).toBe(false);
	});
});

describe('tracks', () => {
	it.each([
		['a line', { loop: false }],
		['a loop', { loop: true }],
	])('%s: every space lies in the room, none on another', (_, more) => {
		const laid = laidOut({ id: 'road', kind: 'track', spaces: 30, ...more }, 340, 300);
		expect(laid.spots).toHaveLength(30);
		for (const [i, spot] of laid.spots.entries()) {
			expect(spot!.x).toBeGreaterThan(0);
			expect(spot!.x).toBeLessThan(340);
			expect(spot!.y).toBeGreaterThan(0);
			expect(spot!.y).toBeLessThan(300);
			for (const other of laid.spots.slice(i + 1))
				expect(Math.hypot(spot!.x - other!.x, spot!.y - other!.y)).toBeGreaterThan(laid.apart * 0.6);
		}
		expect(roadOf({ id: 'road', kind: 'track', spaces: 30, ...more }, laid).startsWith('M')).toBe(true);
	});

	it.each([
		['a line', { spaces: 30 }, 4, 340, 300],
		['a line on its side', { spaces: 30 }, 4, 520, 230],
		['a loop', { spaces: 20, loop: true }, 4, 340, 420],
		['a small loop', { spaces: 8, loop: true }, 6, 220, 160],
		['points', { spaces: 3, points: [[0, 0], null, [100, 0]] }, 3, 340, 200],
		['many pieces', { spaces: 40, loop: true }, 16, 340, 420],
	])('%s: pieces on no space wait beside the road, each in a bay of its own', (_, road, count, wide, high) => {
		const pieces = Array.from({ length: count }, (__, i) => ({
			id: `p${i}`,
			at: i % 2 ? -1 : road.spaces,
			seat: i % 4,
		}));
		const zone: Zone = { id: 'road', kind: 'track', ...road, pieces };
		expect(isWaiting(zone)).toBe(true);
		const { spots, apart, lot } = laidOut(zone, wide, high, true);
		const bays = pieces.map((piece) => lot!.bays.get(piece.id)!);
		const half = lot!.bay / 2;
		expect(half).toBeGreaterThanOrEqual(13);
		for (const [i, bay] of bays.entries()) {
			expect(bay.x - half).toBeGreaterThanOrEqual(0);
			expect(bay.x + half).toBeLessThanOrEqual(wide);
			expect(bay.y - half).toBeGreaterThanOrEqual(0);
			expect(bay.y + half).toBeLessThanOrEqual(high);
			for (const other of bays.slice(i + 1))
				expect(Math.max(Math.abs(bay.x - other.x), Math.abs(bay.y - other.y))).toBeGreaterThan(half * 1.9);
			for (const spot of spots)
				if (spot)
					expect(Math.max(Math.abs(bay.x - spot.x), Math.abs(bay.y - spot.y))).toBeGreaterThan(half + apart * 0.4);
		}
		for (const spot of spots)
			if (spot) expect([spot.x > 0, spot.x < wide, spot.y > 0, spot.y < high]).not.toContain(false);
	});

	it('nobody waits: no room is kept for it', () => {
		const zone: Zone = { id: 'road', kind: 'track', spaces: 8, pieces: [{ id: 'a', at: 7, seat: 0 }] };
		expect(isWaiting(zone)).toBe(false);
		expect(laidOut(zone, 340, 300).lot).toBeUndefined();
	});

	it('where there is no room yet there is no road', () => {
		const zone: Zone = { id: 'road', kind: 'track', spaces: 8, loop: true };
		expect(roadOf(zone, laidOut(zone, 0, 0))).toBe('');
	});

	it('points of a game keep their form, and what is not there stays away', () => {
		const laid = laidOut({ id: 'road', kind: 'track', spaces: 3, points: [[0, 0], null, [100, 0]] }, 340, 100);
		expect(laid.spots[1]).toBeNull();
		expect(laid.spots[2]!.x).toBeGreaterThan(laid.spots[0]!.x);
		expect(laid.spots[2]!.y).toBeCloseTo(laid.spots[0]!.y);
	});
});

describe('cards', () => {
	it('a token that nobody declared has a face of its own', () => {
		expect(plainFace('R7')).toEqual({ colour: 'red', text: '7' });
		expect(plainFace('G-Skip')).toEqual({ colour: 'green', text: 'Skip' });
		expect(plainFace('12')).toEqual({ text: '12' });
		expect(plainFace('Bridge')).toEqual({ text: 'Bridge' });
		expect(plainFace('P')).toEqual({ text: 'P' });
		expect(faceOf({ R7: { text: 'x' } }, 'R7')).toEqual({ text: 'x' });
	});

	it('every colour has a shape of its own, and what stands on it can be read', () => {
		expect(new Set(Object.values(LOOKS).map((look) => look.shape)).size).toBe(Object.keys(LOOKS).length);
		for (const look of Object.values(LOOKS)) {
			expect(contrast(look.hex, look.on)).toBeGreaterThan(4.4);
			expect(contrast('#FFFFFF', look.numeral)).toBeGreaterThan(4.4);
		}
	});

	it('no word breaks out of its card, and none is markup', () => {
		const drawn = cardFace({ text: '<b>long words on a card</b>' });
		expect(drawn).not.toContain('<b>');
		expect(cardFace({ colour: 'red', sign: 'warning' }, 'Donaudampfschifffahrt')).toContain('textLength');
	});

	it('every sign that Python lists is drawn', () => {
		const source = readFileSync(`${TEXTS}/../core/spread.py`, 'utf8');
		const listed = [.../Sign = Literal\[([^\]]*)\]/.exec(source)![1]!.matchAll(/"(\w+)"/g)].map((one) => one[1]!);
		expect(listed.length).toBeGreaterThan(30);
		for (const name of listed) expect(sign(name, '#000000', '#FFFFFF'), name).toContain('<');
	});

	it('a sign that nobody knows draws nothing, and each game has a back', () => {
		expect(sign('nothing like it', '#000', '#fff')).toBe('');
		for (const id of ['ludo', 'a', 'some_other_game', 'zzz']) expect(backOf(id)).toContain('<');
		expect(backOf('ludo')).toBe(backOf('ludo'));
	});
});
