// Recorded games of every game against a virtual clock: what is asked comes after what led to it has been seen, and what the rules
// show to everybody is seen long enough, at every speed, with motion and without, whatever is tapped, on one device or a shared one.
// Whole matches as well: the end of a round is shown once, and never over a question.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readTexts } from '../../places';
import type { Beat, Game, GameEvent, RoundEnd } from '../contract';
import { loadGame } from '../games/index';
import { beatsOf, GAMES, recorded, type Told, wholeMatch } from '../games/test-told';
import { loadTexts } from '../i18n/texts.svelte';
import { api } from '../net/api';
import type { ChairFace, SeatUpdate } from '../net/protocol';
import { prefs, type Speed } from '../prefs.svelte';
import { TablePlay } from './play.svelte';

type Record_ = Told<object, GameEvent, object>;

const STEP = 20;
const MOST = 40;

const chairs = Array.from({ length: 8 }, (_, seat): ChairFace => {
	const name = `P${seat}`;
	return { seat, name, colour: '', sitter: 'person', level: '', stand_in: false, here: true, away_ms: null };
});

interface Shown {
	beat: Beat<unknown>;
	from: number;
	to: number;
}

/** The truth after every act: what its telling leads to, with what the recorder kept of the true view. */
function truths(game: Game, one: Record_): object[] {
	let view: unknown = one.first;
	return one.acts.map((act) => {
		for (const event of act.events) view = beatsOf(game.tell(view, event, 0)).at(-1)?.view ?? view;
		return view as object;
	});
}

function updates(one: Record_, views: object[], at: number, local: number[]): SeatUpdate[] {
	const { events, ask } = one.acts[at]!;
	return local.map((seat) => ({
		seat,
		v: at,
		n: at + 2,
		events,
		view: { ...views[at] },
		decision: ask && {
			kind: ask.kind,
			seats: ask.awaited,
			gate: 'all',
			hold: false,
			seconds: null,
			ms: null,
			opens_ms: 0,
		},
		legal: ask?.awaited.includes(seat) ? [0] : [],
		awaited: ask?.awaited ?? [],
	}));
}

/** Plays a recorded game to a device and looks at its screen all the time. */
class Watch {
	readonly shown: Shown[] = [];
	readonly wrong: string[] = [];
	/** The points of rounds, each time that their end appeared. */
	readonly ends: RoundEnd['points'][] = [];
	private end: RoundEnd | null = null;
	private talked = false;
	private readonly beats = new Map<unknown, Beat<unknown>>();
	private readonly play: TablePlay;
	private readonly views: object[];
	private newest = -1;

	constructor(
		game: Game,
		private readonly one: Record_,
		private readonly local: number[],
		private readonly taps: boolean,
	) {
		this.views = truths(game, one);
		const tell: Game['tell'] = (view, event, me) => {
			const found = beatsOf(game.tell(view, event, me));
			for (const beat of found) this.beats.set(beat.view, beat);
			return found;
		};
		const source = { answer: async () => ({ type: 'done' as const }), hints: async () => [] };
		const first = updates(one, this.views, 0, local).map((update) => ({
			...update,
			events: [],
			view: one.first as Record<string, unknown>,
			n: 1,
			decision: null,
			awaited: [],
			legal: [],
		}));
		const face = { notation: 'x', key: 'x', params: {} };
		this.play = new TablePlay({ ...game, tell }, [face], 'live', source, chairs, local, first);
	}

	/** Let the clock run until the table is at rest, and look at the screen every few milliseconds. */
	async rest(): Promise<void> {
		for (let ms = 0; ms < 120_000; ms += STEP) {
			this.look();
			if (this.play.cover !== null) this.play.look(this.play.cover);
			if (!this.play.stage.busy) return;
			if (this.taps) this.play.stage.finish();
			await vi.advanceTimersByTimeAsync(STEP);
		}
		throw new Error('it never comes to an end');
	}

	send(at: number): void {
		this.newest = at;
		this.play.receive(updates(this.one, this.views, at, this.local), false);
	}

	private look(): void {
		const { play, beats } = this;
		const now = performance.now();
		const last = this.shown.at(-1);
		const beat = beats.get(play.stage.shown);
		if (last && (!beat || last.beat === beat)) last.to = now;
		else if (beat) this.shown.push({ beat, from: now, to: now });
		if (last && beat && last.beat !== beat) last.to = now;
		const { round } = play.stage;
		if (round && round !== this.end) this.ends.push(round.points);
		this.end = round;
		if (round && (play.ask || play.choices.length || play.mine)) this.wrong.push('a round ends over a question');
		// As the own side of the table has it: what is told, or else what is asked, or what was asked of the others.
		this.talked ||= !!play.ask;
		if (this.talked && !this.over && !play.stage.caption && !play.prompt) this.wrong.push('an empty line');
		this.ahead();
	}

