import { expect, test } from 'vitest';
import { spread } from './spread';

test('what has room stays where it is wanted', () => {
	expect(spread([10, 100, 200], 300, 46)).toEqual([10, 100, 200]);
});

test('two that want the same place stand beside each other', () => {
	expect(spread([100, 100], 300, 46)).toEqual([100, 146]);
});

test('nothing leaves the line', () => {
	expect(spread([290, 300, 400], 300, 46)).toEqual([208, 254, 300]);
	expect(spread([-20], 300, 46)).toEqual([0]);
});

test('too many for the room lie on each other, each as free as the others', () => {
	expect(spread([300, 300, 300, 300], 90, 46)).toEqual([0, 30, 60, 90]);
});
