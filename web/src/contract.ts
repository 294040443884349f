// What a game and the table agree upon: what a game folder brings, and what it may see and do of a play.
// Everybody may import this; it imports nothing that draws, tells or plays.
import type { Component } from 'svelte';
import type { Kind } from './art/vehicles';
import type { Texts } from './i18n/format';
import type { ActionFace, ChairFace, No, Question } from './net/protocol';
import type { SoundName } from './sound/sound';

// Telling: what happened, step by step

export interface GameEvent {
	kind: string;
	[more: string]: unknown;
}

/** A thing that changes its place: `piece` and the places are `data-piece` and `data-place` on elements of the table. */
export interface Move {
	piece: string;
	/** Where a piece that was not there comes from. */
	from?: string;
	/** Where a piece that is no longer there goes. */
	to?: string;
	/** Milliseconds after the beat began. */
	delay?: number;
}

/** A sentence by its key, for whoever has the texts. */
export interface Heard {
	key: string;
	params: Record<string, unknown>;
}

/** A round of the match is over: who got what, by seat. */
export interface RoundEnd {
	points: readonly number[];
	/** What that makes; left out where the event does not say. */
	totals?: readonly number[];
	/** Which points are the best of the round; left out: nobody is crowned. */
	best?: 'high' | 'low';
}

/** Something that whoever sits at `seat` does with an own hand, such as rolling the die; `prompt` asks for it, by its text key. */
export interface Gesture {
	seat: number;
	prompt: string;
}

/** One step of the telling: the view to draw then, and how long it takes to get there. */
export interface Beat<V> {
	view: V;
	/** Milliseconds; 0 shows it at once. */
	ms?: number;
	moves?: Move[];
	sound?: SoundName;
	/** How far along it is: some sounds rise with it. */
	step?: number;
	/** Shorter or longer words than the event's own; empty says nothing. Only one beat of an event speaks. */
	text?: string;
	/** The words come with this beat and not with the first: only now it is seen what they say. */
	speaks?: boolean;
	/** The line on the screen until the words of the event come. */
	line?: Heard;
	/** What it shows is plain to see: its words are only for those who listen. */
	plain?: boolean;
	/** What those hear after the words who cannot see it, such as where a car stands now. */
	heard?: Heard[];
	/** Stay so long afterwards, that it can be seen. */
	rest?: number;
	/** It is seen for so long in any case, at every speed and whatever is tapped: one of `LEAST`. */
	least?: number;
	/** Shown over the table as long as this beat lasts. */
	round?: RoundEnd;
	/** At the device of whoever does it, it stays until they have done it, or are too long about it. Elsewhere nothing is seen of this beat. */
	gesture?: Gesture;
}

/** What the rules show to everybody stays at least so long, in milliseconds. */
export const LEAST = {
	/** One card, laid, opened or driven to its place. */
	card: 400,
	/** A die that has come to rest. */
	roll: 500,
	/** The cards of all players at once. */
	reveal: 900,
	/** Cards that do not go together and are turned back: they must be remembered. */
	miss: 1500,
	/** What a round brought to everybody. */
	round: 1500,
	/** Whose turn it is now, at a device that several share. */
	turn: 900,
} as const;

/** The end of a round is told alike in every game: so long, with this sound. */
export const ROUND_END = { ms: 160, rest: 2200, least: LEAST.round, sound: 'win' } as const;

/** How an event changes what is drawn. Shows only: the true view (`truth`) follows in any case. Null: nothing to see. */
export interface Teller<V, E = GameEvent> {
	tell(view: V, event: E, me: number | null, truth?: V): Beat<V> | Beat<V>[] | null;
	/** How long the last step to the true view takes, in milliseconds, where it shows more than a little. */
	settle?: number;
}

/** Where the telling stands. */
export interface Told {
	/** What is drawn. */
	readonly shown: unknown;
	/** What is being told, in words. */
	readonly caption: string;
	/** Said aloud for a whole room, where it is told. */
	readonly aloud: (words: string) => void;
	/** The round whose end is being told. */
	readonly round: RoundEnd | null;
	readonly busy: boolean;
	/** What a person at this device is to do, so that the telling goes on. */
	readonly gesture: Gesture | null;
	/** The element that holds the table. */
	root: HTMLElement | null;
	/** It is done. */
	release(): void;
	/** Come to the end of what is being told. */
	finish(): void;
}

