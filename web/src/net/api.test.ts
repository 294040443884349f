import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, Refusal } from './api';

let answers: number[] = [];
let asked: string[] = [];

beforeEach(() => {
	vi.useFakeTimers();
	asked = [];
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		const status = answers.shift() ?? 200;
		return new Response(JSON.stringify(status === 200 ? { code: 'ok' } : { key: 'store_away' }), { status });
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

test.each([429, 503])('a page that the server cannot give just now (%i) is asked for again', async (status) => {
	answers = [status, status, 200];
	const found = api.table(`t${status}`);
	await vi.runAllTimersAsync();
	expect(await found).toEqual({ code: 'ok' });
	expect(asked).toHaveLength(3);
});

test('after a few tries the reason is told, and what is wrong for good is told at once', async () => {
	answers = [503, 503, 503, 503, 503, 503];
	const late = api.table('late').catch((error: unknown) => error);
	await vi.runAllTimersAsync();
	expect(await late).toMatchObject({ status: 503 });
	expect(asked).toHaveLength(5);
	answers = [404];
	await expect(api.table('none')).rejects.toBeInstanceOf(Refusal);
	expect(asked).toHaveLength(6);
});

test('what changes something is never repeated by itself, nor is a guess at a code', async () => {
	answers = [503, 429];
	await expect(api.deal('t', [])).rejects.toBeInstanceOf(Refusal);
	await expect(api.find('ABCD')).rejects.toBeInstanceOf(Refusal);
	expect(asked).toHaveLength(2);
});
