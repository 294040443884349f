// One game as one person at this device sees it: what is drawn, what is asked, what may be done.
// The live table, a lesson and a replay are three sources of the same thing.
import type { Ask, Bubble, Choice, Game, GameEvent, Mode, Outcome, Play, Reason, Saying } from '../contract';
import type { Texts } from '../i18n/format';
import { textsOf } from '../i18n/texts.svelte';
import type { ActionFace, ChairFace, SeatUpdate } from '../net/protocol';
import { prefs } from '../prefs.svelte';
import { play as sound } from '../sound/sound';
import { Stage } from '../stage/stage.svelte';
import { announce, readAloud, urge } from './live.svelte';

/** Where moves go and reasons come from. */
export interface Source {
	answer(seat: number, n: number, action: number | string): Promise<Outcome>;
	hints(seat: number, n: number): Promise<Record<string, unknown>[]>;
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
	stage: Stage = $state.raw() as Stage;
	ask: Ask | null = $state.raw(null);
	choices: Choice[] = $state.raw([]);
	hints: Record<string, unknown>[] = $state.raw([]);
	bubble: Bubble | null = $state.raw(null);
	/** "What can I do?": everything legal is lit. */
	lit = $state(false);
	/** An answer is under way: the same tap again does nothing. */
	sending = $state(false);
	/** "Mia was faster." */
	late = $state(false);
	/** The newest words of each seat. */
	said: Record<number, Saying> = $state({});
	/** Events told so far, the newest last. */
	log: GameEvent[] = $state.raw([]);

