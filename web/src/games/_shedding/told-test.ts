// What the tests of both games' telling share: recorded games, told event by event.
import { readFileSync } from 'node:fs';
import type { Beat, Move } from '../contract';

export interface Told<E, B> {
	events: E[];
	view: B;
}

export interface Recorded<V, E, B> {
	first: V;
	acts: Told<E, B>[];
}

export function recorded<V, E, B>(game: string): Recorded<V, E, B>[] {
	return JSON.parse(readFileSync(`src/games/${game}/fixtures/games.json`, 'utf8')) as Recorded<V, E, B>[];
}

export function beatsOf<V>(found: Beat<V> | Beat<V>[] | null): Beat<V>[] {
	return found === null ? [] : Array.isArray(found) ? found : [found];
}

/** Nothing that is drawn may be changed: a change would be seen before its time. */
export function frozen<T>(value: T): T {
	if (typeof value === 'object' && value !== null) {
		Object.freeze(value);
		for (const part of Object.values(value)) frozen(part);
	}
	return value;
}

/** Moves that name nothing, or come from nowhere. */
export const aimless = (moves: Move[]): Move[] => moves.filter((move) => !move.piece || (!move.from && !move.to));
