import { beforeEach, describe, expect, it } from 'vitest';
import { forget, keepLineup, keptLineup, owner, type Person, people, remember, rename } from './people';
import { driverName } from './ui/names';

const mia = { name: 'Mia', colour: 'red' };
const ben = { name: 'Ben', colour: 'blue' };
const names = () => people().map((one) => one.name);

beforeEach(() => localStorage.clear());

describe('the people of a device', () => {
	it('are known by their names, the latest first', () => {
		expect(people()).toEqual([]);
		expect(owner()).toEqual({ name: '', colour: '' });
		remember([mia, ben]);
		remember([
			{ name: ' lotta ', colour: 'green' },
			{ name: 'BEN', colour: 'black' },
		]);
		expect(people()).toEqual([{ name: 'lotta', colour: 'green' }, { name: 'BEN', colour: 'black' }, mia]);
		expect(owner().name).toBe('lotta');
	});

	it('are only those who said who they are', () => {
		remember([
			{ name: driverName('red'), colour: 'red' },
			{ name: ' ', colour: 'blue' },
		]);
		expect(people()).toEqual([]);
	});

	it('keep their own car for another day when somebody beside them drives it', () => {
		remember([mia]);
		remember([ben]);
		remember([
			{ name: 'Ben', colour: 'red' },
			{ name: 'Mia', colour: 'orange' },
		]);
		expect(people()).toEqual([{ name: 'Ben', colour: 'red' }, mia]);
		// Nobody has it: then it is another choice.
		remember([{ name: 'Mia', colour: 'orange' }], [{ name: 'Ben', colour: 'blue' }]);
		expect(people()[0]).toEqual({ name: 'Mia', colour: 'orange' });
	});

	it('can be called something else, and be forgotten, also in the last line-up', () => {
		remember([mia, ben]);
		keepLineup([
			{ sitter: 'here', ...mia },
			{ sitter: 'bot', name: 'Mia' },
		]);
		rename('mia', 'Maria');
		expect(people()).toEqual([{ ...mia, name: 'Maria' }, ben]);
		expect(keptLineup()).toEqual([
			{ sitter: 'here', name: 'Maria', colour: 'red' },
			{ sitter: 'bot', name: 'Mia' },
		]);
		rename('Maria', '  ');
		expect(names()).toEqual(['Maria', 'Ben']);
		const back = forget('Maria');
		expect(names()).toEqual(['Ben']);
		expect(JSON.stringify(localStorage)).not.toContain('Maria');
		back();
		expect(names()).toEqual(['Maria', 'Ben']);
		// Somebody who already has that name is the same one now.
		rename('Ben', 'maria');
		expect(people()).toEqual([{ name: 'maria', colour: 'blue' }]);
	});

	it('are not too many, and survive whatever lies in the storage', () => {
		for (let i = 0; i < 40; i++) remember([{ name: `P${i}`, colour: 'red' }]);
		expect(people()).toHaveLength(24);
		expect(people()[0]!.name).toBe('P39');
		for (const damaged of [
			'{',
			'null',
			'7',
			'[]',
			'{"people":7,"lineup":{}}',
			'{"people":[null,{"name":7},{"name":""}]}',
		]) {
			localStorage.setItem('tailback.people', damaged);
			expect(Array.isArray(people())).toBe(true);
			expect(Array.isArray(keptLineup())).toBe(true);
			remember([mia]);
			expect(people()[0]).toEqual(mia);
		}
	});

	it('whatever is done, nobody is there twice, and nobody without a name', () => {
		let seed = 7;
		const chance = (below: number) => {
			seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
			return Math.floor((seed / 2 ** 32) * below);
		};
		const some = ['Mia', 'mia', 'Ben', 'BEN ', '', 'Ärä', 'ÄRÄ', '李'];
		const who = (): Person => ({ name: some[chance(some.length)]!, colour: ['red', 'blue', ''][chance(3)]! });
		for (let turn = 0; turn < 400; turn++) {
			const what = chance(3);
			if (what === 0) remember(Array.from({ length: chance(3) }, who));
			else if (what === 1) rename(who().name, who().name);
			else forget(who().name);
			const now = names().map((name) => name.trim().toLowerCase());
			expect(new Set(now).size).toBe(now.length);
			expect(now).not.toContain('');
		}
	});
});
