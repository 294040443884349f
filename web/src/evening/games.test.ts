// What an evening is, what its games are worth, and who gets which trophy: with the feats of every game there is.
import { describe, expect, it } from 'vitest';
import type { Feat } from '../contract';
import { featsOf } from '../games/feats';
import { tally } from '../games/tally';
import { goldenGames } from '../games/test-feats';
import { GAMES } from '../games/test-told';
import { evenings, ids, kept, type Played, pointsOf, standings, trophies } from './games';

const COLOURS = ['red', 'blue', 'green', 'yellow', 'orange', 'violet', 'white', 'black'];
const EIGHT = new Date(2026, 10, 19, 20, 0).getTime();
const MINUTES = 60_000;

/** A finished game: `Mia Ben *Bo` are two people and a robot, in the order of their places. */
function game(who: string, minutes = 0, more: Partial<Played> = {}): Played {
	const players = who.split(' ').map((name, seat) => ({
		name: name.replace('*', ''),
		colour: COLOURS[seat]!,
		robot: name.startsWith('*'),
		level: '',
	}));
	const places = players.map((_, seat) => seat + 1);
	const at = EIGHT + minutes * MINUTES;
	return {
		table: 't',
		number: minutes,
		game: GAMES[0]!,
		at,
		players,
		places,
		done: null,
		last: false,
		alone: false,
		...more,
	};
}
const sizes = (...games: Played[]) => evenings(games).map((evening) => evening.length);

describe('an evening', () => {
	it('is games in a row of the same people, whatever is played and at whichever table', () => {
		expect(sizes()).toEqual([]);
		const games = GAMES.map((id, i) => game('Mia Ben', i * 20, { game: id, table: `t${i}`, alone: i % 2 === 0 }));
		expect(sizes(...games)).toEqual([GAMES.length]);
		expect(
			evenings([...games].reverse())[0]!.map((one) => one.game),
			'in their order',
		).toEqual(GAMES);
	});

	it('goes on when somebody comes or leaves, as long as half of a game was there before', () => {
		expect(sizes(game('Mia Ben'), game('Ben Opa', 20), game('Mia Opa', 40))).toEqual([3]);
		expect(sizes(game('Mia Ben'), game('Mia Ben Opa Oma', 20), game('Opa Oma', 40))).toEqual([3]);
		expect(sizes(game('Mia Ben'), game('Mia Opa Oma', 20))).toEqual([1, 1]);
		expect(sizes(game('Mia Ben'), game('Opa Oma', 20), game('Ben Mia', 40)), 'two at one device').toEqual([2, 1]);
	});

	it('is of one day, which ends when everybody sleeps, and has no long pause', () => {
		expect(sizes(game('Mia Ben'), game('Mia Ben', 239))).toEqual([2]);
		expect(sizes(game('Mia Ben'), game('Mia Ben', 241))).toEqual([1, 1]);
		const late = [180, 300, 500].map((minutes) => game('Mia Ben', minutes));
		expect(sizes(...late), 'long after midnight').toEqual([3]);
		expect(sizes(...late, game('Mia Ben', 541)), 'five in the morning').toEqual([1, 3]);
	});

	it('ends when its people say so', () => {
		expect(sizes(game('Mia Ben'), game('Mia Ben', 20, { last: true }), game('Mia Ben', 40))).toEqual([1, 2]);
	});

	it('is for people: robots alone have none, and who plays alone with robots takes no points to the others', () => {
		expect(sizes(game('*Bo *Al'))).toEqual([]);
		expect(sizes(game('Mia *Bo'), game('Mia *Al', 20), game('Mia Ben *Bo', 40), game('Ben *Bo', 60))).toEqual([
			1, 1, 2,
		]);
	});

	it('knows people by their names, however they are written, and robots apart from them', () => {
		expect(ids(game('Mia *mia Ben'))).toEqual(['person mia', 'robot mia', 'person ben']);
		expect(new Set(ids(game('Mia MIA'))).size, 'two of one name').toBe(2);
		expect(sizes(game('Mia Ben'), game('ben mia', 20))).toEqual([2]);
	});
});

