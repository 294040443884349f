import { describe, expect, it } from 'vitest';
import { fromGuest, fromHost } from './words';

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

	it.each([
		...['', 'x', 'null', '7', '[]', '{}', '{"kind":"toString"}', '{"kind":"dial"}', '{"kind":"dial","line":"2"}'],
		...['1e400', '-1', '1.5', '9007199254740993', 'null'].map((line) => `{"kind":"dial","line":${line}}`),
	])('is nothing when it is none of that: %s', (text) => {
		expect(fromGuest(text)).toBeNull();
	});
});

describe('what the other device says', () => {
	it('is taken as it is meant', () => {
		for (const said of [
			{ kind: 'answer', id: 1, status: 200, media: 'application/json', body: '{}' },
			{ kind: 'message', line: 2, text: '{}' },
			{ kind: 'closed', line: 2 },
		])
			expect(fromHost(JSON.stringify(said))).toEqual(said);
	});

	it.each([
		'',
		'x',
		'null',
		'{}',
		'{"kind":"dial","line":2}',
		'{"kind":"message","line":2,"text":{}}',
		'{"kind":"closed"}',
	])('is nothing when it is none of that: %s', (text) => {
		expect(fromHost(text)).toBeNull();
	});
});
