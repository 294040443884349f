// A study that is being thought up: what is played, by whom, how often, and what is compared or wished for. The server
// checks it after every change.
import type { Texts } from '../../i18n/format';
import { loadTexts, textsOf } from '../../i18n/texts.svelte';
import { Refusal } from '../../net/api';
import type { Kind, Order, Plan } from '../../net/lab';
import type { GameFace, Problem } from '../../net/protocol';
import { prefs } from '../../prefs.svelte';
import { usualLevel } from '../new/levels';
import { baseValues, nearestWay, presetsOf, type Values, type Way, withOption } from '../new/options';
import { firstOf, has, inOrder, PLAYERS, type Thing, thingsOf } from './things';
import { readWish, toggled, type Wish, wish, withEnd, written } from './wishes';

const PAUSE = 250;
export const MOST_SEED = 2 ** 31 - 1;

/** Why it cannot be asked for yet; the words are in the form. */
export type Lacking = '' | 'nothing_chosen' | 'two_values' | 'no_wish';

export class OrderDraft {
	kind: Kind = $state('run');
	game: GameFace = $state.raw() as GameFace;
	/** A level for each seat. */
	robots: string[] = $state.raw([]);
	preset = $state('');
	/** House rules that differ from the preset. */
	changed: Values = $state.raw({});
	/** What is compared, by the name of the thing. */
	vary: Record<string, unknown[]> = $state.raw({});
	/** House rules that a search may change. */
	open: string[] = $state.raw([]);
	wishes: Wish[] = $state.raw([wish('fair'), wish('minutes')]);
	matches = $state(10_000);
	/** A search plays fewer of each. */
	tries = $state(500);
	trials = $state(60);
	precision = $state(0);
	watch = $state(2000);
	seed = $state(1);
	/** Why there is no such study. */
	problem: Problem | null = $state.raw(null);
	plan: Plan | null = $state.raw(null);
	private complete: Values = $state.raw({});
	private timer: ReturnType<typeof setTimeout> | undefined;
	private asked = 0;
	private live = false;

