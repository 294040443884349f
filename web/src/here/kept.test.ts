import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isKept, keepHere } from './kept';

const register = vi.fn(async () => undefined);
let registration: unknown;
let offered: unknown = { here: true };

function browserWith(connection: unknown = undefined): void {
	vi.stubGlobal('navigator', { serviceWorker: { register, getRegistration: async () => registration }, connection });
}

beforeEach(() => {
	vi.useFakeTimers();
	register.mockClear();
	registration = undefined;
	offered = { here: true };
	vi.stubGlobal('fetch', async () => Response.json(offered));
	vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
	vi.stubGlobal('caches', { match: async (url: URL) => (url.pathname === '/here/' ? new Response() : undefined) });
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it('fetches the table that needs no server, after a while', async () => {
	browserWith({ type: 'wifi' });
	keepHere(true);
	expect(register).not.toHaveBeenCalled();
	await vi.runAllTimersAsync();
	expect(register).toHaveBeenCalledExactlyOnceWith('/here/sw.js', { scope: '/here/', updateViaCache: 'none' });
});

it.each([{ saveData: true }, { type: 'cellular' }])('fetches nothing where bytes are dear: %o', async (connection) => {
	browserWith(connection);
	keepHere(true);
	await vi.runAllTimersAsync();
	expect(register).not.toHaveBeenCalled();
});

it('fetches nothing that the server does not have, and nothing while developing', async () => {
	browserWith();
	keepHere(false);
	offered = { server: '1.0', alive: true };
	keepHere(true);
	await vi.runAllTimersAsync();
	expect(register).not.toHaveBeenCalled();
});

it('is kept only when all of it is there', async () => {
	vi.stubGlobal('navigator', {});
	expect(await isKept()).toBe(false);
	browserWith();
	expect(await isKept()).toBe(false);
	registration = { installing: {}, active: null };
	expect(await isKept()).toBe(false);
	registration = { active: {} };
	expect(await isKept()).toBe(true);
	vi.stubGlobal('caches', { match: async () => undefined });
	expect(await isKept()).toBe(false);
});
