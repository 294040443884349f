import { expect, it } from 'vitest';
import { planRoad } from './road';

it('no box turns inside out, however little room there is', () => {
	for (const [width, height] of [
		[739, 3],
		[0, 0],
		[844, 60],
		[100, 700],
	] as const) {
		for (const jam of [false, true]) {
			const road = planRoad({ width, height, lanes: 3, bays: 6, jam, arc: 40 });
			for (const box of [road.asphalt, ...road.lanes, road.line, road.strip]) {
				expect(box.w).toBeGreaterThan(0);
				expect(box.h).toBeGreaterThan(0);
			}
			expect(road.pitch).toBeGreaterThan(0);
		}
	}
});
