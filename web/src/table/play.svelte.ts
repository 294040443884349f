// One game as one person at this device sees it: what is drawn, what is asked, what may be done.
// The live table, a lesson and a replay are three sources of the same thing. What comes in waits in the queue of the stage; what
// is asked, whose turn it is and who looks are part of what is told, and change only when their time has come there.
import {
	type Ask,
	type Bubble,
	type Choice,
	type Game,
	type GameEvent,
	type Gesture,
	LEAST,
	type Mode,
	type Play,
	type Reason,
	type Saying,
} from '../contract';
import type { Texts } from '../i18n/format';
import { textsOf } from '../i18n/texts.svelte';
import type { ActionFace, ChairFace, SeatUpdate } from '../net/protocol';
import { pace, prefs } from '../prefs.svelte';
import { play as sound } from '../sound/sound';
import { Stage } from '../stage/stage.svelte';
import { OnAhead } from './ahead.svelte';
import { Asking } from './asking.svelte';
import { announce, callOut, forget, readAloud, urge } from './live.svelte';
import { nextLooker } from './lookers';
import { briefOf, invitationOf, promptOf, reasonFor, wordsFor } from './prompts';
import type { News, Source } from './source';

/** The name of whoever is next stays so long at the usual speed. */
const NAMED = 1300;
/** At a device that several share the hand stays open so long for what only its owner has got to see. */
const GLANCE = 900;
/** Events that are kept for the list of what happened. */
const KEPT = 400;

export class TablePlay extends Asking implements Play {
	chairs: ChairFace[] = $state.raw([]);
	ends: number | null = $state(null);
	/** The seats of people at this device. */
	local: number[] = $state.raw([]);
	/** Whose eyes we see with; null: a watcher's. */
	me: number | null = $state(null);
	/** May the hand of `me` be seen? On a shared device only while its owner looks. */
	open = $state(true);
	/** A person at this device whose turn it is and who has not opened the door yet. */
	cover: number | null = $state(null);
	naming: number | null = $state(null);
	/** Whoever is named can do nothing, and everybody knows: it is done for them. */
	stuck = $state(false);
	/** Small children help each other: at this device hands are no secret. */
	openly = $state(false);
	readonly stage: Stage;
	readonly ahead: OnAhead;
	ask: Ask | null = $state.raw(null);
	bubble: Bubble | null = $state.raw(null);
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
	/** Somebody looks at the own cards while others play. */
	private peeking = false;

