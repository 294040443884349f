// The live table: one line to the server, the face of the table, and the game on it.

import type { GameEvent, Outcome } from './contract';
import { note } from './evening/kept';
import { loadTable } from './games/index';
import { loadTexts, renewTexts } from './i18n/texts.svelte';
import { api, forgetGame, Refusal } from './net/api';
import { addTokens, hostToken, type KeptTable, keep, keptTable, tokensOf } from './net/keys';
import { GONE, Line, type LineState } from './net/line';
import type {
	Advice,
	Bye,
	ChairFace,
	ChangeChair,
	Late,
	No,
	Presence,
	SeatUpdate,
	TableFace,
	Thinking,
	Trouble,
	TroubleFace,
	Update,
	Welcome,
	Why,
	Words,
	You,
} from './net/protocol';
import { type Person, remember } from './people';
import { type Deed, deedsAfter } from './table/deeds';
import { drivenFor, reach, reached } from './table/driven';
import { announce } from './table/live.svelte';
import { TablePlay } from './table/play.svelte';
import type { Source } from './table/source';

/** What a person must know even when the table is on the screen; all else is trouble that passes. */
const TOLD = [...GONE, 'bad_token', 'no_watchers', 'protocol'];

/** So many milliseconds robots seem to think. */
const USUAL_PACE = 700;

export class Session implements Source {
	face: TableFace | null = $state.raw(null);
	chairs: ChairFace[] = $state.raw([]);
	watchers = $state(0);
	/** The seats that this device holds. */
	seats: number[] = $state.raw([]);
	host = $state(false);
	line: LineState = $state('connecting');
	/** "We are back", for a moment. */
	back = $state(false);
	/** What each seat did last. */
	deeds: Record<number, Deed> = $state.raw({});
	private lastDrawn: SeatUpdate | undefined;
	/** What happened while the line was away, until it was read. */
	meanwhile: GameEvent[] = $state.raw([]);
	/** Why the table is not shown. Unless it is gone for good, the line goes on trying. */
	away: Bye | null = $state.raw(null);
	play: TablePlay | null = $state.raw(null);
	/** The game was changed: what is on the screen stays until the next update, then all of it is made anew. */
	private stale = false;
	/** What is wrong with the game, which comes from elsewhere. */
	trouble: TroubleFace | null = $state.raw(null);

	/** When the time of the match is up, on the clock of this page. */
	private ends: number | null = null;
	private socket: Line;
	/** None of the tokens kept here fits any more; asked anew after every break. */
	private outside = false;
	private left = false;
	private v: number | null = null;
	private number = 0;
	/** Messages wait while a game's table is being loaded, so that none is lost or overtaken. */
	private work: Promise<void> = Promise.resolve();

	constructor(
		readonly table: string,
		/** For a screen that a whole room looks at: whatever seats this device holds, it watches. */
		private readonly watching = false,
	) {
		this.socket = this.dial();
	}

	private dial(): Line {
		return new Line(
			this.table,
			() => (this.outside || this.watching ? [] : tokensOf(this.table)),
			() => this.v ?? (this.watching ? null : reached(this.table)),
			{
				welcome: (message) => this.welcome(message),
				update: (message) => this.later(() => this.update(message)),
				presence: (message) => this.presence(message),
				thinking: (message) => this.thinks(message),
				trouble: (message) => this.troubled(message),
				words: (message) => this.later(() => this.words(message)),
				you: (message) => this.you(message),
				turnedAway: (message) => this.turnedAway(message),
				state: (state) => this.changed(state),
			},
		);
	}

	private turnedAway(message: Bye): void {
		if (message.key === 'bad_token' && !this.outside) {
			// The seats were given to robots or to others. Watching is still possible, and so is taking a seat back.
			this.outside = true;
			this.socket.renew();
		} else if (!this.face || TOLD.includes(message.key)) this.away = message;
		else if (message.key.startsWith('game_')) this.trouble = { ...message, stopped: true };
	}

	stop(): void {
		this.left = true;
		this.socket.stop();
	}

	/** Somebody does not want to wait for the next try. */
	retry(): void {
		this.socket.wake();
	}

	/** The tokens that may speak for a seat, or for the table. */
	get tokens(): string[] {
		return tokensOf(this.table);
	}

	get hostToken(): string {
		return hostToken(this.table);
	}

	/** People at this device. */
	get local(): number[] {
		return this.seats.filter((seat) => this.chairs[seat]?.sitter === 'person');
	}

