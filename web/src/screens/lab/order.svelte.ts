// A study that is being thought up: what is played, by whom, how often. The server checks it after every change.
import type { Texts } from '../../i18n/format';
import { loadTexts, textsOf } from '../../i18n/texts.svelte';
import { api, Refusal } from '../../net/api';
import type { Order } from '../../net/lab';
import type { GameFace, Problem } from '../../net/protocol';
import { prefs } from '../../prefs.svelte';
import { usualLevel } from '../new/levels';
import { baseValues, nearestWay, presetsOf, type Values, type Way, withOption } from '../new/options';

const PAUSE = 250;
export const MOST_SEED = 2 ** 31 - 1;

export class OrderDraft {
	game: GameFace = $state.raw() as GameFace;
	/** A level for each seat. */
	robots: string[] = $state.raw([]);
	preset = $state('');
	/** House rules that differ from the preset. */
	changed: Values = $state.raw({});
	matches = $state(10_000);
	watch = $state(2000);
	seed = $state(1);
	/** Why there is no such game. */
	problem: Problem | null = $state.raw(null);
	private complete: Values = $state.raw({});
	private timer: ReturnType<typeof setTimeout> | undefined;
	private tries = 0;

	constructor(readonly games: readonly GameFace[]) {
		this.setGame(games[0]!.id);
	}

	get players(): number {
		return this.robots.length;
	}

	/** The level that all have, or nothing. */
	get level(): string {
		return new Set(this.robots).size === 1 ? this.robots[0]! : '';
	}

	get texts(): Texts {
		return textsOf(this.game.id);
	}

	get base(): Values {
		return baseValues(this.game, this.preset);
	}

	get values(): Values {
		return { ...this.base, ...this.complete, ...this.changed };
	}

	get way(): Way | null {
		return this.problem ? nearestWay(this.texts, this.problem) : null;
	}

	get order(): Order {
		return {
			game: this.game.id,
			robots: this.robots,
			preset: this.preset,
			options: this.changed,
			matches: this.matches,
			watch: Math.min(this.watch, this.matches),
			seed: this.seed,
			lang: prefs.language,
		};
	}

	setGame(id: string): void {
		const game = this.games.find((one) => one.id === id)!;
		const level = this.level || usualLevel(game.levels);
		this.game = game;
		this.robots = Array.from({ length: game.usual }, () => level);
		// All the rules: whoever measures a game wants to know the whole of it.
		this.setPreset(presetsOf(game).at(-1) ?? '');
	}

	setPlayers(players: number): void {
		const last = this.robots.at(-1)!;
		this.robots = Array.from({ length: players }, (_, seat) => this.robots[seat] ?? last);
		// A rule that names a seat may name one that has gone.
		const named = this.game.options.filter((option) => option.kind === 'seat').map((option) => option.name);
		const gone = ([name, seat]: [string, unknown]) => named.includes(name) && Number(seat) > players;
		this.changed = Object.fromEntries(Object.entries(this.changed).filter((one) => !gone(one)));
		this.check();
	}

	setLevel(level: string): void {
		this.robots = this.robots.map(() => level);
	}

	setSeat(seat: number, level: string): void {
		this.robots = this.robots.map((old, at) => (at === seat ? level : old));
	}

	setPreset(preset: string): void {
		this.preset = preset;
		this.reset();
	}

	setOption(name: string, value: unknown): void {
		this.changed = withOption(this.changed, this.base, name, value);
		this.complete = { ...this.complete, [name]: value };
		this.check();
	}

	reset(): void {
		this.changed = {};
		this.complete = {};
		this.problem = null;
		this.check();
	}

	setSeed(seed: number): void {
		if (Number.isInteger(seed) && seed >= 0 && seed <= MOST_SEED) this.seed = seed;
	}

	/** The same once more, to change something about it. */
	take(order: Order): void {
		this.setGame(order.game);
		this.robots = order.robots;
		this.preset = order.preset;
		this.changed = order.options;
		this.complete = {};
		this.matches = order.matches;
		this.watch = order.watch;
		this.seed = order.seed;
		this.check();
	}

	takeNearest(): void {
		const way = this.way;
		if (!way) return;
		for (const [name, value] of Object.entries(way.options)) this.setOption(name, value);
		if (way.players !== null) this.setPlayers(way.players);
		this.problem = null;
	}

	private check(): void {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => void this.ask(), PAUSE);
	}

	private async ask(): Promise<void> {
		const mine = ++this.tries;
		const set = { game: this.game.id, players: this.players, preset: this.preset, options: this.changed };
		try {
			const { options } = await api.check(set);
			if (mine !== this.tries) return;
			this.complete = options;
			this.problem = null;
		} catch (error) {
			// Without a line nothing can be said; it is checked once more when it is started.
			if (mine !== this.tries || !(error instanceof Refusal) || error.status !== 422) return;
			await loadTexts('app').catch(() => {});
			this.problem = error.problem;
		}
	}
}
