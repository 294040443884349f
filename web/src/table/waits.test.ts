// Nobody who plays for the first time waits long: recorded first games of every game against three robots, told against a virtual clock.
// What the robots think about is not in it: hurried, they answer at once.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameEvent } from '../contract';
import { loadGame } from '../games/index';
import { beatsOf, GAMES, type Told } from '../games/test-told';
import type { ChairFace, SeatUpdate } from '../net/protocol';
import { prefs } from '../prefs.svelte';
import { settingsFor } from '../screens/new/settings';
import { TablePlay } from './play.svelte';

const MOST = 8000;
const STEP = 50;
/** How briskly it is told to one person, and how long a robot seems to think then. */
const PACE = settingsFor(1, {}, true).pace_ms;
const TEMPO = PACE / settingsFor(1, {}).pace_ms;

type First = Told<object, GameEvent, object> & { began: { kind: string; awaited: number[] } };

const chairs = Array.from({ length: 4 }, (_, seat): ChairFace => {
	const sitter = seat ? 'bot' : 'person';
	return { seat, name: `P${seat}`, colour: '', sitter, level: '', stand_in: false, here: true, away_ms: null };
});
const face = { notation: 'x', key: 'x', params: {} };
const at = (n: number, view: object, ask: First['acts'][number]['ask'], events: GameEvent[]): SeatUpdate => ({
	seat: 0,
	v: n,
	n,
	events,
	view: { ...view },
	decision: ask && {
		kind: ask.kind,
		seats: ask.awaited,
		gate: 'all',
		hold: false,
		seconds: null,
		ms: null,
		opens_ms: 0,
	},
	legal: ask?.awaited.includes(0) ? [0] : [],
	awaited: ask?.awaited ?? [],
});

beforeEach(() => {
	prefs.speed = 'normal';
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test.each(GAMES)(
	'%s: with the button nobody waits for longer than eight seconds',
	async (id) => {
		const one = JSON.parse(readFileSync(`src/games/${id}/fixtures/first.json`, 'utf8')) as First;
		const game = await loadGame(id);
		const source = { answer: async () => ({ type: 'done' as const }), hints: async () => [], hurry: () => {} };
		const play = new TablePlay(game, [face], 'live', source, chairs, [0], [at(1, one.first, one.began, [])]);
		play.stage.tempo = TEMPO;
		let view: object = one.first;
		let waited = 0;
		let first = !one.began.awaited.includes(0);
		let longest = 0;
		const until = async (done: () => boolean) => {
			for (; !done(); waited += STEP) {
				if (waited > 10 * MOST) throw new Error('it never comes to an end');
				// What is left to the own hand is no wait.
				play.stage.release();
				await vi.advanceTimersByTimeAsync(STEP);
			}
		};
		for (const [i, act] of one.acts.entries()) {
			for (const event of act.events) view = (beatsOf(game.tell(view, event, 0)).at(-1)?.view as object) ?? view;
			play.receive([at(i + 2, view, act.ask, act.events)], false);
			const mine = !act.ask || act.ask.awaited.includes(0);
			// The first question comes by itself: nobody has to know the button for that. A robot takes its time, too.
			if (first) waited += PACE;
			else if (!mine && play.ahead.offered) play.ahead.go();
			if (!mine) continue;
			await until(() => (act.ask ? play.awaited : !play.stage.busy));
			longest = Math.max(longest, waited);
			waited = 0;
			first = false;
		}
		expect(longest).toBeLessThanOrEqual(MOST);
		expect(longest).toBeGreaterThan(0);
	},
	30_000,
);
