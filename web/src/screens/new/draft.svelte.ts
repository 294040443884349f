// A table that is being thought up: chairs, rules and settings, checked by the server after every change.
import type { Texts } from '../../i18n/format';
import { loadTexts, textsOf } from '../../i18n/texts.svelte';
import { api, Refusal } from '../../net/api';
import type { Check, GameFace, HeadStart, NewSettings, NewTable, Problem, TableFace } from '../../net/protocol';
import { owner } from '../../people';
import { helpedIn, helpOption } from '../../ui/even';
import * as seats from './chairs';
import { suitedLevel } from './levels';
import { agesMatter, baseValues, nearestWay, presetsOf, type Values, type Way, withOption } from './options';
import { settingsFor } from './settings';

const PAUSE = 250;

export class Draft {
	chairs: seats.Chair[] = $state.raw([]);
	preset = $state('');
	/** House rules that differ from the ready-made settings. */
	changed: Values = $state.raw({});
	settings: NewSettings = $state.raw({});
	/** The key of the youngest one's chair. */
	youngest: number | null = $state(null);
	/** The keys of the chairs with a head start. */
	helped: number[] = $state.raw([]);
	/** What a head start is in this set-up, as the server worked it out. */
	headStart: HeadStart | null = $state.raw(null);
	/** Why this set-up is impossible. */
	problem: Problem | null = $state.raw(null);
	/** The complete options, as the server worked them out. */
	private complete: Values = $state.raw({});
	private timer: ReturnType<typeof setTimeout> | undefined;
	private tries = 0;
	/** How good the robots are was chosen, not worked out. */
	private leveled = false;
	/** This game was never played on this device. */
	readonly first: boolean;
	/** Nor was any other. */
	readonly newcomer: boolean;

	constructor(
		readonly game: GameFace,
		readonly makings: seats.Makings,
		/** A table that is open already. */
		now?: TableFace,
	) {
		const last = seats.lastLineup();
		this.first = !now && !seats.isKnown(game.id);
		this.newcomer = this.first && !last.length;
		this.chairs = now ? seats.seated(now.chairs) : seats.firstChairs(makings, owner(), last);
		this.preset = now?.preset ?? seats.lastPreset(game.id, presetsOf(game));
		const { [this.help ?? '']: _, ...others } = now?.options ?? {};
		this.changed = others;
		this.helped = helpedIn(now?.options, this.help).flatMap((seat) => this.chairs[seat]?.key ?? []);
		this.settings = now?.settings ?? {};
		this.youngest = typeof now?.youngest === 'number' ? (this.chairs[now.youngest]?.key ?? null) : null;
		// Robots are kept from last time, unless it is the first time for this game.
		if (this.first || (!now && !last.length)) this.suit();
		this.check();
	}

	get texts(): Texts {
		return textsOf(
			this.game.id,
			this.chairs.map((chair) => chair.name),
		);
	}

	get base(): Values {
		return baseValues(this.game, this.preset);
	}

	get values(): Values {
		return { ...this.base, ...this.complete, ...this.changed };
	}

	get here(): number {
		return seats.peopleHere(this.chairs);
	}

	/** One person here, and robots. */
	get alone(): boolean {
		return this.here === 1 && seats.robots(this.chairs).length === this.chairs.length - 1;
	}

	get shown() {
		return settingsFor(this.here, this.settings, this.alone);
	}

	get way(): Way | null {
		return this.problem ? nearestWay(this.texts, this.problem) : null;
	}

	get ages(): boolean {
		return agesMatter(this.game);
	}

	/** The house rule that names those who are helped, where the game has it. */
	get help(): string | null {
		return helpOption(this.game);
	}

	/** The seat of the first person here. */
	private get own(): number {
		return this.chairs.findIndex((chair) => chair.sitter === 'here');
	}

	/**
	 * Whoever plays a game for the first time, alone, begins: where somebody deals, the seat before theirs does; where the youngest
	 * begins, it is them. That says who sits next to the dealer, not what is dealt: the secret of the deal is drawn afterwards.
	 */
	private get begins(): Values {
		const dealer = this.game.options.find((option) => option.kind === 'seat');
		if (!this.first || !this.alone || !dealer) return {};
		return { [dealer.name]: this.own || this.chairs.length };
	}

	/** The house rules as they are sent: who begins, what differs, and who is helped, by where they sit now. */
	get options(): Values {
		const places = this.chairs.flatMap((chair, place) => (this.helped.includes(chair.key) ? place : []));
		const named = { ...this.begins, ...this.changed };
		return this.help !== null && places.length ? { ...named, [this.help]: places } : named;
	}