	/** Nothing is asked any more. */
	private get over(): boolean {
		return this.newest >= 0 && !this.one.acts[this.newest]!.ask;
	}

	/** The points of all rounds, as the view knows them in the end. */
	played(): RoundEnd['points'][] {
		return (this.views.at(-1) as { rounds?: RoundEnd['points'][] }).rounds ?? [];
	}

	/** Nothing may be asked whose cause is not yet on the screen. */
	private ahead(): void {
		const { play } = this;
		if (!play.ask) {
			if (play.choices.length || play.mine) this.wrong.push('choices without a question');
			return;
		}
		const at = play.ask.n - 2;
		if (at > this.newest) this.wrong.push(`asked ${play.ask.n} before it came`);
		const told = this.one.acts.slice(0, at + 1).reduce((sum, act) => sum + act.events.length, 0);
		if (play.log.length < Math.min(told, 400))
			this.wrong.push(`asked ${play.ask.n} after ${play.log.length} of ${told}`);
		const kind = this.one.acts[at]!.ask?.kind;
		if (kind !== play.ask.kind) this.wrong.push(`${play.ask.kind} instead of ${kind}`);
	}

	/** Beats that were gone too soon, and those that were never on the screen. */
	missing(): string[] {
		const seen = new Map(this.shown.map((one) => [one.beat, one]));
		return [...this.beats.values()].flatMap((beat) => {
			const one = seen.get(beat);
			const ms = one ? one.to - one.from : 0;
			// What is looked at every 20 ms is known to 20 ms at either end.
			return ms + 2 * STEP < (beat.least ?? 0) ? [`${ms} of ${beat.least} ms`] : [];
		});
	}
}

beforeAll(async () => {
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) => readTexts(language, name));
	await loadTexts('app', 'web', ...GAMES);
});
beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	prefs.speed = 'normal';
});

const PACES: Speed[] = ['slow', 'normal', 'fast', 'off'];
const WAYS = PACES.flatMap((speed) =>
	[false, true].flatMap((taps) => [[0], [0, 1]].map((local) => ({ speed, taps, local }))),
);

test.each(GAMES)('%s: everything in its order, and long enough', { timeout: 60_000 }, async (id) => {
	const game = await loadGame(id);
	const all = recorded<object, GameEvent, object>(id);
	for (const { speed, taps, local } of WAYS) {
		prefs.speed = speed;
		const one = all[PACES.indexOf(speed) % all.length]!;
		const watch = new Watch(game, one, local, taps);
		await watch.rest();
		for (let at = 0; at < Math.min(one.acts.length, MOST); at++) {
			watch.send(at);
			// Now and then the others are quicker than the telling.
			if (at % 5 < 3) await watch.rest();
		}
		await watch.rest();
		const way = `${speed}, ${local.length} here, ${taps ? 'tapped' : 'watched'}`;
		expect([...new Set(watch.wrong)], way).toEqual([]);
		expect(watch.missing(), way).toEqual([]);
		expect(
			watch.shown.some(({ beat }) => beat.least),
			way,
		).toBe(true);
	}
});

/** Each speed once, with and without a tap, on one device and on a shared one. */
const MATCHES = PACES.slice(1).map((speed, i) => ({ speed, taps: i > 0, local: i === 1 ? [0, 1] : [0] }));

test.each(GAMES)('%s: a whole match, and the end of each round once', { timeout: 60_000 }, async (id) => {
	const game = await loadGame(id);
	const one = wholeMatch<object, GameEvent>(id);
	for (const { speed, taps, local } of MATCHES) {
		prefs.speed = speed;
		const watch = new Watch(game, one, local, taps);
		await watch.rest();
		for (let at = 0; at < one.acts.length; at++) {
			watch.send(at);
			if (at % 5 < 3) await watch.rest();
		}
		await watch.rest();
		const way = `${speed}, ${local.length} here, ${taps ? 'tapped' : 'watched'}`;
		expect([...new Set(watch.wrong)], way).toEqual([]);
		expect(watch.missing(), way).toEqual([]);
		expect(watch.ends, way).toEqual(watch.played());
	}
});

test('some game has rounds', async () => {
	const told = await Promise.all(
		GAMES.map(async (id) => {
			const game = await loadGame(id);
			const one = wholeMatch<object, GameEvent>(id);
			const events = one.acts.flatMap((act) => act.events);
			return events.filter((event) => beatsOf(game.tell(one.first, event, 0)).some((beat) => beat.round)).length;
		}),
	);
	expect(Math.max(...told)).toBe(3);
});
