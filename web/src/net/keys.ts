// The tokens of the seats that this device holds, so that a seat is still ours after a reload.
import type { Held } from './protocol';

export interface KeptTable {
	table: string;
	game: string;
	/** When this device last saw it, in milliseconds. */
	seen: number;
	names: string[];
	tokens: Held[];
	/** The fingerprint of a deal as it was seen before the deal, by the number of the game. */
	seals?: Record<number, string>;
}

const KEY = 'tailback.tables';
const MOST = 30;

/** Storage may be full or forbidden; then the table lasts as long as the page. */
const memory: { tables: KeptTable[] } = { tables: [] };

export function keptTables(): KeptTable[] {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
		return Array.isArray(found) ? (found as KeptTable[]).filter((one) => one && Array.isArray(one.tokens)) : [];
	} catch {
		return memory.tables;
	}
}

function write(tables: KeptTable[]): void {
	const newest = tables.sort((a, b) => b.seen - a.seen).slice(0, MOST);
	memory.tables = newest;
	try {
		localStorage.setItem(KEY, JSON.stringify(newest));
	} catch {
		// See `memory`.
	}
}

export function keptTable(table: string): KeptTable | undefined {
	return keptTables().find((one) => one.table === table);
}

export function keep(table: string, change: Partial<KeptTable>): void {
	const tables = keptTables();
	const old = tables.find((one) => one.table === table);
	const fresh = { table, game: '', names: [], tokens: [], ...old, ...change, seen: Date.now() };
	write([...tables.filter((one) => one.table !== table), fresh]);
}

export function addTokens(table: string, tokens: Held[]): void {
	const old = keptTable(table)?.tokens ?? [];
	keep(table, { tokens: [...old.filter((one) => !tokens.some((t) => t.token === one.token)), ...tokens] });
}

export function forget(table: string): void {
	write(keptTables().filter((one) => one.table !== table));
}

export function tokensOf(table: string): string[] {
	return (keptTable(table)?.tokens ?? []).map((held) => held.token);
}

export function hostToken(table: string): string {
	return keptTable(table)?.tokens.find((held) => held.seat === null)?.token ?? '';
}
