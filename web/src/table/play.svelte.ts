// One game as one person at this device sees it: what is drawn, what is asked, what may be done.
// The live table, a lesson and a replay are three sources of the same thing. What comes in waits in the queue of the stage; what
// is asked, whose turn it is and who looks are part of what is told, and change only when their time has come there.
import {
	type Ask,
	type Bubble,
	type Choice,
	type Game,
	type GameEvent,
	LEAST,
	type Mode,
	type Outcome,
	type Play,
	type Reason,
	type Saying,
	type Tip,
} from '../contract';
import type { Texts } from '../i18n/format';
import { textsOf } from '../i18n/texts.svelte';
import type { ActionFace, Advice, ChairFace, Late, No, SeatUpdate } from '../net/protocol';
import { pace, prefs } from '../prefs.svelte';
import { play as sound } from '../sound/sound';
import { Stage } from '../stage/stage.svelte';
import { announce, readAloud, urge } from './live.svelte';
import { nextLooker } from './lookers';
import { briefOf, promptOf, reasonFor, wordsFor } from './prompts';
import { about } from './tips';

/** The name of whoever is next stays so long at the usual speed. */
const NAMED = 1300;
/** Events that are kept for the list of what happened. */
const KEPT = 400;

/** What came in at one moment. */
interface News {
	updates: Map<number | null, SeatUpdate>;
	/** When, on the clock of `performance.now()`. */
	at: number;
	missed: boolean;
}

/** Where moves go and reasons come from. */
export interface Source {
	answer(seat: number, n: number, action: number | string): Promise<Outcome>;
	hints(seat: number, n: number): Promise<Record<string, unknown>[]>;
	/** Only where somebody may be asked for a tip. */
	advice?(seat: number, n: number, level: string): Promise<Advice | Late | No>;
}

export class TablePlay implements Play {
	chairs: ChairFace[] = $state.raw([]);
	/** The seats of people at this device. */
	local: number[] = $state.raw([]);
	/** Whose eyes we see with; null: a watcher's. */
	me: number | null = $state(null);
	/** May the hand of `me` be seen? On a shared device only while its owner looks. */
	open = $state(true);
	/** A person at this device whose turn it is and who has not opened the door yet. */
	cover: number | null = $state(null);
	naming: number | null = $state(null);
	readonly stage: Stage;
	ask: Ask | null = $state.raw(null);
	private offered: Choice[] = $state.raw([]);
	private foreseen: Record<string, unknown>[] = $state.raw([]);
	tip: Tip | null = $state.raw(null);
	seeking = $state(false);
	readonly choices: Choice[] = $derived.by(() => (this.tip ? [this.tip.choice] : this.offered));
	readonly hints: Record<string, unknown>[] = $derived.by(() =>
		this.tip ? about(this.foreseen, this.tip.choice.action) : this.foreseen,
	);
	bubble: Bubble | null = $state.raw(null);
	/** "What can I do?": everything legal is lit. */
	lit = $state(false);
	/** An answer is under way: the same tap again does nothing. */
	sending = $state(false);
	/** "Mia was faster." */
	late = $state(false);
	/** The newest words of each seat. */
	said: Record<number, Saying> = $state({});
	private pondering: { n: number; seats: number[] } = $state.raw({ n: -1, seats: [] });
	readonly thinking: readonly number[] = $derived.by(() =>
		this.ask?.n === this.pondering.n ? this.pondering.seats : [],
	);
	/** Events told so far, the newest last. */
	log: GameEvent[] = $state.raw([]);

	/** A question was not said, because its answer was under way. */
	private hushed = false;
	private following = $state(false);

	/** More answers of the same move follow by themselves: what is asked in between is not said. */
	get underWay(): boolean {
		return this.following;
	}

	set underWay(on: boolean) {
		this.following = on;
		// It came otherwise than planned: now the person is asked.
		if (!on && this.hushed && this.awaited) this.call();
		this.hushed = false;
	}

	/** The newest that each seat was sent, and the newest of it that was told. */
	private latest = new Map<number | null, SeatUpdate>();
	private now = new Map<number | null, SeatUpdate>();
	private hinted = '';
	/** Somebody looks at the own cards while others play. */
	private peeking = false;