	/** Is somebody helped? Then it matters how good the others are. */
	private get helps(): boolean {
		return this.help !== null && this.chairs.some((chair) => this.helped.includes(chair.key));
	}

	/** What the server is asked about. */
	private get asked(): Check {
		const set = { game: this.game.id, players: this.chairs.length, preset: this.preset, options: this.options };
		if (!this.helps) return set;
		return { ...set, levels: this.chairs.map((chair) => (chair.sitter === 'bot' ? chair.level : '')) };
	}

	get request(): NewTable {
		const youngest = this.chairs.findIndex((chair) => chair.key === this.youngest);
		const place = youngest < 0 && this.first && this.alone ? this.own : youngest;
		return {
			game: this.game.id,
			chairs: seats.asked(this.chairs),
			preset: this.preset,
			options: this.options,
			settings: this.shown,
			deal: !seats.isOpen(this.chairs),
			...(this.ages && place >= 0 ? { youngest: place } : {}),
		};
	}

	/** All robots play like this. */
	setLevel(level: string): void {
		this.leveled = true;
		this.chairs = this.chairs.map((chair) => (chair.sitter === 'bot' ? { ...chair, level } : chair));
		if (this.helps) this.check();
	}

	setYoungest(key: number | null): void {
		this.youngest = key;
		this.suit();
		if (this.helps) this.check();
	}

	setHelped(key: number, on: boolean): void {
		this.helped = [...this.helped.filter((one) => one !== key), ...(on ? [key] : [])];
		this.check();
	}

	setPeople(people: number): void {
		this.setChairs(seats.withPeople(this.chairs, people, this.makings));
	}

	/** Robots play as it suits the rules and the players, until somebody says how. */
	private suit(): void {
		if (this.leveled) return;
		const level = suitedLevel(this.game, this.preset, this.youngest !== null);
		this.chairs = this.chairs.map((chair) => ({ ...chair, level }));
	}

	setChairs(chairs: seats.Chair[]): void {
		const players = this.chairs.length;
		const sent = JSON.stringify(this.asked);
		const levels = (all: readonly seats.Chair[]) => new Map(all.map((chair) => [chair.key, chair.level]));
		const before = levels(this.chairs);
		const after = levels(chairs);
		// One robot was told how to play: from now on nobody else says it.
		if ([...before].some(([key, level]) => (after.get(key) ?? level) !== level)) this.leveled = true;
		const usual = seats.robots(this.chairs)[0]?.level ?? suitedLevel(this.game, this.preset, this.youngest !== null);
		this.chairs = chairs.map((chair) => (before.has(chair.key) ? chair : { ...chair, level: usual }));
		if (chairs.length === players) {
			if (JSON.stringify(this.asked) !== sent) this.check();
			return;
		}
		// A rule that names a player may name one who has gone.
		const named = this.game.options.filter((option) => option.kind === 'seat').map((option) => option.name);
		const gone = ([name, seat]: [string, unknown]) => named.includes(name) && Number(seat) > chairs.length;
		this.changed = Object.fromEntries(Object.entries(this.changed).filter((one) => !gone(one)));
		this.check();
	}

	setPreset(preset: string): void {
		this.preset = preset;
		this.changed = {};
		this.complete = {};
		this.suit();
		this.check();
	}

	setOption(name: string, value: unknown): void {
		this.changed = withOption(this.changed, this.base, name, value);
		this.complete = { ...this.complete, [name]: value };
		this.check();
	}

	reset(): void {
		this.changed = {};
		this.complete = {};
		this.check();
	}

	takeNearest(): void {
		const way = this.way;
		if (!way) return;
		for (const [name, value] of Object.entries(way.options)) {
			if (name === this.help) this.helped = helpedIn(way.options, name).flatMap((seat) => this.chairs[seat]?.key ?? []);
			else this.setOption(name, value);
		}
		if (way.players !== null) this.chairs = seats.withPlayers(this.chairs, way.players, this.makings);
		this.problem = null;
		this.check();
	}

	check(): void {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => void this.ask(), PAUSE);
	}

	private async ask(): Promise<void> {
		const mine = ++this.tries;
		const set = this.asked;
		try {
			const { options, head_start } = await api.check(set);
			if (mine !== this.tries) return;
			this.complete = options;
			this.headStart = head_start;
			this.problem = null;
		} catch (error) {
			// Without a line nothing can be said; the table is checked once more when it is opened.
			if (mine !== this.tries || !(error instanceof Refusal) || error.status !== 422) return;
			await loadTexts('app').catch(() => {});
			this.headStart = null;
			this.problem = error.problem;
		}
	}
}
