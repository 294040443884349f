// The games of the last evenings, kept on this device: those of every table at which it had a seat, with a server and without one.
// A server has no part in it; it only says how its games ended.
import { ALONE } from '../net/carrier';
import type { ChairFace, PastFace, TableFace } from '../net/protocol';
import { sameName } from '../people';
import { driverName } from '../ui/names';
import { ENOUGH, type Evening, evenings, type Played, type Player } from './games';

interface Kept {
	games: Played[];
	/** Of what ended until then, nothing is taken any more: it was forgotten. */
	since: number;
}

const KEY = 'tailback.evening';
const MOST = 60;

/** Storage may be forbidden; then they are known as long as the page lasts. */
let memory: Kept = { games: [], since: 0 };

const isList = (found: unknown, holds: (one: unknown) => boolean): boolean =>
	Array.isArray(found) && found.every(holds);
const isNumber = (found: unknown): boolean => typeof found === 'number' && Number.isFinite(found);

function isPlayer(found: unknown): boolean {
	const { name, colour, robot, level } = (found ?? {}) as Partial<Player>;
	return [name, colour, level].every((word) => typeof word === 'string') && typeof robot === 'boolean';
}

function isPlayed(found: unknown): found is Played {
	const { table, number, game, at, players, places, done } = (found ?? {}) as Partial<Played>;
	return (
		[table, game].every((word) => typeof word === 'string') &&
		[number, at].every(isNumber) &&
		isList(players, isPlayer) &&
		isList(places, isNumber) &&
		places!.length === players!.length &&
		typeof done === 'object' &&
		Object.values(done ?? {}).every((each) => isList(each, isNumber))
	);
}

function read(): Kept {
	let found: string | null;
	try {
		found = localStorage.getItem(KEY);
	} catch {
		return memory;
	}
	try {
		const { games, since } = JSON.parse(found ?? '{}') as Record<string, unknown>;
		return {
			games: Array.isArray(games) ? games.filter(isPlayed) : [],
			since: isNumber(since) ? (since as number) : 0,
		};
	} catch {
		// It is damaged.
		return { games: [], since: 0 };
	}
}

function write(change: Partial<Kept>): void {
	const now = { ...read(), ...change };
	memory = { ...now, games: now.games.sort((a, b) => b.at - a.at).slice(0, MOST) };
	try {
		localStorage.setItem(KEY, JSON.stringify(memory));
	} catch {
		// See `memory`.
	}
}

/** Every evening that this device remembers, the latest first. */
export const keptEvenings = (): Played[][] => evenings(read().games);

/** Those of which there is something to tell. */
export const wholeEvenings = (): Played[][] => keptEvenings().filter((evening) => evening.length >= ENOUGH);

/** The same game, also where its table has gone elsewhere since. */
const same = (one: Pick<Played, 'game' | 'at'>, other: Pick<Played, 'game' | 'at'>): boolean =>
	one.at === other.at && one.game === other.game;

function changed(wanted: (one: Played) => boolean, change: (one: Played) => Played): void {
	write({ games: read().games.map((one) => (wanted(one) ? change(one) : one)) });
}

const unnamed = (name: string, colour: string): boolean => sameName(name, driverName(colour));

/** What somebody is called at the table: whoever says it only later is the same from the beginning. */
function nameOf(past: PastFace, seat: number, all: readonly PastFace[]): string {
	const holder = past.holders[seat] ?? -1;
	for (const { names, colours, holders } of holder < 0 ? [] : all) {
		const there = holders.indexOf(holder);
		if (there >= 0 && !unnamed(names[there]!, colours[there]!)) return names[there]!;
	}
	return past.names[seat]!;
}

/** The level of a robot is only known while it sits there. */
const levelOf = (chair: ChairFace | undefined, name: string): string =>
	chair?.sitter === 'bot' && chair.name === name ? chair.level : '';

/** The games that were finished at a table where this device has a seat. */
export function note({ table, past, chairs }: Pick<TableFace, 'table' | 'past' | 'chairs'>): void {
	const { games, since } = read();
	// A game that was brought as a file was played by others.
	const fresh = past.filter((one) => one.colours.some(Boolean) && one.at > since);
	if (!fresh.length) return;
	const noted = fresh.map((one): Played => {
		const { number, game, at, places, names, colours, robots } = one;
		const before = games.find((other) => same(one, other));
		const players = names.map((first, seat): Player => {
			const [colour, robot, old] = [colours[seat]!, robots.includes(seat), before?.players[seat]];
			// Somebody who was called something else at this device, or was forgotten, stays that.
			const name = old?.name ?? first;
			const level = robot ? levelOf(chairs[seat], name) || (old?.level ?? '') : '';
			return { name: robot || !unnamed(name, colour) ? name : nameOf(one, seat, past), colour, robot, level };
		});
		const kept = { done: before?.done ?? null, last: before?.last ?? false };
		return { table, number, game, at, players, places, ...kept, alone: ALONE };
	});
	write({ games: [...noted, ...games.filter((one) => !noted.some((other) => same(one, other)))] });
}

/** It is known now how much everybody did. */
export const counted = (game: Played, done: Record<string, number[]>): void =>
	changed(
		(one) => same(one, game),
		(one) => ({ ...one, done }),
	);

/** With this game the evening is over; the next one begins another. Or, after all, it goes on. */
export const end = (evening: Evening, over = true): void =>
	changed(
		(one) => same(one, evening.at(-1)!),
		(one) => ({ ...one, last: over }),
	);

/** As if it had never been. Returns how to take that back. */
export function forget(evening: Evening): () => void {
	const before = read();
	write({
		games: before.games.filter((one) => !evening.some((other) => same(one, other))),
		since: Math.max(before.since, evening.at(-1)!.at),
	});
	return () => write(before);
}

/** Somebody is called something else from now on, or nothing any more. */
export function rename(name: string, to: string): () => void {
	const before = read();
	const theirs = (one: Player) => !one.robot && sameName(one.name, name);
	changed(
		(one) => one.players.some(theirs),
		(one) => ({ ...one, players: one.players.map((player) => (theirs(player) ? { ...player, name: to } : player)) }),
	);
	return () => write(before);
}