// A play: one game as one person at this device sees it

/** A legal action, with what it is called. */
export interface Choice extends ActionFace {
	action: number;
}

/** The open decision. `until` is on the clock of `performance.now()`; null: nothing runs. */
export interface Ask extends Question {
	n: number;
	awaited: number[];
	until: number | null;
}

/** Why not: shown beside what was tapped, until the next tap. */
export interface Bubble {
	text: string;
	clause: string;
	anchor: DOMRect;
	/** No rule was in the way: only a friendly word. */
	gentle: boolean;
}

export interface Reason {
	key: string;
	clause: string;
	params: Record<string, unknown>;
}

/** Words of somebody at the table: a text key, translated where it is shown. A phrase that can be chosen is `words.<phrase>`. */
export interface Saying {
	key: string;
	/** When it was said, in milliseconds. */
	at: number;
}

export type Mode = 'live' | 'lesson' | 'replay';

export type Outcome = { type: 'done' } | { type: 'late' } | No;

/** What a robot would do in a person's place. */
export interface Tip {
	choice: Choice;
	level: string;
}

/** On to the own turn, while robots play or are being told of. */
export interface Ahead {
	readonly offered: boolean;
	/** Wait no longer than it takes to see what must be seen. */
	go(): void;
}

export interface Play {
	readonly game: Game;
	readonly mode: Mode;
	readonly chairs: ChairFace[];
	/** When the time of the match is up, on the clock of this page; null where no clock runs. */
	readonly ends: number | null;
	/** The seats of people at this device. */
	readonly local: number[];
	/** Whose eyes we see with; null: a watcher's. */
	readonly me: number | null;
	/** May the hand of `me` be seen? On a shared device only while its owner looks. */
	readonly open: boolean;
	/** A person at this device whose turn it is and who has not opened the door yet. */
	readonly cover: number | null;
	readonly stage: Told;
	/** A person at this device who is named before the turn, where there is nothing to hide. */
	readonly naming: number | null;
	/** Whoever is named can do nothing, and everybody knows: it is done for them. */
	readonly stuck: boolean;
	/** Small children help each other: at this device hands are no secret. */
	readonly openly: boolean;
	/** What the seat we look with knows since all of it was told. */
	readonly truth: Record<string, unknown>;
	/** Events told so far, the newest last. */
	readonly log: GameEvent[];
	/** The newest words of each seat. */
	readonly said: Readonly<Record<number, Saying>>;
	/** Robots that have been thinking about what is asked for a while. */
	readonly thinking: readonly number[];

	/** What is asked, and what may be done. Nothing, while what led there is still being told. */
	readonly ask: Ask | null;
	readonly choices: Choice[];
	readonly hints: Record<string, unknown>[];
	/** An answer is under way: the same tap again does nothing. */
	readonly sending: boolean;
	/** More answers of the same move follow by themselves: what is asked in between is not said. */
	underWay: boolean;
	/** "Mia was faster." */
	readonly late: boolean;
	/** While it is shown, `choices` and `hints` are about nothing else, as in a lesson: so just that is lit. */
	readonly tip: Tip | null;
	/** Somebody asked for a tip, and it is not here yet. */
	readonly seeking: boolean;
	/** Several people share this device, and they have something to hide. */
	readonly shared: boolean;
	/** The people at this device whom the table waits for. */
	readonly wanting: number[];
	/** May the person who looks act now? */
	readonly mine: boolean;
	/** Is the table waiting for exactly this person? (A sealed answer may be changed without being awaited.) */
	readonly awaited: boolean;
	/** For the only person at a table of robots. */
	readonly ahead: Ahead;
	/** The one short sentence that says what to do, or for whom we wait. */
	readonly prompt: string;
	/** The legal action with this text key and these parameters. */
	find(key: string, params?: Record<string, unknown>): Choice | undefined;
	/** All legal actions with this text key. */
	all(key: string): Choice[];
	/** What another person at this device may do. */
	choicesOf(seat: number): Choice[];
	/** Every action of the game with this key, legal or not: to ask why it is not. */
	action(key: string, params?: Record<string, unknown>): Choice | undefined;

