import { expect, it } from 'vitest';
import { chairLook, RACERS } from '../../art/colour';
import { chairCar } from '../tiles';
import { standing } from './pieces';
import { racer } from './view';

const view = {
	cars: [0, 1, 2].map((seat) => ({ seat, lane: 0, col: seat })),
	vehicles: [],
	police: 'S1',
} as never;

it('drives the cars that were chosen in the lobby', () => {
	const chairs = [{ colour: 'violet' }, { colour: 'red' }, { colour: 'white' }];
	const cars = standing(view, chairs).filter((one) => one.seat !== null);
	expect(cars.map((one) => one.colour)).toEqual(chairs.map(({ colour }) => chairLook(colour).hex));
	expect(cars.map((one) => one.number)).toEqual([1, 2, 3]);
	// The lobby draws the same kind of car, with the same number on it.
	expect(new Set(cars.map((one) => one.kind))).toEqual(new Set([chairCar('trafic_turbo')]));
});

it('has a colour for every number where chairs have none, as in a lesson', () => {
	expect(racer(1, [{ colour: '' }, { colour: '' }])).toBe(RACERS[1]);
});