	constructor(
		readonly game: Game,
		readonly actions: ActionFace[],
		readonly mode: Mode,
		private readonly source: Source,
		chairs: ChairFace[],
		local: number[],
		first: SeatUpdate[],
		/** Who looks already, at a device that several share. */
		looking: number | null = null,
	) {
		this.chairs = chairs;
		this.local = local;
		for (const update of first) this.latest.set(update.seat, update);
		this.now = new Map(this.latest);
		// Whoever cannot see what is told hears all of it.
		const words = (event: GameEvent) => (game.brief ? this.texts.event(event) : this.texts.whole(event));
		this.stage = new Stage<unknown>(
			game,
			{},
			words,
			announce,
			(event) => briefOf(this.texts, event),
			(heard) => this.say(heard.key, heard.params),
		);
		const awaited = first[0]?.awaited ?? [];
		const start = looking ?? local.find((seat) => awaited.includes(seat)) ?? local[0] ?? null;
		this.see(start);
		if (this.shared) {
			this.open = looking !== null;
			this.settle();
		} else if (this.local.length > 1 && this.mine) {
			this.withdraw(true);
			this.stage.push(() => this.handOver(start!));
		}
	}

	// What things are called

	readonly texts: Texts = $derived.by(() =>
		textsOf(
			this.game.id,
			this.chairs.map((chair) => chair.name || String(chair.seat + 1)),
		),
	);

	say(key: string, params: Record<string, unknown> = {}): string {
		return this.texts.say(key, params);
	}

	name(seat: number): string {
		return this.texts.name(seat);
	}

	/** A legal action in words, such as "Play 27". */
	label(choice: ActionFace): string {
		return wordsFor(this.texts, choice);
	}

	// What is asked

	/** Several people share this device, and they have something to hide. */
	readonly shared: boolean = $derived.by(() => this.local.length > 1 && this.game.hands);

	/** The people at this device whom the table waits for. */
	readonly wanting: number[] = $derived.by(() => this.local.filter((seat) => this.ask?.awaited.includes(seat)));

	/** May the person who looks act now? */
	readonly mine: boolean = $derived.by(
		() => this.me !== null && this.open && this.choices.length > 0 && (this.ask?.seats.includes(this.me) ?? false),
	);

	/** Is the table waiting for exactly this person? (A sealed answer may be changed without being awaited.) */
	readonly awaited: boolean = $derived.by(() => this.mine && (this.ask?.awaited.includes(this.me!) ?? false));

	/** The one short sentence that says what to do, or for whom we wait. */
	readonly prompt: string = $derived.by(() => promptOf(this));

	/** The legal action with this text key and these parameters. */
	find(key: string, params: Record<string, unknown> = {}): Choice | undefined {
		return this.choices.find(
			(choice) => choice.key === key && Object.entries(params).every(([name, value]) => choice.params[name] === value),
		);
	}

	/** All legal actions with this text key. */
	all(key: string): Choice[] {
		return this.choices.filter((choice) => choice.key === key);
	}

	/** What another person at this device may do. */
	choicesOf(seat: number): Choice[] {
		return (this.ask ? (this.now.get(seat)?.legal ?? []) : []).map((action) => ({ ...this.actions[action]!, action }));
	}

	/** Every action of the game with this key, legal or not: to ask why it is not. */
	action(key: string, params: Record<string, unknown> = {}): Choice | undefined {
		const wanted = Object.entries(params);
		return this.actionWhere((face) => face.key === key && wanted.every(([name, value]) => face.params[name] === value));
	}

	actionWhere(holds: (face: ActionFace) => boolean): Choice | undefined {
		const action = this.actions.findIndex(holds);
		return action < 0 ? undefined : { ...this.actions[action]!, action };
	}

	/** What the seat we look with knows since all of it was told. */
	get truth(): Record<string, unknown> {
		return (this.now.get(this.me)?.view ?? {}) as Record<string, unknown>;
	}

	// What is done

	/** Play a legal action. */
	async act(choice: Choice | number): Promise<void> {
		const action = typeof choice === 'number' ? choice : choice.action;
		if (this.me === null) return;
		await this.answer(this.me, action, null);
	}

	/** The answer of any seat at this device: for questions that need no look at a hand. */
	async actFor(seat: number, action: number): Promise<void> {
		await this.answer(seat, action, null);
	}

	/** Somebody tapped what is not legal: ask the server why, and say it beside the thing. */
	async why(choice: Choice | string | undefined, anchor: Element): Promise<void> {
		if (choice === undefined) return;
		const seat = this.me ?? -1;
		// What is not asked yet cannot be explained yet: the tap has hurried the telling, and that is all.
		if (seat >= 0 && !this.ask && this.stage.busy) return;
		if (seat < 0 || !this.ask) {
			this.tellWhy(
				{ key: seat < 0 ? 'watching' : 'match_over', clause: '', params: {} },
				anchor.getBoundingClientRect(),
			);
			return;
		}
		await this.answer(seat, typeof choice === 'string' ? choice : choice.action, anchor);
	}

	/** A reason that is already known, such as one from a hint. */
	tellWhy(reason: Reason, anchor: DOMRect): void {
		const text = reasonFor(this.texts, reason);
		this.bubble = { text, clause: reason.clause, anchor, gentle: reason.key === 'lesson_first' };
		if (prefs.aloud) readAloud(text, prefs.language);
	}

