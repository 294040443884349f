import { describe, expect, it } from 'vitest';
import { lastMove, reasonKey } from './reason';

const told = (kind: string, seat?: number) => ({ kind, ...(seat === undefined ? {} : { seat }) });

describe('what somebody did last', () => {
	it('is the newest run of events of that seat', () => {
		const log = [
			told('laid', 1),
			told('drew', 0),
			told('laid', 1),
			told('colour', 1),
			told('pending'),
			told('drew', 2),
		];
		expect(lastMove(log, 1).map((event) => event.kind)).toEqual(['laid', 'colour']);
	});

	it('is nothing before the first move, and no talk of the table', () => {
		expect(lastMove([told('laid', 1)], 0)).toEqual([]);
		expect(lastMove([told('table_said', 0)], 0)).toEqual([]);
	});

	it('is never a long story', () => {
		expect(
			lastMove(
				Array.from({ length: 9 }, () => told('stepped', 3)),
				3,
			),
		).toHaveLength(3);
	});
});

describe('why a robot did it', () => {
	const keys = ['why.random', 'why.simple.turn', 'web.why.simple.turn.drew'];
	const did = (kind: string, ...events: string[]) => ({ kind, events: events.map((event) => told(event, 1)) });
	const has = (key: string) => keys.includes(key);
	it('goes by level and question', () => {
		expect(reasonKey(has, 'simple', did('turn', 'laid'))).toBe('why.simple.turn');
		expect(reasonKey(has, 'random', did('turn', 'drew'))).toBe('why.random');
		expect(reasonKey(has, 'simple', did('other', 'laid'))).toBe('');
	});

	it('fits what was done', () => {
		expect(reasonKey(has, 'simple', did('turn', 'drew'))).toBe('web.why.simple.turn.drew');
	});
});
