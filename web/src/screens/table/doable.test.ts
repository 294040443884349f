import { expect, it } from 'vitest';
import { doable } from './doable';

it('tells every sort of move, each move once', () => {
	const choices = [
		{ key: 'lay', label: 'Lay 3' },
		{ key: 'draw', label: 'Draw' },
		{ key: 'lay', label: 'Lay 5' },
		{ key: 'lay', label: 'Lay 3' },
	];
	expect(doable(choices)).toEqual([
		{ lines: ['Lay 3', 'Lay 5'], more: 0 },
		{ lines: ['Draw'], more: 0 },
	]);
});

it('cuts a long list short, but says how much is left', () => {
	const many = Array.from({ length: 30 }, (_, n) => ({ key: 'turn', label: `Turn over ${n}` }));
	const [sort] = doable([...many, { key: 'stop', label: 'Stop' }]);
	expect(sort!.lines).toHaveLength(8);
	expect(sort!.more).toBe(22);
});