	constructor(
		readonly games: readonly GameFace[],
		private readonly askServer: (order: Order) => Promise<Plan>,
	) {
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

	/** All that could be compared. */
	get things(): Thing[] {
		const level = this.level || usualLevel(this.game.levels);
		return thingsOf(this.game, this.texts, { players: this.players, level, preset: this.preset, values: this.values });
	}

	/** What is compared, or may change, is not set elsewhere. */
	isOpen(name: string): boolean {
		if (this.kind === 'sweep') return name in this.vary;
		return this.kind === 'find' && this.open.includes(name);
	}

	get lacking(): Lacking {
		if (this.kind === 'find') return this.wishes.length ? '' : 'no_wish';
		if (this.kind === 'run') return '';
		const chosen = Object.values(this.vary);
		if (!chosen.length) return 'nothing_chosen';
		return chosen.some((values) => values.length < 2) ? 'two_values' : '';
	}

	get order(): Order {
		const asked = {
			game: this.game.id,
			robots: this.isOpen(PLAYERS) && !this.level ? this.robots.map(() => this.robots[0]!) : this.robots,
			preset: this.preset,
			options: Object.fromEntries(Object.entries(this.changed).filter(([name]) => !this.isOpen(name))),
			matches: this.kind === 'find' ? this.tries : this.matches,
			seed: this.seed,
			lang: prefs.language,
		};
		if (this.kind === 'find')
			return { kind: 'find', ...asked, wishes: this.wishes.map(written), vary: this.open, trials: this.trials };
		const watch = Math.min(this.watch, this.matches);
		if (this.kind === 'run') return { kind: 'run', ...asked, watch };
		return { kind: 'sweep', ...asked, watch, vary: this.vary, precision: this.precision || null };
	}

	// What is asked for

	setKind(kind: Kind): void {
		this.kind = kind;
		this.check();
	}

	/** Another house rule may change, or no longer. */
	toggleOpen(name: string): void {
		this.open = this.open.includes(name) ? this.open.filter((one) => one !== name) : [...this.open, name];
		this.check();
	}

	toggleWish(name: string): void {
		this.wishes = toggled(this.wishes, name);
		this.check();
	}

	setEnd(name: string, end: 'low' | 'high', value: number): void {
		this.wishes = this.wishes.map((one) =>
			one.name === name && one.range ? { name, range: withEnd(one.range, end, value) } : one,
		);
		this.check();
	}

	/** Something is compared, or no longer. */
	toggleThing(name: string): void {
		const { [name]: known, ...others } = this.vary;
		const thing = this.things.find((one) => one.name === name);
		this.vary = known || !thing ? others : { ...others, [name]: firstOf(thing) };
		this.check();
	}

	toggleValue(name: string, value: unknown): void {
		const thing = this.things.find((one) => one.name === name);
		const now = this.vary[name];
		if (!thing || !now) return;
		const chosen = has(now, value) ? now.filter((one) => !has([one], value)) : [...now, value];
		this.vary = { ...this.vary, [name]: inOrder(thing, chosen) };
		this.check();
	}

	// What is played

	setGame(id: string): void {
		const game = this.games.find((one) => one.id === id)!;
		const level = this.level || usualLevel(game.levels);
		this.game = game;
		this.robots = Array.from({ length: game.usual }, () => level);
		// Every game has its own house rules.
		this.vary = {};
		this.open = [];
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
		for (const name of named) this.limit(name, (value) => Number(value) <= players);
		this.check();
	}

	setLevel(level: string): void {
		this.robots = this.robots.map(() => level);
		this.check();
	}

	setSeat(seat: number, level: string): void {
		this.robots = this.robots.map((old, at) => (at === seat ? level : old));
		this.check();
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

	setMatches(matches: number): void {
		if (this.kind === 'find') this.tries = matches;
		else this.matches = matches;
		this.check();
	}

	setTrials(trials: number): void {
		this.trials = trials;
		this.check();
	}

	setSeed(seed: number): void {
		if (Number.isInteger(seed) && seed >= 0 && seed <= MOST_SEED) this.seed = seed;
	}

	/** The same once more, to change something about it. */
	take(order: Order): void {
		this.setGame(order.game);
		this.kind = order.kind;
		this.robots = order.robots;
		this.preset = order.preset;
		this.changed = order.options;
		this.complete = {};
		this.seed = order.seed;
		if (order.kind === 'find') {
			this.tries = order.matches;
			this.trials = order.trials;
			this.wishes = order.wishes.map(readWish);
			this.open = order.vary;
		} else {
			this.matches = order.matches;
			this.watch = order.watch;
			this.vary = order.kind === 'sweep' ? order.vary : {};
			this.precision = order.kind === 'sweep' ? (order.precision ?? 0) : 0;
		}
		this.check();
	}

	takeNearest(): void {
		const way = this.way;
		if (!way) return;
		for (const [name, value] of Object.entries(way.options)) this.setOption(name, value);
		if (way.players !== null) this.setPlayers(way.players);
		this.problem = null;
	}

	private limit(name: string, fits: (value: unknown) => boolean): void {
		const values = this.vary[name];
		if (values) this.vary = { ...this.vary, [name]: values.filter(fits) };
	}

	/** Only while somebody thinks about it: before, there may be no key to ask with. */
	watched(on: boolean): void {
		this.live = on;
		this.check();
	}

	private check(): void {
		clearTimeout(this.timer);
		if (this.live) this.timer = setTimeout(() => void this.ask(), PAUSE);
	}

	private async ask(): Promise<void> {
		const mine = ++this.asked;
		if (this.lacking) {
			this.plan = null;
			this.problem = null;
			return;
		}
		try {
			const plan = await this.askServer(this.order);
			if (mine !== this.asked) return;
			this.plan = plan;
			this.complete = plan.options;
			this.problem = null;
		} catch (error) {
			// Without a line nothing can be said; it is checked once more when it is started.
			if (mine !== this.asked || !(error instanceof Refusal) || ![409, 422].includes(error.status)) return;
			await loadTexts('app').catch(() => {});
			this.plan = null;
			this.problem = error.problem;
		}
	}
}
