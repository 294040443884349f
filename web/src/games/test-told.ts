// Recorded games (tools/told_games.py) for the tests of telling: the shown view must arrive where the true one is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Beat, Move } from '../contract';

/** What seat 0 sees at first, then act by act what it is told, what of its view is drawn afterwards, and who is asked what. */
export interface Told<V, E, B = Partial<V>> {
	first: V;
	acts: { events: E[]; view: B; ask: { kind: string; awaited: number[] } | null }[];
}

/** Every game that has recorded ones. */
export const GAMES = readdirSync('src/games').filter((game) => existsSync(`src/games/${game}/fixtures/games.json`));

export function recorded<V, E, B = Partial<V>>(game: string): Told<V, E, B>[] {
	return JSON.parse(readFileSync(`src/games/${game}/fixtures/games.json`, 'utf8')) as Told<V, E, B>[];
}

/** A whole match with the full rules, of several rounds where the game has rounds; without what was seen of it. */
export function wholeMatch<V, E>(game: string): Told<V, E, object> {
	return JSON.parse(readFileSync(`src/games/${game}/fixtures/match.json`, 'utf8')) as Told<V, E, object>;
}

export function kindsIn<E extends { kind: string }>(games: Told<unknown, E, unknown>[]): string[] {
	return [...new Set(games.flatMap((game) => game.acts.flatMap((act) => act.events.map((event) => event.kind))))];
}

export function beatsOf<V>(found: Beat<V> | Beat<V>[] | null): Beat<V>[] {
	return found === null ? [] : Array.isArray(found) ? found : [found];
}

/** Moves that name nothing, or come from nowhere. */
export const aimless = (moves: Move[]): Move[] => moves.filter((move) => !move.piece || (!move.from && !move.to));

export interface Telling<V, E, B> {
	tell: (view: V, event: E, me: number | null) => Beat<V> | Beat<V>[] | null;
	/** The parts of the shown view that the recorder keeps of the true one. */
	brief: (view: V) => Partial<B>;
	/** Looks at every beat, and at what was shown before it. */
	beat?: (beat: Beat<V>, before: V, event: E) => void;
	/** Looks at what is shown after an act, and gives what the next one begins with. */
	act?: (view: V, truth: B) => V;
}

/** Tells a whole game, and gives what is shown last. Nothing shown may be changed; after every act the drawn parts are true. */
export function tellThrough<V, E extends { kind: string }, B extends object>(
	game: Told<V, E, B>,
	telling: Telling<V, E, B>,
): V {
	let view = frozen(game.first);
	for (const act of game.acts) {
		for (const event of act.events) {
			for (const beat of beatsOf(telling.tell(view, event, 0))) {
				telling.beat?.(beat, view, event);
				view = frozen(beat.view);
			}
		}
		const shown = telling.brief(view);
		expect(partsIn(shown, act.view), JSON.stringify(act.events)).toEqual(partsIn(act.view, shown));
		view = frozen(telling.act?.(view, act.view) ?? view);
	}
	return view;
}

/** A part that is not told, or not yet, stands only on one side: it is not compared. */
const partsIn = (one: object, other: object) =>
	Object.fromEntries(Object.entries(one).filter(([name]) => name in other));

function frozen<T>(value: T): T {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		for (const inner of Object.values(value)) frozen(inner);
	}
	return value;
}