	/** Do the people at this device lay their hands open to each other? Nobody elsewhere learns or sees anything of it. */
	get openly(): boolean {
		return keptTable(this.table)?.openly ?? false;
	}

	set openly(on: boolean) {
		keep(this.table, { openly: on });
		this.play?.setOpenly(on);
	}

	// What the game asks for

	async answer(seat: number, n: number, action: number | string): Promise<Outcome> {
		const reply = await this.socket.ask({ type: 'answer', seat, n, action });
		if (reply.type === 'refused') return reply;
		return { type: reply.type === 'late' ? 'late' : 'done' };
	}

	/** Whoever plays alone against robots does not wait for them. Should that be lost, they answer in their own time. */
	hurry(seat: number): void {
		this.socket.ask({ type: 'hurry', seat }).catch(() => {});
	}

	async hints(seat: number, n: number): Promise<Record<string, unknown>[]> {
		const reply = await this.socket.ask({ type: 'hints', seat, n });
		return reply.type === 'hints' ? reply.hints : [];
	}

	async advice(seat: number, n: number, level: string): Promise<Advice | Late | No> {
		return (await this.socket.ask({ type: 'advice', seat, n, level })) as Advice | Late | No;
	}

	/** Why the robot at this seat answered question `n` as it did; without a number, its latest move. */
	async why(seat: number, n: number | null): Promise<Why | No> {
		return (await this.socket.ask({ type: 'why', seat, n })) as Why | No;
	}

	async speak(seat: number, phrase: string): Promise<Outcome> {
		return this.outcome({ type: 'say', seat, phrase });
	}

	async undo(seat: number): Promise<Outcome> {
		return this.outcome({ type: 'undo', seat });
	}

	/** Whoever asked lets it be. */
	async dropUndo(seat: number): Promise<Outcome> {
		return this.outcome({ type: 'undo_drop', seat });
	}

	async answerUndo(seat: number, yes: boolean): Promise<Outcome> {
		return this.outcome({ type: 'undo_answer', seat, yes });
	}

	private async outcome(request: Parameters<Line['ask']>[0]): Promise<Outcome> {
		const reply = await this.socket.ask(request);
		return reply.type === 'refused' ? reply : { type: reply.type === 'late' ? 'late' : 'done' };
	}

	/** Sit down at a free chair, or at the one that an invitation is for. */
	async sit(seat: number | null, name: string, colour: string, claim = ''): Promise<void> {
		const seated = await api.sit(this.table, { seat, name, colour, claim });
		addTokens(this.table, [{ seat: seated.seat, token: seated.token }]);
		this.known({ name, colour });
		this.reconnect();
	}

	/** Another name, driver or sitter for a chair. */
	async change(seat: number, what: ChangeChair): Promise<void> {
		const { chairs } = await api.change(this.table, seat, what, this.tokens);
		if (this.local.includes(seat) && (what.name || what.colour)) this.known(chairs[seat]!);
	}

	/** This device remembers who plays at it. */
	private known(who: Person): void {
		remember(
			[who],
			this.chairs.filter((chair) => chair.sitter === 'person'),
		);
	}

	/** The line is opened anew with what this device holds now. */
	reconnect(): void {
		this.outside = false;
		this.socket.renew();
	}

	// What the server tells

	private later(work: () => Promise<void> | void): void {
		this.work = this.work.then(work).catch((error: unknown) => {
			console.error(error);
		});
	}

	private welcome(message: Welcome): void {
		this.away = null;
		this.later(() => {
			this.takeFace(message.table);
			this.takeSeats(message.seats, message.host);
			this.note();
		});
	}

	/** What was played to its end at a table of this device is part of an evening. */
	private note(): void {
		if (this.face && (this.seats.length || this.host)) note(this.face);
	}

	private takeFace(face: TableFace): void {
		this.face = face;
		this.chairs = face.chairs;
		this.watchers = face.watchers;
		this.trouble = face.trouble ?? null;
		this.ends = face.ends_ms === null ? null : performance.now() + face.ends_ms;
		if (this.play) {
			this.play.chairs = face.chairs;
			this.play.ends = this.ends;
		}
		this.pace();
		keep(this.table, { game: face.game, names: face.chairs.map((chair) => chair.name), ...this.seal(face) });
	}

	/** Where robots seem to think for less than usual, all is told as briskly. */
	private pace(): void {
		const wanted = this.face?.settings.pace_ms || USUAL_PACE;
		if (this.play) this.play.stage.tempo = Math.min(1, wanted / USUAL_PACE);
	}