	/** The first action of the game of which this holds, legal or not: to ask why it is not. */
	actionWhere(holds: (face: ActionFace) => boolean): Choice | undefined;

	/** What things are called. */
	readonly texts: Texts;
	say(key: string, params?: Record<string, unknown>): string;
	name(seat: number): string;
	/** A legal action in words, such as "Play 27". */
	label(choice: ActionFace): string;

	/** Play a legal action. */
	act(choice: Choice | number): Promise<void>;
	/** The answer of any seat at this device: for questions that need no look at a hand. */
	actFor(seat: number, action: number): Promise<void>;
	/** Somebody tapped what is not legal: ask the server why, and say it beside the thing. */
	why(choice: Choice | string | undefined, anchor: Element): Promise<void>;
	/** A reason that is already known, such as one from a hint. */
	tellWhy(reason: Reason, anchor: DOMRect): void;
	/** Ask once per decision what the choices lead to. */
	wantHints(): Promise<void>;
	/** Ask what a robot of this level would do here; it is said and lit, not done. A reason why not stands at the anchor. */
	seekTip(level: string, anchor: Element): Promise<void>;
	/** Everything that may be done is open again. */
	dropTip(): void;
	/** Somebody says something at the table: a text key. */
	hear(seat: number, key: string): void;

	/** The reason that is shown just now; whoever taps elsewhere puts it away. */
	bubble: Bubble | null;
	/** "What can I do?": everything legal is lit. */
	lit: boolean;
	/** See with the eyes of this seat from now on. */
	look(seat: number | null): void;
	/** Close the hand, so that the device can be passed on. */
	close(): void;
}

// What a game folder brings

/** The fact under a name: words, and whether that seat has answered already. */
export interface PillFact {
	/** A short line such as "3 cards". */
	text: string;
	/** What may be left out where it is narrow, such as points beside cards. */
	more?: string;
	/** Said to those who listen; drawn by the picture or not at all. */
	said?: string;
	/** Backs to show in small; 0 for none. */
	backs?: number;
	ready?: boolean;
	/** The same where there is no room for words: cards held, points, the place in a race. Each has its picture, so that none is taken for another. */
	/** `words` stand in its place where there is room for them. */
	numbers?: { icon: 'cards' | 'star' | 'flag'; text: string; words?: string }[];
	/** A small sign on the pill until the turn is over. */
	sign?: 'star' | 'spanner' | 'stop' | 'receipt' | 'crown' | null;
	/** Inner SVG (64 x 32) beside the name, such as a racing car. */
	picture?: string;
}

/** A move in small: who made it, and a picture. Nothing secret is in it: at a shared device the others see it as well. */
export interface Small {
	/** Who did it; null: the table itself. */
	seat: number | null;
	/** Inner SVG, and the box it is drawn in. */
	picture: string;
	box: readonly [width: number, height: number];
	/** What moved (`data-piece`): it stays marked until the next move. */
	piece?: string;
	/** Words by text key, where those of the event say too much or too little. */
	text?: string;
}

export interface TableProps<V> {
	/** What to draw: behind the truth while something is being told, then equal to it. */
	view: V;
	play: Play;
}

