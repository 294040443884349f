// The tokens of the seats that this device holds, so that a seat is still ours after a reload.
import type { Held } from './protocol';

export interface FarWay {
	room: string;
	secret: string;
}

export interface KeptTable {
	table: string;
	game: string;
	/** When this device last saw it, in milliseconds. */
	seen: number;
	names: string[];
	tokens: Held[];
	/** It is at another device, which is reached without a server. */
	near?: boolean;
	/** It is reached through the relay: the room, and what the link said. */
	far?: FarWay;
	/** The table is here, and others reach it through the relay: the key of the room, and what is said in links. */
	room?: { key: string; secret: string };
	/** A hand that the other device still holds out, for when this page is loaded anew. */
	spare?: string;
	/** The people at this device lay their hands open to each other. */
	openly?: boolean;
	/** The fingerprint of a deal as it was seen before the deal, by the number of the game. */
	seals?: Record<number, string>;
}

/** Who has a table. The pages of a server and those without one below it share one storage; their tables must not mix. */
export type Place = 'server' | 'device';
const KEYS: Record<Place, string> = { server: 'tailback.tables', device: 'tailback.tables.here' };
const OURS: Place = __ALONE__ ? 'device' : 'server';
const MOST = 30;

/** Storage may be full or forbidden; then the table lasts as long as the page, and cannot go elsewhere. */
const memory: { tables: KeptTable[] } = { tables: [] };

export function keptTables(place = OURS): KeptTable[] {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEYS[place]) ?? '[]');
		return Array.isArray(found) ? (found as KeptTable[]).filter((one) => one && Array.isArray(one.tokens)) : [];
	} catch {
		return place === OURS ? memory.tables : [];
	}
}

function write(tables: KeptTable[], place = OURS): void {
	const newest = tables.sort((a, b) => b.seen - a.seen).slice(0, MOST);
	if (place === OURS) memory.tables = newest;
	try {
		localStorage.setItem(KEYS[place], JSON.stringify(newest));
	} catch {
		// See `memory`.
	}
}

export function keptTable(table: string, place = OURS): KeptTable | undefined {
	return keptTables(place).find((one) => one.table === table);
}

export function keep(table: string, change: Partial<KeptTable>, place = OURS): void {
	const tables = keptTables(place);
	const old = tables.find((one) => one.table === table);
	const fresh = { table, game: '', names: [], tokens: [], ...old, ...change, seen: Date.now() };
	write([...tables.filter((one) => one.table !== table), fresh], place);
}

export function addTokens(table: string, tokens: Held[], place = OURS): void {
	const old = keptTable(table, place)?.tokens ?? [];
	keep(table, { tokens: [...old.filter((one) => !tokens.some((t) => t.token === one.token)), ...tokens] }, place);
}

export function forget(table: string, place = OURS): void {
	write(
		keptTables(place).filter((one) => one.table !== table),
		place,
	);
}

export function tokensOf(table: string, place = OURS): string[] {
	return (keptTable(table, place)?.tokens ?? []).map((held) => held.token);
}

export function hostToken(table: string, place = OURS): string {
	return keptTable(table, place)?.tokens.find((held) => held.seat === null)?.token ?? '';
}
