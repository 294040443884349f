import { expect, it } from 'vitest';
import { nearest } from './targets';

const space = (u: number, lane: number) => ({ u, cell: [lane, u] as [number, number] });

it('arrow keys go to the nearest space that way, rather straight than aside', () => {
	const [ahead, aside, far] = [space(5, 1), space(4, 2), space(9, 0)];
	const spaces = [far, aside, ahead];
	expect(nearest(spaces, space(3, 1), [1, 0])).toBe(ahead);
	expect(nearest(spaces, space(5, 1), [0, 1])).toBe(aside);
	expect(nearest(spaces, space(5, 1), [0, -1])).toBe(far);
	expect(nearest(spaces, space(4, 2), [-1, 0])).toBeNull();
});