	private async answer(seat: number, action: number | string, anchor: Element | null): Promise<void> {
		const ask = this.ask;
		if (!ask || this.sending) return;
		this.sending = true;
		this.bubble = null;
		const box = anchor?.getBoundingClientRect();
		try {
			const outcome = await this.source.answer(seat, ask.n, action);
			if (outcome.type === 'late') this.late = true;
			else if (outcome.type === 'done') this.dropTip();
			else this.tellWhy(outcome, box ?? new DOMRect(innerWidth / 2, innerHeight / 2));
		} finally {
			this.sending = false;
		}
	}

	/** Ask once per decision what the choices lead to. */
	async wantHints(): Promise<void> {
		const ask = this.ask;
		if (!ask || this.me === null || !this.mine) return;
		const key = `${ask.n}.${this.me}`;
		if (this.hinted === key) return;
		this.hinted = key;
		const found = await this.source.hints(this.me, ask.n);
		if (this.hinted === key && this.ask?.n === ask.n) this.foreseen = found;
	}

	async seekTip(level: string, anchor: Element): Promise<void> {
		const { ask, me } = this;
		if (!ask || me === null || !this.awaited || this.seeking || !this.source.advice) return;
		this.seeking = true;
		this.bubble = null;
		try {
			const found = await this.source.advice(me, ask.n, level);
			// Somebody has answered or looks away meanwhile: it is no longer wanted.
			if (this.ask?.n !== ask.n || this.me !== me || !this.awaited || found.type === 'late') return;
			if (found.type === 'refused') this.tellWhy(found, anchor.getBoundingClientRect());
			else this.giveTip(found);
		} finally {
			this.seeking = false;
		}
	}

	private giveTip({ action, level }: Advice): void {
		const choice = this.offered.find((one) => one.action === action);
		if (!choice) return;
		this.tip = { choice, level };
		this.lit = true;
		const words = this.say('tips.say', { what: this.label(choice) });
		urge(words);
		if (prefs.aloud) readAloud(words, prefs.language);
	}

	dropTip(): void {
		if (this.tip) this.lit = false;
		this.tip = null;
	}

	/** These robots have been thinking about question `n` for a while: said once, shown as long as it is asked. */
	think(n: number, seats: number[]): void {
		const known = this.pondering.n === n ? this.pondering.seats : [];
		this.pondering = { n, seats };
		for (const seat of seats) if (!known.includes(seat)) announce(this.say('waiting.one', { seat }));
	}

	// What comes in

	/** News of the seats at this device (or of a watcher), with the events since the last. They are told in their turn. */
	receive(updates: SeatUpdate[], missed: boolean): void {
		for (const update of updates) this.latest.set(update.seat, update);
		const spoken = (updates.find((update) => update.seat === this.me) ?? updates[0])?.events as GameEvent[] | undefined;
		for (const event of spoken ?? []) {
			if (event.kind !== 'table_said') continue;
			this.hear(Number(event.seat), `words.${event.phrase}`);
			announce(this.texts.event(event));
		}
		const news = { updates: new Map(updates.map((one) => [one.seat, one])), at: performance.now(), missed };
		this.stage.push(() => this.tell(news));
		// Whoever the door is closed for is not wanted any more, such as after a clock ran out.
		if (this.cover !== null && !this.latest.get(this.cover)?.awaited.includes(this.cover)) {
			this.cover = null;
			this.stage.resume();
		}
	}

	/** One item of the queue: what happened, then what is asked, then who looks. */
	private async tell(news: News): Promise<void> {
		const own = news.updates.get(this.me) ?? [...news.updates.values()][0];
		if (!own) return;
		if (this.ask?.n !== own.n) this.withdraw(news.missed);
		const opens = own.decision?.opens_ms ?? 0;
		if (own.view) {
			const events = (own.events as GameEvent[]).filter((event) => event.kind !== 'table_said');
			const due = opens > 0 ? news.at + opens : null;
			const seen = (event: GameEvent) => {
				this.log = [...this.log, event].slice(-KEPT);
			};
			const told = this.stage.tell(events, own.view, this.me, due, seen);
			// Without anything to tell nobody waits, not even for a moment.
			if (events.length) await told;
		}
		for (const [seat, update] of news.updates) this.now.set(seat, update);
		// A clock starts for everybody at the same time.
		const early = news.at + opens - performance.now();
		if (opens > 0 && early > 0) await this.stage.wait(early, true);
		const next = this.nextAtTable(own);
		if (next !== null) await this.handOver(next);
		else {
			this.showAsk(own, news.at);
			this.settle();
		}
	}

