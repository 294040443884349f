import { describe, expect, it } from 'vitest';
import { fromGuest } from './words';

describe('what a guest says', () => {
	it('is taken as it is meant', () => {
		const ask = { kind: 'ask', id: 1, method: 'GET', path: '/', authorization: '', body: '' };
		for (const said of [
			ask,
			{ kind: 'dial', line: 2 },
			{ kind: 'say', line: 2, text: '{}' },
			{ kind: 'leave', line: 2 },
		])
			expect(fromGuest(JSON.stringify(said))).toEqual(said);
	});

	it.each(['', 'x', 'null', '7', '[]', '{}', '{"kind":"toString"}', '{"kind":"dial"}', '{"kind":"dial","line":"2"}'])(
		'is nothing when it is none of that: %s',
		(text) => {
			expect(fromGuest(text)).toBeNull();
		},
	);
});
