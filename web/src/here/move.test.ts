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
const NEW = [
	{ seat: null, token: 'new host' },
	{ seat: 0, token: 'new seat' },
];
/** What was asked, where, in its order; and what is refused. */
let asked: string[] = [];
/** How far the game is at the place where it arrives. */
let phase = 'playing';
let refused: Record<string, [status: number, key: string]> = {};

const ask = (place: string) => async (method: string, path: string, authorization: string) => {
	const question = `${place} ${method} ${path}${authorization && ` as ${authorization.replace('Bearer ', '')}`}`;
	asked.push(question);
	const no = Object.entries(refused).find(([start]) => question.startsWith(start))?.[1];
	if (no?.[0] === 0) throw new TypeError('no line');
	if (no) return Response.json({ key: no[1] }, { status: no[0] });
	if (path !== '/api/along') return Response.json({ table: 'abc', rows: ['row'] });
	return Response.json({ table: { table: `new at the ${place}`, number: 1, phase }, tokens: NEW }, { status: 201 });
};

beforeEach(() => {
	localStorage.clear();
	asked = [];
	phase = 'playing';
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
	const seals = { 0: 'of the first', 1: 'of this one' };
	keep('abc', { seals }, 'device');
	expect(await move('abc', 'device', 'server', () => asked.push('arrived'))).toBe('new at the server');
	expect(asked).toEqual([
		'device POST /api/tables/abc/along as host,mine',
		'server POST /api/along',
		'arrived',
		'device DELETE /api/tables/abc as host',
	]);
	expect(keptTable('new at the server', 'server')).toMatchObject({
		game: 'hopscotch',
		names: ['Mia'],
		tokens: NEW,
		seals,
	});
	expect(keptTable('abc', 'device')).toBeUndefined();
	expect(await move('new at the server', 'server', 'device')).toBe('new at the device');
	expect(keptTable('new at the device', 'device')).toMatchObject({ game: 'hopscotch', tokens: NEW });
	expect(keptTable('new at the server', 'server')).toBeUndefined();
});

it('forgets the fingerprint of a deal that gets another secret', async () => {
	keep('abc', { seals: { 0: 'of the first', 1: 'of the next' } }, 'device');
	phase = 'lobby';
	await move('abc', 'device', 'server');
	expect(keptTable('new at the server', 'server')?.seals).toEqual({ 0: 'of the first' });
});

it.each([
	['device POST', 403, 'others_sit'],
	['device POST', 409, 'others_played'],
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

it('moves all the same when the old place falls silent after the last word', async () => {
	refused = { 'device DELETE': [0, 'no_line'] };
	await move('abc', 'device', 'server');
	expect(keptTable('abc', 'device')).toBeUndefined();
	expect(keptTable('new at the server', 'server')?.tokens).toEqual(NEW);
});

it('takes nothing to a browser that keeps nothing, though somebody has read so and closed the note', async () => {
	keep('abc', { game: 'hopscotch', tokens: SEATS }, 'server');
	own.fleeting = true;
	await expect(move('abc', 'server', 'device')).rejects.toBeInstanceOf(NotKept);
	expect(asked).toEqual([]);
	expect(keptTable('abc', 'server')?.tokens).toEqual(SEATS);
});

it('moves nothing when the other place could not know its seats', async () => {
	const full = localStorage;
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => full.getItem(key),
		setItem: () => {
			throw new DOMException('full', 'QuotaExceededError');
		},
	});
	await expect(move('abc', 'device', 'server')).rejects.toBeInstanceOf(NotKept);
	expect(asked.at(-1)).toBe('server DELETE /api/tables/new%20at%20the%20server as new host');
	expect(asked.some((one) => one.startsWith('device DELETE'))).toBe(false);
});
