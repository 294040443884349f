import { beforeEach, describe, expect, it } from 'vitest';
import { forget, people, remember } from '../../people';
import { driverName } from '../../ui/names';
import {
	addChair,
	asked,
	type Chair,
	changeChair,
	firstChairs,
	isOpen,
	keepLineup,
	keepPreset,
	lastLineup,
	lastPreset,
	type Makings,
	peopleHere,
	removeChair,
	seated,
	seatKnown,
	withPeople,
	withPlayers,
} from './chairs';

const makings: Makings = {
	fewest: 2,
	usual: 4,
	most: 5,
	colours: ['red', 'blue', 'green', 'yellow', 'orange', 'violet', 'white', 'black'],
	names: ['Ann', 'Ben', 'Cem', 'Dot', 'Eva', 'Fin'],
	levels: ['1', '2', '3', '4', '5'],
};
const nobody = { name: '', colour: '' };
const first = (own = nobody, last: Partial<Chair>[] = []) => firstChairs(makings, own, last);

describe('the first chairs', () => {
	it('are one person and robots, as many as usual, each with a car of its own', () => {
		const chairs = first();
		expect(chairs.map((chair) => chair.sitter)).toEqual(['here', 'bot', 'bot', 'bot']);
		expect(new Set(chairs.map((chair) => chair.colour)).size).toBe(4);
		expect(chairs.map((chair) => chair.name)).toEqual(['Ann', 'Ben', 'Cem', 'Dot']);
		expect(chairs[1]!.level).toBe('3');
	});

	it('keep the name and colour of this device', () => {
		const [me, next] = first({ name: 'Ben', colour: 'green' });
		expect(me).toMatchObject({ name: 'Ben', colour: 'green' });
		expect(next).toMatchObject({ name: 'Ann', colour: 'red' });
	});

	it('are those of last time, as far as the game has room', () => {
		const last: Partial<Chair>[] = Array.from({ length: 7 }, (_, i) => ({
			sitter: 'here',
			name: `P${i}`,
			colour: 'red',
			level: '',
		}));
		const chairs = first(nobody, last);
		expect(chairs.map((chair) => chair.name)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4']);
		expect(new Set(chairs.map((chair) => chair.colour)).size).toBe(5);
		expect(first(nobody, last.slice(0, 1))).toHaveLength(2);
	});
});

describe('so many of us here', () => {
	const drivers = { red: 'Lion', blue: 'Bear', green: 'Frog', yellow: 'Cat', orange: 'Rabbit' };
	const named = { ...makings, drivers };
	const alone = firstChairs(named, nobody, []);

	it('is one choice: robots make room, then chairs are added', () => {
		expect(withPeople(alone, 2, named).map((chair) => chair.sitter)).toEqual(['here', 'here', 'bot', 'bot']);
		expect(withPeople(alone, 5, named).map((chair) => chair.sitter)).toEqual(Array(5).fill('here'));
		expect(withPeople(alone, 9, named)).toHaveLength(5);
	});

	it('leaves robots where somebody goes, and whoever plays on another device alone', () => {
		const three = withPeople(alone, 3, named);
		expect(withPeople(three, 1, named).map((chair) => chair.sitter)).toEqual(['here', 'bot', 'bot', 'bot']);
		const apart = changeChair(alone, alone[1]!.key, { sitter: 'open' });
		expect(withPeople(apart, 2, named).map((chair) => chair.sitter)).toEqual(['here', 'open', 'here', 'bot']);
	});

	it('calls people after their drivers until they say who they are', () => {
		const two = withPeople(alone, 2, named);
		expect(two.map((chair) => chair.name).slice(0, 2)).toEqual(['Lion', 'Bear']);
		const swapped = changeChair(two, two[0]!.key, { colour: 'blue' }, drivers);
		expect(swapped.map((chair) => chair.name).slice(0, 2)).toEqual(['Bear', 'Lion']);
		const mia = changeChair(two, two[0]!.key, { name: 'Mia' }, drivers);
		expect(changeChair(mia, two[0]!.key, { colour: 'white' }, drivers)[0]!.name).toBe('Mia');
	});
});

describe('changing chairs', () => {
	it('stays within the limits of the game', () => {
		let chairs = first();
		chairs = addChair(chairs, makings);
		expect(chairs).toHaveLength(5);
		expect(addChair(chairs, makings)).toHaveLength(5);
		for (const chair of chairs) chairs = removeChair(chairs, chair.key, makings);
		expect(chairs).toHaveLength(2);
		expect(withPlayers(chairs, 9, makings)).toHaveLength(5);
		expect(withPlayers(chairs, 0, makings)).toHaveLength(2);
	});

	it('never gives two chairs the same key', () => {
		const chairs = addChair(removeChair(first(), 2, makings), makings);
		expect(new Set(chairs.map((chair) => chair.key)).size).toBe(chairs.length);
	});

	it('swaps cars when the wished one is taken', () => {
		const chairs = first();
		const swapped = changeChair(chairs, chairs[0]!.key, { colour: 'green' });
		expect(swapped.map((chair) => chair.colour)).toEqual(['green', 'blue', 'red', 'yellow']);
	});

	it('counts those at this device and those to come', () => {
		const chairs = changeChair(first(), 2, { sitter: 'here' });
		expect(peopleHere(chairs)).toBe(2);
		expect(isOpen(chairs)).toBe(false);
		expect(isOpen(changeChair(chairs, 3, { sitter: 'open' }))).toBe(true);
	});
});

describe('what the server is told', () => {
	it('leaves the name of an open chair to whoever comes, and levels to robots', () => {
		const chairs = changeChair(changeChair(first(), 1, { name: '  Mia ' }), 2, { sitter: 'open' });
		expect(asked(chairs).slice(0, 3)).toEqual([
			{ sitter: 'here', name: 'Mia', colour: 'red' },
			{ sitter: 'open', colour: 'blue' },
			{ sitter: 'bot', name: 'Cem', colour: 'green', level: '3' },
		]);
	});

	it('takes the chairs of an open table as they are', () => {
		const face = {
			seat: 1,
			name: 'Mia',
			colour: 'red',
			sitter: 'person' as const,
			level: '',
			stand_in: false,
			here: true,
			away_ms: null,
		};
		expect(seated([face])).toEqual([{ key: 2, name: 'Mia', colour: 'red', level: '', sitter: 'here' }]);
	});
});

describe('the line-up of last time', () => {
	beforeEach(() => localStorage.clear());

	it('comes back without its keys', () => {
		expect(lastLineup()).toEqual([]);
		keepLineup(first().slice(0, 1));
		expect(lastLineup()).toEqual([{ sitter: 'here', name: 'Ann', colour: 'red', level: '3' }]);
	});

	it('knows robots by the names they had before', () => {
		const old = ['random', 'simple', '5'].map((level) => ({ sitter: 'bot', name: 'Ben', colour: '', level }));
		localStorage.setItem('tailback.people', JSON.stringify({ lineup: old }));
		expect(lastLineup().map((one) => one.level)).toEqual(['1', '3', '5']);
	});

	it('is forgotten when it is damaged', () => {
		localStorage.setItem('tailback.people', '{"a":');
		expect(lastLineup()).toEqual([]);
		localStorage.setItem('tailback.people', '{"lineup":[null, {"name": 3}, {"name": "Mia", "sitter": "ghost"}]}');
		expect(lastLineup()).toEqual([]);
	});
});

it('remembers the rules of each game, as long as they exist', () => {
	localStorage.clear();
	const known = ['first-time', 'family'];
	expect(lastPreset('toy', known)).toBe('first-time');
	keepPreset('toy', 'family');
	keepPreset('other', 'full');
	expect(lastPreset('toy', known)).toBe('family');
	expect(lastPreset('other', known)).toBe('first-time');
	localStorage.setItem('tailback.presets', 'x');
	expect(lastPreset('toy', known)).toBe('first-time');
});

describe('somebody whom this device knows', () => {
	const mia = { name: 'Mia', colour: 'green' };

	it('sits down with their own car, and robots swap with them', () => {
		const chairs = seatKnown(first(), 2, mia, makings);
		expect(chairs.map(({ sitter, name, colour }) => [sitter, name, colour])).toEqual([
			['here', 'Ann', 'red'],
			['here', 'Mia', 'green'],
			['bot', 'Cem', 'blue'],
			['bot', 'Dot', 'yellow'],
		]);
	});

	it('gets the car most like it where another person drives it', () => {
		const chairs = seatKnown(first(), 2, { name: 'Mia', colour: 'red' }, makings);
		expect(chairs[0]).toMatchObject({ name: 'Ann', colour: 'red' });
		expect(chairs[1]).toMatchObject({ name: 'Mia', colour: 'orange' });
		const others = firstChairs({ ...makings, usual: 4 }, { name: 'Ben', colour: 'orange' }, []);
		expect(seatKnown(others, 3, { name: 'Mia', colour: 'orange' }, makings)[2]).toMatchObject({ colour: 'yellow' });
	});

	it('keeps the name that a robot had', () => {
		const chairs = seatKnown(first(), 2, { name: 'cem', colour: 'white' }, makings);
		expect(chairs.map((chair) => chair.name)).toEqual(['Ann', 'cem', 'Ben', 'Dot']);
	});

	it('is there next time, and nobody who is only called after the driver', () => {
		localStorage.clear();
		const drivers = { red: driverName('red') };
		const [me, ...others] = firstChairs({ ...makings, drivers }, nobody, []);
		keepLineup(seatKnown([me!, ...others], 2, mia, makings));
		expect(me!.name).toBe(driverName('red'));
		expect(people()).toEqual([mia]);
		remember([{ ...mia, colour: 'black' }]);
		expect(lastLineup()[1]).toMatchObject({ name: 'Mia', colour: 'black' });
		forget('Mia');
		const next = first(nobody, lastLineup());
		expect(next.map((chair) => chair.sitter)).toEqual(['here', 'here', 'bot', 'bot']);
		expect(next.map((chair) => chair.name)).not.toContain('Mia');
	});
});
