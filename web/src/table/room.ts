// What the frame round a table can open; the screen that holds the table provides it.
import { getContext, type Snippet, setContext } from 'svelte';

/** What is so for whoever looks at the table, in one line, and what can be done about it. */
export interface RoomNote {
	words: string;
	icon: string;
	ways: { label: string; icon: string; main?: boolean; href?: string; run?: () => void }[];
}

export interface Room {
	/** A few letters to join by; empty where nobody can join. */
	code: string;
	/** Stands on the own side of the table, above the hand. */
	readonly note: RoomNote | null;
	/** Levels of robots that may be asked for a tip, the weakest first. */
	readonly helpers: readonly string[];
	/** A whole room looks at this screen: all is large, there is no hand, and this stands below the players. */
	readonly corner?: Snippet;
	menu(): void;
	/** Say something at the table; left out where nobody here can. */
	readonly talk?: (() => void) | undefined;
	help(clause?: string): void;
	seat(seat: number): void;
	invite(): void;
}

const KEY = Symbol('room');

export const setRoom = (room: Room): Room => setContext(KEY, room);
export const getRoom = (): Room => getContext<Room>(KEY);
