import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Game } from '../contract';
import type { SeatUpdate } from '../net/protocol';
import { prefs } from '../prefs.svelte';
import { live } from './live.svelte';
import { TablePlay } from './play.svelte';
import { invitationOf } from './prompts';
import { actions, chairs, openGame, Recorder, update } from './test-play';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('what is left to a hand', () => {
	/** Seat 0 rolls. */
	const dice: Game = {
		...openGame,
		tell: (view) => [
			{ view, gesture: { seat: 0, prompt: 'name' } },
			{ view, rest: 400 },
		],
	};
	const at = (seat: number, mode: 'live' | 'replay' = 'live') =>
		new TablePlay(dice, actions, mode, new Recorder(), chairs, [seat], [update(seat, 4, [1])]);
	const rolled = (n: number): SeatUpdate => ({ ...update(0, n, [0], [0]), events: [{ kind: 'rolled', seat: 0 }] });

	test('is asked of the person here, unless they want it to happen by itself', async () => {
		const play = at(0);
		play.receive([rolled(5)], false);
		await vi.advanceTimersByTimeAsync(50);
		expect(play.stage.gesture?.seat).toBe(0);
		expect(invitationOf(play)).not.toBe('');
		expect(live.urgent).toBe(invitationOf(play));
		expect(play.ask).toBeNull();
		play.stage.release();
		await vi.advanceTimersByTimeAsync(1000);
		expect(invitationOf(play)).toBe('');
		expect(play.awaited).toBe(true);

		prefs.itself = true;
		play.receive([rolled(6)], false);
		await vi.advanceTimersByTimeAsync(50);
		expect(play.stage.gesture).toBeNull();
		prefs.itself = false;
	});

	test('is no longer waited for when the game has gone on, nor asked far away, in a replay or of whoever was away', async () => {
		const play = at(0);
		play.receive([rolled(5)], false);
		await vi.advanceTimersByTimeAsync(50);
		// Words of somebody change nothing.
		play.receive([{ ...rolled(5), events: [] }], false);
		await vi.advanceTimersByTimeAsync(50);
		expect(play.stage.gesture).not.toBeNull();
		play.receive([{ ...update(0, 6, [1]), events: [] }], false);
		await vi.advanceTimersByTimeAsync(50);
		expect(play.stage.gesture).toBeNull();

		const far = at(1);
		far.receive([{ ...rolled(5), seat: 1 }], false);
		const back = at(0);
		back.receive([rolled(5)], true);
		const replay = at(0, 'replay');
		replay.receive([rolled(5)], false);
		await vi.advanceTimersByTimeAsync(50);
		expect([far, back, replay].map((one) => one.stage.gesture)).toEqual([null, null, null]);
	});
});