/** `index.ts` of a game folder: how to draw a view, how to tell an event, and what stands on a player's pill. */
export interface GameModule<V, E = GameEvent> extends Teller<V, E> {
	id: string;
	Table: Component<TableProps<V>>;
	/** Inner SVG (100 x 140) of the back of its cards. */
	back: string;
	pill(view: V, seat: number, play: Play): PillFact;
	/** The seat in whose hands the table is, for the ring round its pill; -1 when nobody alone is. */
	turn(view: V): number;
	/** Has this seat nothing left to do until the others are done, too? */
	done?(view: V, seat: number): boolean;
	/** Are there hands that others must not see? Then a shared device gets a cover between turns. */
	hands: boolean;
	/** Decisions that need no look at a hand: on a shared device everyone just taps. Added to what the rules say (`in_the_open`). */
	open?: readonly string[];
	/** Decisions that most people let go, with the key of the action that does so, as the rules say it (`lets_go`). */
	letsGo?: Readonly<Record<string, string>>;
	/** How such a question is drawn, where the buttons of its actions would tell what is in a hand. */
	Asked?: Component<{ play: Play }>;
	/** A word of praise for the winner's line: text key in the game's `web` section. */
	result: string;
	/** Those who listen hear the short words of an event, too: its telling says more itself (`heard`). */
	brief?: boolean;
	/** Events worth a line in the story of the match, by kind. */
	moments: readonly string[];
	/** Inner SVG (64 x 64) for phrases of its own, by phrase. */
	phrases?: Readonly<Record<string, string>>;
	/** An event as a move in the strip of what happened, beside what is drawn now; null: it is no move of its own. */
	small?(event: E, view: V): Small | null;
	/** Icons of its buttons, by the text key of the action. */
	icons?: Readonly<Record<string, string>>;
}

/** A game as everybody else holds it: views and events go through as the server sent them. */
export type Game = GameModule<unknown>;

/** Hands a game to the house. Here, and nowhere else, what the server sends is taken for the shapes it is generated from. */
export function game<V, E>(own: GameModule<V, E>): Game {
	const { small, ...rest } = own;
	return {
		...rest,
		Table: own.Table as Component<TableProps<unknown>>,
		tell: (view, event, me, truth) => own.tell(view as V, event as E, me, truth as V),
		pill: (view, seat, play) => own.pill(view as V, seat, play),
		turn: (view) => own.turn(view as V),
		...(small ? { small: (event: GameEvent, view: unknown) => small(event as E, view as V) } : {}),
		done: (view, seat) => own.done?.(view as V, seat) ?? false,
	};
}

// What is told of a game when it is over

/** How much a seat did of something in one event; `n` left out: once. */
export interface Done {
	seat: number;
	n?: number;
}

/** Something fine or odd that a seat did, counted in a finished game. Pure: what stands in one event is all it knows. */
export interface Feat<E = GameEvent> {
	/** Names its words: `web.feats.<id>`, a sentence of `{seat:name}` and `{n}`, and `web.trophies.<id>`, the title of whoever did it most. */
	id: string;
	count(event: E): Done[];
	/** The most at once counts, not all of it together. */
	most?: true;
	/** It happened to them, or nobody would want it: told of somebody only where nothing fine can be. */
	odd?: true;
}

/** An event as everybody may know it: without the parts that only some seats see. */
export type Public<E> = E extends unknown ? { [K in keyof E as undefined extends E[K] ? never : K]: E[K] } : never;

/** `feats.ts` of a game folder: what can be told of its players. Out of public events, so that nothing of it can be a secret. */
export const feats = <E>(own: readonly Feat<Public<E>>[]): readonly Feat[] => own as unknown as readonly Feat[];

// What can be shown of a game before anybody plays it

/** `tile.ts` of a game folder. The first screen loads those of all games: it must be light. */
export interface Tile {
	/** Its place on the home screen: small numbers first. */
	place: number;
	/** Inner SVG for a window of 274 x 168 (`TILE_BOX`) that may be cut at its edges. */
	picture(dark: boolean): string;
	/** The car that everybody drives at this table, with the number of the chair on it; without it each colour has its own. */
	car?: Kind;
}

/** `27`, `R-T2` or `turbo 3` is a card; `vehicle:truck`, `die:6` and `station` are what they say. */
export type Token = string;

export interface CardKind {
	/** Names the words: `web.cards.<kind>`. */
	kind: string;
	/** One to show, or one of each colour. */
	shown: Token[];
	/** Every different card of the kind. */
	all: Token[];
}

/** `deck.ts` of a game folder: its cards, and the pictures of its rules. */
export interface Deck {
	/** Inner SVG (100 x 140) of a card, or of its back where the card is not known (`?`). `name` is a word to stand on it. */
	card(token: Token, name?: string): string;
	/** Clauses such as `RH-25..30`, and the pictures that belong to them. */
	clauses: readonly (readonly [string, ...Token[]])[];
	kinds: readonly CardKind[];
}