describe('points', () => {
	it('are the same for the first and the last of every game, and for all between by those they beat', () => {
		expect(pointsOf([1, 2])).toEqual([10, 0]);
		expect(pointsOf([3, 1, 2])).toEqual([0, 10, 5]);
		expect(pointsOf([1, 2, 3, 4])).toEqual([10, 7, 3, 0]);
		expect(pointsOf([8, 7, 6, 5, 4, 3, 2, 1])).toEqual([0, 1, 3, 4, 6, 7, 9, 10]);
		expect(pointsOf([1])).toEqual([10]);
	});

	it('are shared by equals', () => {
		expect(pointsOf([1, 1])).toEqual([5, 5]);
		expect(pointsOf([1, 2, 2, 4])).toEqual([10, 5, 5, 0]);
		expect(pointsOf([1, 1, 1])).toEqual([5, 5, 5]);
	});

	it('add up, and the best of the people has the crown, also where a robot has more', () => {
		const all = standings([game('*Bo Mia Ben'), game('*Bo Ben Mia', 20), game('*Bo Mia Ben', 40)]);
		expect(all.map(({ name, points, place, crowned }) => [name, points, place, crowned])).toEqual([
			['Bo', 30, 1, false],
			['Mia', 10, 2, true],
			['Ben', 5, 3, false],
		]);
		const equal = standings([game('Mia Ben'), game('Ben Mia', 20)]);
		expect(equal.map(({ place, crowned }) => [place, crowned])).toEqual([
			[1, true],
			[1, true],
		]);
	});

	it('stand beside everybody as they looked last', () => {
		const other = game('MIA Ben', 20);
		other.players[0]!.colour = 'black';
		expect(standings([game('Mia Ben'), other])[0]).toMatchObject({ name: 'MIA', colour: 'black', points: 20 });
	});
});

describe('trophies', () => {
	const feat = (id: string, more: Partial<Feat> = {}): Feat => ({ id, count: () => [], ...more });
	const given = (feats: Feat[], ...games: [who: string, done: Record<string, number[]>][]) =>
		trophies(
			games.map(([who, done], i) => game(who, i, { done })),
			new Map([[GAMES[0]!, feats]]),
		).map(({ who, feat: id, n }) => `${who.split(' ')[1]} ${id} ${n}`);

	it('are for whoever did the most of something in all games together', () => {
		expect(given([feat('a')], ['Mia Ben', { a: [2, 3] }], ['Ben Mia', { a: [0, 2] }])).toEqual(['mia a 4']);
		expect(given([feat('a', { most: true })], ['Mia Ben', { a: [2, 3] }], ['Ben Mia', { a: [0, 2] }])).toEqual([
			'ben a 3',
		]);
		expect(given([feat('a')], ['Mia Ben', { a: [0, 0] }])).toEqual([]);
	});

	it('are two for each at most, one for everybody first, and none is given twice', () => {
		const feats = ['a', 'b', 'c', 'd'].map((id) => feat(id));
		expect(given(feats, ['Mia Ben', { a: [5, 0], b: [4, 0], c: [3, 0], d: [1, 0] }])).toHaveLength(2);
		expect(given(feats, ['Mia Ben', { a: [5, 0], b: [4, 4], c: [0, 0], d: [0, 0] }])).toEqual(['ben b 4', 'mia a 5']);
		expect(given([feat('a')], ['Mia Ben', { a: [4, 4] }])).toHaveLength(1);
	});

	it('are for what is fine; what nobody would want is for whoever has nothing else', () => {
		const feats = [feat('odd', { odd: true }), feat('a'), feat('b')];
		expect(given(feats, ['Mia Ben', { odd: [9, 1], a: [1, 0], b: [0, 0] }])).toEqual(['mia a 1']);
		expect(given(feats, ['Mia Ben', { odd: [0, 3], a: [1, 0], b: [1, 0] }])).toEqual([
			'ben odd 3',
			'mia a 1',
			'mia b 1',
		]);
	});

	it('are for people, also where a robot did more', () => {
		expect(given([feat('a')], ['*Bo Mia Ben', { a: [9, 2, 1] }])).toEqual(['mia a 2']);
		expect(given([feat('a')], ['*Bo Mia', { a: [9, 0] }])).toEqual([]);
	});

	it('wait for what is not counted yet', () => {
		expect(trophies([game('Mia Ben')], new Map([[GAMES[0]!, [feat('a')]]]))).toEqual([]);
	});

	it('are there for everybody after an evening of all games', async () => {
		const evening: Played[] = [];
		const feats = new Map<string, readonly Feat[]>();
		for (const [i, id] of GAMES.entries()) {
			feats.set(id, await featsOf(id));
			const golden = goldenGames(id).sort((a, b) => b.events.length - a.events.length)[0]!;
			const who = ['Mia', 'Ben', 'Opa', 'Oma', '*Bo', '*Al', '*Cy', '*Di'].slice(0, golden.players).join(' ');
			const done = kept(tally(feats.get(id)!, golden.events, golden.players));
			evening.push(game(who, i * 20, { game: id, done }));
		}
		const all = trophies(evening, feats);
		const people = standings(evening).filter((one) => !one.robot);
		for (const { id } of people) {
			const theirs = all.filter((one) => one.who === id).length;
			expect(theirs).toBeGreaterThan(0);
			expect(theirs).toBeLessThan(3);
		}
		expect(new Set(all.map((one) => `${one.game} ${one.feat}`)).size).toBe(all.length);
		expect(all.every((one) => one.n > 0 && people.some(({ id }) => id === one.who))).toBe(true);
	});
});
