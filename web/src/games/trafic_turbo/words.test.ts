import { expect, test } from 'vitest';
import type { Play } from '../../contract';
import type { Shown } from './view';
import { roadLines } from './words';

test('what was just overtaken is behind, not nearly a lap ahead', () => {
	const view = {
		board: { columns: 36 },
		cars: [{ seat: 0, lane: 1, col: 5 }],
		vehicles: [
			{ id: 'T1', kind: 'van', lane: 0, col: 4, len: 1 },
			{ id: 'T2', kind: 'taxi', lane: 2, col: 8, len: 1 },
		],
		police: 'S1',
	} as unknown as Shown;
	const play = { me: 0, say: (key: string, { n }: { n?: number }) => `${key} ${n ?? ''}`.trim() } as unknown as Play;
	const words = roadLines(view, play).map((line) => line.words);
	expect(words).toEqual(['table.police', 'web.vehicle_ahead 3', 'web.vehicle_behind 1']);
});
