import { describe, expect, it } from 'vitest';
import type { Replay } from '../../net/protocol';
import { played } from '../../table/played';
import { biggest } from './story';

describe('the story of a game', () => {
	it('has the biggest moments, in the order in which they happened', () => {
		const points = [1, 9, 2, 3, 8, 1, 2, 7, 1, 6, 5, 1];
		const log = points.map((n, step) => ({ event: { kind: 'jam', points: n }, step }));
		expect(biggest(log, ['jam']).map(({ event }) => event.points)).toEqual(
			[9, 8, 7, 6, 5, 3].sort((a, b) => points.indexOf(a) - points.indexOf(b)),
		);
	});

	it('prefers what happens seldom to what happens all the time', () => {
		const common = Array.from({ length: 20 }, (_, step) => ({ event: { kind: 'reversed' }, step }));
		const caught = { event: { kind: 'caught' }, step: 3.5 };
		const story = biggest([...common.slice(0, 4), caught, ...common.slice(4)], ['reversed', 'caught']);
		expect(story).toContain(caught);
		expect(story).toHaveLength(6);
		expect(biggest([...common], ['caught'])).toEqual([]);
	});

	it('asks for page after page', async () => {
		const asked: unknown[] = [];
		const events = await played('t', 2, async (_table, _number, query) => {
			asked.push(query);
			const steps = [0, 1].map((n) => ({ step: Number(query.since) + n, events: [{ kind: `from ${query.since}` }] }));
			return { total: 5, steps: steps.filter(({ step }) => step < 5) } as unknown as Replay;
		});
		expect(asked).toEqual([0, 2, 4].map((since) => ({ since, views: 0 })));
		expect(events.map(({ event }) => event.kind)).toEqual(['from 0', 'from 0', 'from 2', 'from 2', 'from 4']);
		expect(events.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
	});
});
