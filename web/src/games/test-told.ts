// Recorded games (tools/told_games.py) for the tests of telling: the shown view must arrive where the true one is.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Beat } from './contract';

export interface Told<V, E> {
	first: V;
	acts: { events: E[]; view: Partial<V> }[];
}

export function recorded<V, E>(game: string): Told<V, E>[] {
	return JSON.parse(readFileSync(`src/games/${game}/fixtures/games.json`, 'utf8')) as Told<V, E>[];
}

/** Tell a whole game. Nothing that was shown may be changed, and after every act the drawn parts are true. */
export function tellThrough<V extends object, E extends { kind: string }>(
	game: Told<V, E>,
	tell: (view: V, event: E, me: number | null) => Beat<V> | Beat<V>[] | null,
): Set<string> {
	const kinds = new Set<string>();
	let view = frozen(game.first);
	for (const act of game.acts) {
		for (const event of act.events) {
			kinds.add(event.kind);
			const found = tell(view, event, 0);
			for (const beat of found === null ? [] : Array.isArray(found) ? found : [found]) view = frozen(beat.view);
		}
		const drawn = Object.fromEntries(Object.keys(act.view).map((key) => [key, view[key as keyof V]]));
		expect(drawn, JSON.stringify(act.events)).toEqual(act.view);
	}
	return kinds;
}

function frozen<T>(value: T): T {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		for (const inner of Object.values(value)) frozen(inner);
		Object.freeze(value);
	}
	return value;
}
