import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../net/api';
import { device, own } from '../net/device/page.svelte';
import { keep, keptTable } from '../net/keys';
import { server } from '../net/server';
import { move, NotKept } from './move';

const SEATS = [
	{ seat: null, token: 'host' },
	{ seat: 0, token: 'mine' },
];
/** What was asked, where, in its order; and what is refused. */
let asked: string[] = [];
/** How many there are, from one look to the next. */
let rows: number[] = [];
let refused: Record<string, [status: number, key: string]> = {};

const ask = (place: string) => async (method: string, path: string, authorization: string) => {
	const question = `${place} ${method} ${path}${authorization && ` as ${authorization.replace('Bearer ', '')}`}`;
	asked.push(question);
	const no = Object.entries(refused).find(([start]) => question.startsWith(start))?.[1];
	if (no?.[0] === 0) throw new TypeError('no line');
	return no
		? Response.json({ key: no[1] }, { status: no[0] })
		: Response.json({ table: 'abc', rows: Array(method === 'GET' ? (rows.shift() ?? 1) : 0).fill('row') });
};

beforeEach(() => {
	localStorage.clear();
	asked = [];
	rows = [];
	refused = {};
	own.fleeting = false;
	vi.spyOn(server, 'ask').mockImplementation(ask('server'));
	vi.spyOn(device, 'ask').mockImplementation(ask('device'));
	keep('abc', { game: 'hopscotch', names: ['Mia'], tokens: SEATS }, 'device');
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	localStorage.clear();
	own.fleeting = false;
});

it('brings a table with all its seats, and only then takes it away', async () => {
	rows = [1, 2, 2];
	await move('abc', 'device', 'server', () => asked.push('arrived'));
	expect(asked).toEqual([
		'device GET /api/tables/abc/along as host,mine',
		'server POST /api/along',
		// A robot has moved meanwhile.
		'device GET /api/tables/abc/along as host,mine',
		'server POST /api/along',
		'device GET /api/tables/abc/along as host,mine',
		'arrived',
		'device DELETE /api/tables/abc as host',
	]);
	expect(keptTable('abc', 'server')).toMatchObject({ game: 'hopscotch', names: ['Mia'], tokens: SEATS });
	expect(keptTable('abc', 'device')).toBeUndefined();
	await move('abc', 'server', 'device');
	expect(keptTable('abc', 'device')).toMatchObject({ game: 'hopscotch', tokens: SEATS });
	expect(keptTable('abc', 'server')).toBeUndefined();
});

it.each([
	['device GET', 403, 'others_sit'],
	['server POST', 507, 'store_full'],
	['server POST', 0, 'no_line'],
] as const)('leaves it where it was when %s is refused with %i', async (question, status, key) => {
	refused = { [question]: [status, key] };
	const arrived = vi.fn();
	const why = await move('abc', 'device', 'server', arrived).catch((error: unknown) => error);
	expect((why as Refusal).problem.key).toBe(key);
	expect(why).toBeInstanceOf(Refusal);
	expect(asked.some((one) => one.includes('DELETE'))).toBe(false);
	expect(arrived).not.toHaveBeenCalled();
	expect(keptTable('abc', 'device')?.tokens).toEqual(SEATS);
	expect(keptTable('abc', 'server')).toBeUndefined();
});

it('leaves alone what is held at the other place when the two have gone different ways', async () => {
	const there = [{ seat: 1, token: 'theirs' }];
	keep('abc', { game: 'hopscotch', tokens: there }, 'server');
	refused = { 'server POST': [409, 'table_differs'] };
	await expect(move('abc', 'device', 'server')).rejects.toBeInstanceOf(Refusal);
	expect(keptTable('abc', 'server')?.tokens).toEqual(there);
	expect(keptTable('abc', 'device')?.tokens).toEqual(SEATS);
});

it('moves all the same when the old place falls silent after the last word', async () => {
	refused = { 'device DELETE': [0, 'no_line'] };
	await move('abc', 'device', 'server');
	expect(keptTable('abc', 'device')).toBeUndefined();
	expect(keptTable('abc', 'server')?.tokens).toEqual(SEATS);
});

it('takes nothing to a browser that keeps nothing, though somebody has read so and closed the note', async () => {
	keep('abc', { game: 'hopscotch', tokens: SEATS }, 'server');
	own.fleeting = true;
	await expect(move('abc', 'server', 'device')).rejects.toBeInstanceOf(NotKept);
	expect(asked.some((one) => one.includes('DELETE'))).toBe(false);
	expect(keptTable('abc', 'server')?.tokens).toEqual(SEATS);
});

it('moves nothing when the other place could not know its seats', async () => {
	keep('abc', { tokens: [{ seat: 1, token: 'of long ago' }] }, 'server');
	const full = localStorage;
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => full.getItem(key),
		setItem: () => {
			throw new DOMException('full', 'QuotaExceededError');
		},
	});
	await expect(move('abc', 'device', 'server')).rejects.toBeInstanceOf(NotKept);
	expect(asked).toEqual(['device GET /api/tables/abc/along as host,mine']);
});
