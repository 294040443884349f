import { expect, test } from 'vitest';
import { nextLooker } from './lookers';

test('whoever is asked goes on, then the next seat, then from the front again', () => {
	expect(nextLooker([0, 2], [0, 2], 2)).toBe(2);
	expect(nextLooker([0, 1, 2], [0, 2], 1)).toBe(2);
	expect(nextLooker([0, 1, 2], [0, 1], 2)).toBe(0);
	expect(nextLooker([0, 1], [0, 1], null)).toBe(0);
	expect(nextLooker([0, 1], [2], 0)).toBeNull();
});
