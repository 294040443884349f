import { describe, expect, it } from 'vitest';
import type { Replay } from '../../net/protocol';
import { moments, played } from './story';

describe('the story of a game', () => {
	it('keeps the newest big moments in order', () => {
		const log = Array.from({ length: 30 }, (_, n) => ({ kind: n % 2 ? 'jam' : 'placed', n }));
		expect(moments(log, ['jam']).map((event) => event.n)).toEqual([15, 17, 19, 21, 23, 25, 27, 29]);
	});

	it('asks for page after page', async () => {
		const asked: number[] = [];
		const events = await played('t', 2, async (_table, _number, query) => {
			asked.push(Number(query.since));
			return { total: 401, steps: [{ events: [{ kind: `from ${query.since}` }] }] } as unknown as Replay;
		});
		expect(asked).toEqual([0, 200, 400]);
		expect(events.map((event) => event.kind)).toEqual(['from 0', 'from 200', 'from 400']);
	});
});
