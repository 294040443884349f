import { describe, expect, it } from 'vitest';
import { columns } from './lot';

describe('the bays of a lot', () => {
	it('stand in one row where there is room', () => {
		expect(columns(2)).toEqual({ narrow: 2, middle: 2, wide: 2 });
		expect(columns(6).wide).toBe(6);
	});

	it('are wider for large letters', () => {
		expect(columns(5, false, 2)).toEqual({ narrow: 2, middle: 3, wide: 4 });
		expect(columns(2, true, 1.5)).toEqual({ narrow: 2, middle: 2, wide: 2 });
	});

	it('stand in even rows where there is none', () => {
		expect(columns(4)).toMatchObject({ narrow: 2, middle: 4 });
		expect(columns(5)).toMatchObject({ narrow: 3, middle: 3, wide: 5 });
		expect(columns(5, true)).toMatchObject({ middle: 3, wide: 3 });
		expect(columns(4, true).wide).toBe(2);
		expect(columns(8)).toEqual({ narrow: 3, middle: 4, wide: 4 });
	});
});