	constructor(
		readonly game: Game,
		actions: ActionFace[],
		readonly mode: Mode,
		protected readonly source: Source,
		chairs: ChairFace[],
		local: number[],
		first: SeatUpdate[],
		/** Who looks already, at a device that several share. */
		looking: number | null = null,
		openly = false,
	) {
		super(actions);
		this.ahead = new OnAhead(this, source);
		this.openly = openly;
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
			(seat) => !this.local.length || this.local.includes(seat),
			(gesture) => this.invite(gesture),
		);
		const awaited = first[0]?.awaited ?? [];
		const start = looking ?? local.find((seat) => awaited.includes(seat)) ?? local[0] ?? null;
		if (start !== null && local.length > 1 && !this.shared && awaited.includes(start)) {
			this.me = start;
			this.stage.shown = this.truth;
			this.stage.push(() => this.handOver(start));
		} else {
			this.see(start, !this.shared || looking !== null);
			this.settle();
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
	readonly shared: boolean = $derived.by(() => this.local.length > 1 && this.game.hands && !this.openly);

	/** The people at this device whom the table waits for. */
	readonly wanting: number[] = $derived.by(() => this.local.filter((seat) => this.ask?.awaited.includes(seat)));

	/** May the person who looks act now? */
	readonly mine: boolean = $derived.by(
		() => this.me !== null && this.open && this.choices.length > 0 && (this.ask?.seats.includes(this.me) ?? false),
	);

	/** Is the table waiting for exactly this person? (A sealed answer may be changed without being awaited.) */
	readonly awaited: boolean = $derived.by(() => this.mine && (this.ask?.awaited.includes(this.me!) ?? false));

	/** The one short sentence that says what to do, or for whom we wait; it stays while the next move is told without a word. */
	readonly prompt: string = $derived.by(() => promptOf(this) || (this.ask ? '' : this.before));
	/** What was asked before the answer came. */
	private before = $state('');

	/** What another person at this device may do. */
	choicesOf(seat: number): Choice[] {
		return (this.ask ? (this.now.get(seat)?.legal ?? []) : []).map((action) => ({ ...this.actions[action]!, action }));
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

	/** These robots have been thinking about question `n` for a while: said once, shown as long as it is asked. */
	think(n: number, seats: number[]): void {
		const known = this.pondering.n === n ? this.pondering.seats : [];
		this.pondering = { n, seats };
		for (const seat of seats) if (!known.includes(seat)) announce(this.say('waiting.one', { seat }));
	}

	// What comes in

	/** News of the seats at this device (or of a watcher), with the events since the last. They are told in their turn. */
	receive(updates: SeatUpdate[], missed: boolean): void {
		// The game went on without the hand that was waited for.
		if (updates.some((update) => update.n !== this.latest.get(update.seat)?.n)) this.stage.release();
		for (const update of updates) this.latest.set(update.seat, update);
		const spoken = (updates.find((update) => update.seat === this.me) ?? updates[0])?.events as GameEvent[] | undefined;
		for (const event of spoken ?? []) {
			if (event.kind !== 'table_said') continue;
			this.hear(Number(event.seat), `words.${event.phrase}`);
			const words = this.texts.event(event);
			announce(words);
			this.stage.aloud(words);
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
			const told = this.stage.tell(events, own.view, this.me, due, seen, news.missed);
			// Without anything to tell nobody waits, not even for a moment.
			if (events.length) await told;
		}
		for (const [seat, update] of news.updates) this.now.set(seat, update);
		// A clock starts for everybody at the same time.
		const early = news.at + opens - performance.now();
		if (opens > 0 && early > 0) await this.stage.wait(early, true);
		if (this.onlyHere(own, news)) await this.stage.wait(Math.max(LEAST.card, GLANCE * pace()));
		const next = this.nextAtTable(own);
		if (next !== null) await this.handOver(next);
		else {
			this.showAsk(own, news.at);
			this.settle();
		}
	}

	/** Does the hand close now on what only its owner has seen, such as a card just drawn? A clock waits for nobody. */
	private onlyHere(own: SeatUpdate, { updates, missed }: News): boolean {
		if (!this.shared || !this.open || missed || own.awaited.includes(this.me!) || own.decision?.opens_ms) return false;
		const much = (update: SeatUpdate) => JSON.stringify(update.events).length;
		return [...updates.values()].some((other) => much(other) < much(own));
	}

	/** What was asked is settled: nothing can be chosen until the next question comes. */
	private withdraw(missed: boolean): void {
		if (this.ask) this.before = this.prompt;
		this.ask = null;
		this.clear();
		this.hinted = '';
		this.late = false;
		if (!missed) this.bubble = null;
	}

	hear(seat: number, key: string): void {
		this.said[seat] = { key, at: Date.now() };
	}

	/** `at` is when it came in: what is left of a clock counts from then. Without it somebody else looks at what is asked already. */
	private showAsk(own: SeatUpdate, at?: number): void {
		const before = this.ask;
		const question = own.decision;
		const known = at === undefined && before?.n === own.n;
		const ends = (ms: number | null) => (ms === null ? null : (at ?? performance.now()) + ms);
		this.ask = question
			? { ...question, n: own.n, awaited: own.awaited, until: known ? before.until : ends(question.ms) }
			: null;
		this.before = '';
		if (before?.n !== own.n || (this.tip && !own.legal.includes(this.tip.choice.action))) this.dropTip();
		this.offered = own.legal.map((action) => ({ ...this.actions[action]!, action }));
		const fresh = before?.n !== own.n || !before?.awaited.includes(this.me!);
		if (this.awaited || !this.ask) this.ahead.arrive();
		if (!this.awaited || this.passable(own)) return;
		if (fresh) this.call();
		// The door said whose turn it is; now it is open, and whoever cannot see hears what is asked.
		else if (known && this.shared) urge(this.prompt);
	}

	/** Your turn: said, heard and, if wished, read aloud. */
	private call(): void {
		if (this.mode === 'replay') return;
		if (this.underWay) {
			this.hushed = true;
			return;
		}
		const seconds = this.ask?.until == null ? null : Math.ceil((this.ask.until - performance.now()) / 1000);
		const more = seconds === null ? '' : ` ${this.say('waiting.seconds', { n: seconds })}`;
		callOut(this.prompt + more, this.prompt);
		sound('turn');
	}

	/** Something is left to the hand of a person here, unless they want it to happen by itself. */
	private invite(gesture: Gesture): boolean {
		const asked = this.mode === 'live' && !prefs.itself && this.local.includes(gesture.seat);
		if (asked) callOut(invitationOf(this, gesture));
		return asked;
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

	private see(seat: number | null, open = true): void {
		const update = this.now.get(seat) ?? [...this.now.values()][0];
		// What was said to one person is not there for the next to read.
		if (this.shared && seat !== this.me) forget();
		this.me = seat;
		this.open = open;
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

	/** From now on hands are, or are no longer, a secret at this device. */
	setOpenly(on: boolean): void {
		const asked = this.cover ?? this.local.find((seat) => this.ask?.awaited.includes(seat)) ?? this.me;
		this.openly = on;
		if (on) this.look(asked);
		else this.close();
	}

	/** Where there is nothing to hide, whoever is next is named and just goes on; null: nobody else is next here. */
	private nextAtTable(own: SeatUpdate): number | null {
		if (this.local.length < 2 || this.shared) return null;
		const next = this.nextLooker(own.decision?.kind, own.awaited);
		return next === this.me || this.passable(this.now.get(next)) ? null : next;
	}

	/** "Mia, your turn": seen before she is asked anything. */
	private async handOver(seat: number): Promise<void> {
		await this.nameOf(seat, 'cover.turn');
		this.see(seat);
	}

	/** Somebody and one sentence, large enough for everybody on the sofa. */
	private async nameOf(seat: number, key: string): Promise<void> {
		this.naming = seat;
		announce(this.say(key, { seat }));
		try {
			const least = performance.now() + LEAST.turn;
			await this.stage.wait(Math.max(LEAST.turn, NAMED * pace()));
			await this.stage.wait(least - performance.now(), true);
		} finally {
			this.naming = null;
		}
	}

	/** May this device answer for that seat, because several share it and everybody knows that there is no choice? */
	private passable(update: SeatUpdate | undefined): boolean {
		return this.mode === 'live' && this.local.length > 1 && !!update?.forced && update.legal.length === 1;
	}

	/** Nobody is called who can do nothing: it is said, and done for them, with the same pause whatever anybody holds. */
	private passesBy(): boolean {
		const ask = this.ask;
		const seat = ask && nextLooker(this.local, ask.awaited, this.me);
		const update = seat === null ? undefined : this.now.get(seat);
		if (!ask || seat === null || update?.n !== ask.n || !this.passable(update)) return false;
		this.stage.push(async () => {
			if (this.ask?.n !== ask.n) return;
			this.stuck = true;
			await this.nameOf(seat, 'cover.stuck');
			this.stuck = false;
			if (this.ask?.n === ask.n) void this.actFor(seat, update.legal[0]!);
		});
		return true;
	}

	/** On a shared device with something to hide: whose turn is it to look? Until the door opens nothing is told behind it. */
	private settle(): void {
		if (this.passesBy() || !this.shared) return;
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
		if (kind && !this.openly && this.game.open?.includes(kind)) return this.game.hands ? null : this.me;
		return nextLooker(this.local, awaited, this.me);
	}
}
