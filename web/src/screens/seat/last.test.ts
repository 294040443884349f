import { describe, expect, it } from 'vitest';
import { lastMove } from './last';

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
