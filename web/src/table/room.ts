// What the frame round a table can open; the screen that holds the table provides it.
import { getContext, setContext } from 'svelte';

export interface Room {
	/** Four letters to join by; empty where nobody can join. */
	code: string;
	menu(): void;
	help(clause?: string): void;
	seat(seat: number): void;
	invite(): void;
}

const KEY = Symbol('room');

export const setRoom = (room: Room): Room => setContext(KEY, room);
export const getRoom = (): Room => getContext<Room>(KEY);