	private latest = new Map<number | null, SeatUpdate>();
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
	) {
		this.chairs = chairs;
		this.local = local;
		for (const update of first) this.latest.set(update.seat, update);
		const awaited = first[0]?.awaited ?? [];
		const start = local.find((seat) => awaited.includes(seat)) ?? local[0] ?? null;
		this.look(start);
		if (this.shared) {
			this.open = false;
			void this.settle();
		}
	}

	// What things are called

	readonly texts: Texts = $derived.by(() =>
		textsOf(
			this.game.id,
			this.chairs.map((chair) => this.nameOf(chair)),
		),
	);

	say(key: string, params: Record<string, unknown> = {}): string {
		return this.texts.say(key, params);
	}

	private nameOf(chair: ChairFace): string {
		return chair.name || String(chair.seat + 1);
	}

	name(seat: number): string {
		return this.texts.name(seat);
	}

	/** An event in a few words for the line on the screen, where the game has such. */
	private brief(event: GameEvent): string {
		const key = `web.events.${event.kind}`;
		return this.texts.has(key) ? this.say(key, event) : '';
	}

	/** A legal action in words, such as "Play 27". */
	label(choice: ActionFace): string {
		return this.say(`actions.${choice.key}`, choice.params);
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
	readonly prompt: string = $derived.by(() => this.promptFor());

	private promptFor(): string {
		const ask = this.ask;
		if (!ask) return this.mode === 'replay' ? this.happened : '';
		if (this.awaited) {
			const short = `web.prompts.${ask.kind}`;
			return this.texts.has(short) ? this.say(short, this.facts()) : this.say(`decisions.${ask.kind}`, this.facts());
		}
		const others = ask.awaited.filter((seat) => seat !== this.me || !this.mine);
		if (!others.length) return '';
		const doing = `web.doing.${ask.kind}`;
		const key = this.texts.has(doing) ? doing : others.length > 1 ? 'waiting.several' : 'waiting.one';
		return this.say(key, { seat: others[0], seats: others, n: others.length });
	}

	/** The last thing that can be said about what happened. */
	private get happened(): string {
		for (const event of [...this.log].reverse()) {
			const words = this.texts.event(event);
			if (words) return words;
		}
		return '';
	}

	/** Numbers of the view that a prompt may mention. */
	private facts(): Record<string, unknown> {
		return { ...this.truth, seat: this.me };
	}

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
		return (this.latest.get(seat)?.legal ?? []).map((action) => ({ ...this.actions[action]!, action }));
	}

	/** Every action of the game with this key, legal or not: to ask why it is not. */
	action(key: string, params: Record<string, unknown> = {}): Choice | undefined {
		const action = this.actions.findIndex(
			(face) => face.key === key && Object.entries(params).every(([name, value]) => face.params[name] === value),
		);
		return action < 0 ? undefined : { ...this.actions[action]!, action };
	}

	/** The newest truth of the seat we look with, whatever is drawn just now. */
	get truth(): Record<string, unknown> {
		return (this.latest.get(this.me)?.view ?? {}) as Record<string, unknown>;
	}

	// What is done

	/** Play a legal action. What is still being told is shown at once. */
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
		const text = this.say(`refusals.${reason.key}`, reason.params);
		this.bubble = { text, clause: reason.clause, anchor, gentle: reason.key === 'lesson_first' };
		announce(text);
		if (prefs.aloud) readAloud(text, prefs.language);
	}

	private async answer(seat: number, action: number | string, anchor: Element | null): Promise<void> {
		const ask = this.ask;
		if (!ask || this.sending) return;
		this.stage.finish();
		this.sending = true;
		this.bubble = null;
		const box = anchor?.getBoundingClientRect();
		try {
			const outcome = await this.source.answer(seat, ask.n, action);
			if (outcome.type === 'late') this.late = true;
			else if (outcome.type === 'refused') this.tellWhy(outcome, box ?? new DOMRect(innerWidth / 2, innerHeight / 2));
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
		if (this.hinted === key && this.ask?.n === ask.n) this.hints = found;
	}

	// What comes in

	/** News of the seats at this device (or of a watcher), with the events since the last. */
	receive(updates: SeatUpdate[], missed: boolean): void {
		for (const update of updates) this.latest.set(update.seat, update);
		const own = this.latest.get(this.me) ?? updates[0];
		if (!own) return;
		const fresh = updates.find((update) => update.seat === this.me);
		if (fresh?.view) {
			const events = fresh.events as GameEvent[];
			for (const event of events) {
				if (event.kind !== 'table_said') continue;
				this.hear(Number(event.seat), `words.${event.phrase}`);
				announce(this.texts.event(event));
			}
			this.log = [...this.log, ...events].slice(-400);
			const clocked = fresh.decision?.ms != null && this.local.some((seat) => fresh.awaited.includes(seat));
			this.stage.push(
				events.filter((event) => event.kind !== 'table_said'),
				fresh.view,
				clocked,
			);
		}
		this.showAsk(own, missed);
		void this.settle();
	}

	hear(seat: number, key: string): void {
		this.said[seat] = { key, at: Date.now() };
	}

	private showAsk(own: SeatUpdate, missed = false): void {
		const before = this.ask;
		const question = own.decision;
		this.ask = question
			? {
					...question,
					n: own.n,
					awaited: own.awaited,
					until: question.ms === null ? null : performance.now() + question.ms,
				}
			: null;
		this.choices = own.legal.map((action) => ({ ...this.actions[action]!, action }));
		if (before?.n !== own.n) {
			this.hints = [];
			this.hinted = '';
			this.lit = false;
			this.late = false;
			if (!missed) this.bubble = null;
		}
		if (this.awaited && (before?.n !== own.n || !before?.awaited.includes(this.me!))) this.call();
	}

	/** Your turn: said, heard and, if wished, read aloud. */
	private call(): void {
		if (this.mode === 'replay') return;
		const seconds = this.ask?.until == null ? null : Math.ceil((this.ask.until - performance.now()) / 1000);
		urge(seconds === null ? this.prompt : `${this.prompt} ${this.say('waiting.seconds', { n: seconds })}`);
		void this.chime(this.ask?.n);
		if (prefs.aloud) readAloud(this.prompt, prefs.language);
	}

	/** Heard once what came before has been told, else one sound would swallow the other. */
	private async chime(n: number | undefined): Promise<void> {
		await this.told();
		if (this.ask?.n === n && this.awaited) sound('turn');
	}

	/** All that came in is told; whoever looks with other eyes meanwhile waits for what those see. */
	private async told(): Promise<void> {
		while (this.stage.busy) await this.stage.told;
	}

	// Who looks

	/** See with the eyes of this seat from now on. */
	look(seat: number | null): void {
		const update = this.latest.get(seat) ?? [...this.latest.values()][0];
		this.me = seat;
		this.cover = null;
		this.open = true;
		this.peeking = seat !== null && !(update?.awaited.includes(seat) ?? false);
		this.hints = [];
		this.hinted = '';
		const view = update?.view ?? {};
		const root = this.stage?.root ?? null;
		const words = (event: GameEvent) => this.texts.event(event);
		this.stage = new Stage(this.game, seat, view, words, announce, (event) => this.brief(event));
		this.stage.root = root;
		if (update) this.showAsk(update);
	}

	/** Draw this moment at once, whatever was drawn before: a replay that jumps, a lesson that starts again. */
	show(update: SeatUpdate): void {
		this.stage.finish();
		this.latest = new Map([[update.seat, update]]);
		this.local = update.seat === null ? [] : [update.seat];
		this.log = update.events as GameEvent[];
		this.look(update.seat);
	}

	/** Close the hand, so that the device can be passed on. */
	close(): void {
		if (!this.shared) return;
		this.open = false;
		this.peeking = false;
		void this.settle();
	}

	/** On a shared device: whose turn is it to look? What just happened is told first. */
	private async settle(): Promise<void> {
		if (this.local.length < 2) return;
		const next = this.nextLooker();
		if (!this.game.hands) {
			if (next !== null && next !== this.me) this.look(next);
			return;
		}
		if (this.peeking && !this.wanting.length) return;
		if (this.me !== null && this.wanting.includes(this.me) && this.open) return;
		await this.told();
		if (this.me !== null && this.wanting.includes(this.me) && this.open) return;
		this.open = false;
		this.cover = this.nextLooker();
	}

	private nextLooker(): number | null {
		if (this.ask && this.game.open?.includes(this.ask.kind)) return this.game.hands ? null : this.me;
		const wanting = this.wanting;
		if (!wanting.length) return null;
		if (this.me !== null && wanting.includes(this.me)) return this.me;
		return wanting.find((seat) => seat > (this.me ?? -1)) ?? wanting[0]!;
	}
}
