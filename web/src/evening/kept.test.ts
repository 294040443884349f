import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GAMES } from '../games/test-told';
import type { ChairFace, PastFace, TableFace } from '../net/protocol';
import type { Moment } from '../table/played';
import { driverName } from '../ui/names';
import { countUp } from './count';
import { end, forget, keptEvenings, note, rename, wholeEvenings } from './kept';

const EIGHT = new Date(2026, 10, 19, 20, 0).getTime();
const past = (number: number, more: Partial<PastFace> = {}): PastFace => ({
	number,
	game: GAMES[number % GAMES.length]!,
	names: ['Mia', 'Ben', 'Bo'],
	colours: ['red', 'blue', 'green'],
	holders: [0, 1, -1],
	robots: [2],
	scores: [3, 2, 1],
	places: [1, 2, 3],
	shared: false,
	at: EIGHT + number * 60_000,
	...more,
});
const chairs = [{}, {}, { sitter: 'bot', name: 'Bo', level: '4' }] as ChairFace[];
const face = (...games: PastFace[]): Pick<TableFace, 'table' | 'past' | 'chairs'> => ({
	table: 't',
	past: games,
	chairs,
});
const names = () =>
	keptEvenings().map((evening) => evening.map((game) => game.players.map((one) => one.name).join(' ')));

beforeEach(() => localStorage.clear());

describe('the evenings of a device', () => {
	it('are the games of its tables, each once, with faces and levels', () => {
		note(face());
		expect(keptEvenings()).toEqual([]);
		note(face(past(1)));
		expect(wholeEvenings(), 'one game is none yet').toEqual([]);
		note(face(past(1), past(2)));
		note({ ...face(past(2)), table: 'moved' });
		const [evening, ...others] = wholeEvenings();
		expect(others).toEqual([]);
		expect(evening!.map(({ table, number }) => `${table} ${number}`)).toEqual(['t 1', 'moved 2']);
		expect(evening![0]!.players).toEqual([
			{ name: 'Mia', colour: 'red', robot: false, level: '' },
			{ name: 'Ben', colour: 'blue', robot: false, level: '' },
			{ name: 'Bo', colour: 'green', robot: true, level: '4' },
		]);
	});

	it('know who said only later what they are called, and who was given another name here', () => {
		const lion = driverName('red');
		note(face(past(1, { names: [lion, 'Ben', 'Bo'] })));
		note(face(past(1, { names: [lion, 'Ben', 'Bo'] }), past(2)));
		expect(names()).toEqual([['Mia Ben Bo', 'Mia Ben Bo']]);
		rename('mia', 'Maria');
		note(face(past(1), past(2), past(3, { names: ['Maria', 'Ben', 'Bo'] })));
		expect(names()).toEqual([['Maria Ben Bo', 'Maria Ben Bo', 'Maria Ben Bo']]);
		const back = rename('maria', '');
		expect(JSON.stringify(localStorage)).not.toContain('Maria');
		back();
		expect(names()[0]![0]).toBe('Maria Ben Bo');
		rename('Bo', 'Eva');
		expect(names()[0]![0], 'robots stay what they are').toBe('Maria Ben Bo');
	});

	it('end, and go on after all', () => {
		note(face(past(1), past(2)));
		end(keptEvenings()[0]!);
		note(face(past(1), past(2), past(3)));
		expect(keptEvenings().map((one) => one.length)).toEqual([1, 2]);
		end(keptEvenings()[1]!, false);
		expect(keptEvenings().map((one) => one.length)).toEqual([3]);
	});

	it('are forgotten for good, unless that is taken back', () => {
		note(face(past(1), past(2)));
		const back = forget(keptEvenings()[0]!);
		expect(keptEvenings()).toEqual([]);
		back();
		expect(keptEvenings()).toHaveLength(1);
		forget(keptEvenings()[0]!);
		note(face(past(1), past(2)));
		expect(keptEvenings(), 'the table still knows them').toEqual([]);
		note(face(past(1), past(2), past(3)));
		expect(keptEvenings().map((one) => one.length)).toEqual([1]);
	});

	it('leave out what was only brought as a file, and what is long ago', () => {
		note(face(past(0, { colours: ['', '', ''], holders: [-1, -1, -1] })));
		expect(keptEvenings()).toEqual([]);
		note(face(...Array.from({ length: 70 }, (_, i) => past(i))));
		expect(keptEvenings().flat()).toHaveLength(60);
		expect(keptEvenings()[0]!.at(-1)!.number).toBe(69);
	});

	it('survive whatever lies in the storage, and one that is forbidden', () => {
		for (const damaged of ['{', 'null', '7', '{"games":7}', '{"games":[null,{},{"table":"t"},7]}']) {
			localStorage.setItem('tailback.evening', damaged);
			expect(keptEvenings()).toEqual([]);
			note(face(past(1)));
			expect(keptEvenings()).toHaveLength(1);
			localStorage.clear();
		}
		vi.stubGlobal('localStorage', undefined);
		note(face(past(1), past(2)));
		expect(wholeEvenings()).toHaveLength(1);
		vi.unstubAllGlobals();
	});
});

describe('what was done', () => {
	it('is counted once, and another time where the table cannot be asked', async () => {
		note(face(past(1), past(2)));
		const asked: number[] = [];
		const happened = async (_table: string, number: number): Promise<Moment[]> => {
			asked.push(number);
			if (number === 2 && asked.length < 3) throw new TypeError('no line');
			return [];
		};
		for (let i = 0; i < 3; i++) await countUp(keptEvenings()[0]!, happened);
		expect(asked).toEqual([1, 2, 2]);
		expect(keptEvenings()[0]!.every((game) => game.done && Object.keys(game.done).length > 4)).toBe(true);
		note(face(past(1), past(2)));
		expect(keptEvenings()[0]!.every((game) => game.done)).toBe(true);
	});
});