	/** What was asked is settled: nothing can be chosen until the next question comes. */
	private withdraw(missed: boolean): void {
		this.ask = null;
		this.tip = null;
		this.offered = [];
		this.foreseen = [];
		this.hinted = '';
		this.lit = false;
		this.late = false;
		if (!missed) this.bubble = null;
	}

	hear(seat: number, key: string): void {
		this.said[seat] = { key, at: Date.now() };
	}

	/** `at` is when it came in: what is left of a clock counts from then. */
	private showAsk(own: SeatUpdate, at = performance.now()): void {
		const before = this.ask;
		const question = own.decision;
		this.ask = question
			? { ...question, n: own.n, awaited: own.awaited, until: question.ms === null ? null : at + question.ms }
			: null;
		if (before?.n !== own.n || (this.tip && !own.legal.includes(this.tip.choice.action))) this.dropTip();
		this.offered = own.legal.map((action) => ({ ...this.actions[action]!, action }));
		if (this.awaited && (before?.n !== own.n || !before?.awaited.includes(this.me!))) this.call();
	}

	/** Your turn: said, heard and, if wished, read aloud. */
	private call(): void {
		if (this.mode === 'replay') return;
		if (this.underWay) {
			this.hushed = true;
			return;
		}
		const seconds = this.ask?.until == null ? null : Math.ceil((this.ask.until - performance.now()) / 1000);
		urge(seconds === null ? this.prompt : `${this.prompt} ${this.say('waiting.seconds', { n: seconds })}`);
		sound('turn');
		if (prefs.aloud) readAloud(this.prompt, prefs.language);
	}

	// Who looks

	/** See with the eyes of this seat from now on; what is being told comes to its end first. */
	look(seat: number | null): void {
		this.cover = null;
		if (this.stage.busy) {
			this.stage.pushNext(() => this.see(seat));
			this.stage.finish();
			return;
		}
		this.see(seat);
		this.stage.resume();
	}

	private see(seat: number | null): void {
		const update = this.now.get(seat) ?? [...this.now.values()][0];
		this.me = seat;
		this.open = true;
		this.peeking = seat !== null && !(update?.awaited.includes(seat) ?? false);
		// What one person was told is not for the next.
		this.dropTip();
		this.foreseen = [];
		this.hinted = '';
		this.stage.shown = update?.view ?? {};
		if (update) this.showAsk(update);
	}

	/** Draw this moment at once, whatever was drawn before: a replay that jumps, a lesson that starts again. */
	show(update: SeatUpdate): void {
		this.latest = new Map([[update.seat, update]]);
		this.now = new Map(this.latest);
		this.local = update.seat === null ? [] : [update.seat];
		this.log = update.events as GameEvent[];
		this.stage.cut(update.view ?? {});
		this.withdraw(false);
		this.see(update.seat);
	}

	/** Close the hand, so that the device can be passed on. */
	close(): void {
		if (!this.shared) return;
		this.open = false;
		this.peeking = false;
		this.settle();
	}

	/** Where there is nothing to hide, whoever is next is named and just goes on; null: nobody else is next here. */
	private nextAtTable(own: SeatUpdate): number | null {
		if (this.local.length < 2 || this.game.hands) return null;
		const next = this.nextLooker(own.decision?.kind, own.awaited);
		return next === this.me ? null : next;
	}

	/** "Mia, your turn": seen before she is asked anything. */
	private async handOver(seat: number): Promise<void> {
		this.naming = seat;
		announce(this.say('cover.turn', { seat }));
		try {
			const least = performance.now() + LEAST.turn;
			await this.stage.wait(Math.max(LEAST.turn, NAMED * pace()));
			await this.stage.wait(least - performance.now(), true);
		} finally {
			this.naming = null;
		}
		this.see(seat);
	}

	/** On a shared device with something to hide: whose turn is it to look? Until the door opens nothing is told behind it. */
	private settle(): void {
		if (!this.shared) return;
		if (this.peeking && this.ask && !this.wanting.length) return;
		if (this.me !== null && this.wanting.includes(this.me) && this.open) return;
		if (this.goesOn()) return;
		this.open = false;
		this.cover = this.nextLooker(this.ask?.kind, this.ask?.awaited ?? []);
		if (this.cover !== null) this.stage.pause();
	}

	/** In the middle of the own turn the hand stays open, while others are asked who need no look at theirs. */
	private goesOn(): boolean {
		if (!this.open || !this.ask || this.me === null || this.game.turn(this.truth) !== this.me) return false;
		return !this.wanting.length || (this.game.open?.includes(this.ask.kind) ?? false);
	}

	private nextLooker(kind: string | undefined, awaited: number[]): number | null {
		if (kind && this.game.open?.includes(kind)) return this.game.hands ? null : this.me;
		return nextLooker(this.local, awaited, this.me);
	}
}
