import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Game } from '../../contract';
import { api } from '../../net/api';
import type { Replay } from '../../net/protocol';
import { ReplayDriver } from './driver.svelte';

const game: Game = {
	id: 'hopscotch',
	Table: () => ({}),
	back: '',
	hands: false,
	tell: () => null,
	pill: () => ({ text: '' }),
	turn: () => -1,
	result: '',
	moments: [],
};
vi.mock('../../games/index', () => ({ loadTable: async () => game }));

const step = (n: number) => ({ step: n, events: [], view: { n } });
const TOTAL = 9;

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(api, 'texts').mockResolvedValue({});
	vi.spyOn(api, 'actions').mockResolvedValue([]);
	const whole = {
		game: 'hopscotch',
		names: ['Mia'],
		total: TOTAL,
		steps: Array.from({ length: TOTAL }, (_, n) => step(n)),
	};
	vi.spyOn(api, 'replay').mockResolvedValue(whole as unknown as Replay);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

it('runs by itself to the end, a step after each rest', async () => {
	const driver = await ReplayDriver.open('t', 0, null, []);
	driver.toggle();
	await vi.advanceTimersByTimeAsync(10);
	expect(driver.at).toBe(1);
	await vi.advanceTimersByTimeAsync(driver.rest);
	expect(driver.at).toBe(2);
	await vi.advanceTimersByTimeAsync(driver.rest * TOTAL);
	expect([driver.at, driver.running]).toEqual([TOTAL - 1, false]);
});

it('stopped and started again in the middle of a rest it does not run twice as fast', async () => {
	const driver = await ReplayDriver.open('t', 0, null, []);
	driver.toggle();
	await vi.advanceTimersByTimeAsync(10);
	driver.toggle();
	driver.toggle();
	await vi.advanceTimersByTimeAsync(10);
	expect(driver.at).toBe(2);
	await vi.advanceTimersByTimeAsync(2 * driver.rest);
	expect(driver.at).toBe(4);
});
