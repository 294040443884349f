// What a game folder brings: how to draw a view, how to tell an event, and what stands on a player's pill.
import type { Component } from 'svelte';
import type { SoundName } from '../sound/sound';
import type { Play } from '../table/play.svelte';

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

/** One step of the telling: the view to draw then, and how long it takes to get there. */
export interface Beat<V> {
	view: V;
	/** Milliseconds; 0 shows it at once. */
	ms?: number;
	moves?: Move[];
	sound?: SoundName;
	/** Shorter or longer words than the event's own; empty says nothing. Only the first beat of an event speaks. */
	text?: string;
	/** Stay so long afterwards, that it can be seen. */
	rest?: number;
}

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
	/** A number on the picture where there is no room for words, such as cards held. */
	count?: number;
	/** A small sign on the pill until the turn is over. */
	sign?: 'star' | 'spanner' | 'stop' | 'receipt' | 'crown' | null;
	/** Inner SVG (64 x 32) beside the name, such as a racing car. */
	picture?: string;
}

export interface TableProps<V = never> {
	/** What to draw: behind the truth while something is being told, then equal to it. */
	view: V;
	play: Play;
}

export interface GameModule<V = never, E extends { kind: string } = GameEvent> {
	id: string;
	Table: Component<TableProps<V>>;
	/** How an event changes what is drawn. Shows only: the true view follows in any case. Null: nothing to see. */
	tell(view: V, event: E, me: number | null): Beat<V> | Beat<V>[] | null;
	pill(view: V, seat: number, play: Play): PillFact;
	/** The seat in whose hands the table is, for the ring round its pill; -1 when nobody alone is. */
	turn(view: V): number;
	/** Are there hands that others must not see? Then a shared device gets a cover between turns. */
	hands: boolean;
	/** Decisions that need no look at a hand: on a shared device everyone just taps. */
	open?: readonly string[];
	/** A word of praise for the winner's line: text key in the game's `web` section. */
	result: string;
	/** Events worth a line in the story of the match, by kind. */
	moments: readonly string[];
}
