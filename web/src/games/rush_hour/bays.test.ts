import { expect, test } from 'vitest';
import { bayOf, gapRange, lookOf, park, piecesOf } from './bays';
import { bayBox, cell, laneBox, planRoad } from './road';

const units = (spot: string) =>
	bayOf(spot).units.map((unit) => (unit.load ? `${unit.card}(${unit.load.card})` : unit.card));

test.each([
	['27', ['27'], 0],
	['_', [], 0],
	['24+t25', ['24', 't25'], 0],
	['A+A', ['A', 'A'], 0],
	['T+18', ['T(18)'], 0],
	['T+18+t25', ['T(18)', 't25'], 0],
	['T+T', ['T(T)'], 0],
	['T+T+18', ['T(18)'], 3],
	['12+t15+t25', ['t15', 't25'], 3],
	['T+12+t15+t25', ['t15', 't25'], 4],
	['P+P+P', ['P', 'P'], 3],
])('%s shows %j', (spot, shown, count) => {
	expect(units(spot)).toEqual(shown);
	expect(bayOf(spot).count).toBe(count);
});

test('a number always drives the same car, on the card and on the road', () => {
	expect(lookOf('27')).toMatchObject({ kind: 'pickup', number: 27 });
	expect(lookOf('t25')).toMatchObject({ kind: 'trailer', number: 25 });
	expect(lookOf('A').number).toBeNull();
});

test('a trailer touches the bumper before it, and both shrink to fit', () => {
	const [car, trailer] = park(bayOf('24+t25'), 182, 1.2);
	expect(car!.scale).toBeLessThanOrEqual(1.2 * 0.82 + 0.001);
	expect(trailer!.scale).toBe(car!.scale);
	const gap = trailer!.along - 33 * trailer!.scale - (car!.along + 50 * car!.scale);
	expect(gap).toBeCloseTo(8 * car!.scale);
});

test('whatever stands in a bay stays in it', () => {
	for (const spot of ['27', '50', 'A', 'T', 'T+18', 'T+50', '24+t25', 'A+A', 'T+18+t25', 'P+P+P', '12+t15+t25']) {
		for (const room of [70, 100, 182]) {
			for (const one of park(bayOf(spot), room, room / 90)) {
				expect(Math.abs(one.along)).toBeLessThan(room / 2);
			}
		}
	}
});

test('a gap names the numbers between its neighbours', () => {
	expect(gapRange(['12', '_', 'T+18', '21'], 1)).toEqual(['13', '17']);
	expect(gapRange(['24+t25', '_', 'T+30'], 1)).toEqual(['26', '29']);
	expect(gapRange(['_', 'T+18'], 0)).toEqual(['1', '17']);
	expect(gapRange(['12', '_', '_', 'T+T+18'], 2)).toEqual(['13', '17']);
	expect(gapRange(['12', '_', 'T+P'], 1)).toEqual(['13', '']);
	expect(gapRange(['12', '_', 'T+13'], 1)).toEqual(['', '']);
	expect(gapRange(['_', 'T+1'], 0)).toEqual(['', '']);
});

test('specials keep their names while their lane grows', () => {
	expect(piecesOf([['A', '9', 'P']])[0]).toEqual([['road:1.A.1'], ['card:9'], ['road:1.P.1']]);
	expect(piecesOf([['A', 'A', '9', 'P', 'P']])[0]).toEqual([
		['road:1.A.2'],
		['road:1.A.1'],
		['card:9'],
		['road:1.P.1'],
		['road:1.P.2'],
	]);
});

test.each([
	[1024, 440, 3, 4],
	[1440, 520, 3, 4],
	[1920, 690, 2, 4],
	[390, 460, 3, 4],
	[360, 320, 2, 4],
	[390, 460, 3, 9],
	[1024, 440, 3, 11],
])('the road of %i x %i with %i lanes of %i bays fits', (width, height, lanes, bays) => {
	const road = planRoad({ width, height, lanes, bays, jam: bays === 4, arc: width < 720 ? 18 : 46 });
	expect(road.tall).toBe(width < 700);
	for (let row = 0; row < lanes; row++) {
		for (let spot = 0; spot < bays; spot++) {
			const bay = bayBox(road, cell(road, row, spot));
			expect(bay.x).toBeGreaterThanOrEqual(0);
			expect(bay.y).toBeGreaterThanOrEqual(0);
			expect(bay.x + bay.w).toBeLessThanOrEqual(width);
			expect(bay.y + bay.h).toBeLessThanOrEqual(height);
			expect(Math.min(bay.w, bay.h)).toBeGreaterThan(20);
		}
		const lane = laneBox(road, row);
		expect(Math.min(lane.w, lane.h)).toBeGreaterThanOrEqual(48);
	}
});