	/** Before the deal the newest fingerprint counts, afterwards the first one seen: it must not change any more. */
	private seal(face: TableFace): Partial<KeptTable> {
		const known = this.sealed;
		if (!face.fair || face.phase === 'over' || (face.phase === 'playing' && known)) return {};
		return { seals: { [face.number]: face.fair.fingerprint } };
	}

	/** The fingerprint that this device saw before the end of this game. */
	get sealed(): string | undefined {
		return keptTable(this.table)?.seals?.[this.face?.number ?? 0];
	}

	private takeSeats(seats: number[], host: boolean): void {
		const changed = seats.join() !== this.seats.join();
		this.seats = seats;
		this.host = host;
		if (changed) this.play = null;
	}

	private presence(message: Presence): void {
		this.later(() => {
			this.chairs = message.chairs;
			this.watchers = message.watchers;
			if (this.play) this.play.chairs = message.chairs;
		});
	}

	private thinks({ n, seats }: Thinking): void {
		this.later(() => this.play?.think(n, seats));
	}

	private troubled({ trouble }: Trouble): void {
		this.later(() => {
			this.trouble = trouble;
		});
	}

	/** The game was changed under the table: with the next update everything of it is drawn anew. */
	private async words({ game }: Words): Promise<void> {
		forgetGame(game);
		await renewTexts(game).catch(() => {});
		this.stale = this.face?.game === game;
	}

	private you(message: You): void {
		this.later(() => this.takeSeats(message.seats, message.host));
	}

	private async update(message: Update): Promise<void> {
		const returned = message.missed && this.v !== null;
		this.v = message.v;
		if (!this.watching) reach(this.table, message.v);
		if (message.table) {
			this.takeFace(message.table);
			this.note();
		}
		const face = this.face;
		if (!face) return;
		const drawn = message.seats.filter((update) => update.view !== null);
		if (face.phase === 'lobby' || !drawn.length) {
			if (face.phase === 'lobby') this.play = null;
			for (const update of message.seats.slice(0, 1)) this.tellTable(update);
			return;
		}
		const looker = drawn[0]!;
		const known = this.number === face.number ? this.lastDrawn : undefined;
		this.deeds = deedsAfter(known ? this.deeds : {}, known, looker, message.missed);
		this.lastDrawn = looker;
		const news = (drawn.find((update) => this.local.includes(update.seat ?? -1)) ?? looker).events as GameEvent[];
		const driven = drivenFor(this.local, this.number === face.number ? (this.play?.log ?? []) : [], news);
		if (!this.play || this.number !== face.number || this.stale) await this.begin(face, drawn);
		else {
			const own = drawn.find((update) => update.seat === this.play?.me) ?? drawn[0]!;
			if (returned) this.meanwhile = own.events as GameEvent[];
			this.play.receive(drawn, message.missed);
		}
		if (driven.length) this.meanwhile = driven;
		// Whoever has just come learns of those who think already.
		if (message.missed) this.play?.think(looker.n, face.thinking);
	}

	private async begin(face: TableFace, first: SeatUpdate[]): Promise<void> {
		const [game, actions] = await this.fetched(() =>
			Promise.all([loadTable(face.game), api.actions(face.game), loadTexts('app', 'web', face.game)]),
		);
		// A change of the game takes the cards from nobody who looks at them.
		const before = this.stale && this.number === face.number ? this.play : null;
		this.stale = false;
		this.number = face.number;
		this.play = new TablePlay(
			game,
			actions,
			'live',
			this,
			this.chairs,
			this.local,
			first,
			before?.open ? before.me : null,
			this.openly,
		);
		this.play.ends = this.ends;
		this.pace();
	}

	/** Without these there is no table: they are asked for until they are here, or the person has left. */
	private async fetched<T>(work: () => Promise<T>): Promise<T> {
		for (let pause = 500; ; pause = Math.min(pause * 2, 15_000)) {
			try {
				return await work();
			} catch (error) {
				const passing = error instanceof Refusal || error instanceof TypeError;
				if (this.left || !passing) throw error;
			}
			await new Promise((done) => setTimeout(done, pause));
		}
	}

	private tellTable(update: SeatUpdate): void {
		if (!update.events.length) return;
		for (const event of update.events.slice(-3)) {
			const play = this.play;
			if (play) announce(play.texts.event(event));
		}
	}

	private changed(state: LineState): void {
		if (state === 'open' && this.line === 'lost') {
			this.back = true;
			setTimeout(() => {
				this.back = false;
			}, 2500);
		}
		if (state === 'lost') this.outside = false;
		this.line = state;
	}
}
