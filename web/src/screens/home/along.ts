// A table or a finished game as a file: taken along from one place, opened at another.
import { api } from '../../net/api';
import { addTokens, keep } from '../../net/keys';
import type { Along } from '../../net/protocol';

/** What stands in the file of a table: all of it. Whoever opens it gets the seats. */
export interface TableFile {
	tailback: 'table';
	game: string;
	names: string[];
	along: Along;
}

/** Not a file of ours. */
export class Unreadable extends Error {}

export function tableFile(text: string): TableFile | null {
	try {
		const found = JSON.parse(text) as Partial<TableFile> | null;
		const whole = found?.tailback === 'table' && Array.isArray(found.names) && Array.isArray(found.along?.rows);
		return whole ? (found as TableFile) : null;
	} catch {
		return null;
	}
}

/** Open what somebody saved, and say where it is now: a table to go on with, or a finished game to watch. */
export async function bring(text: string): Promise<string> {
	if (!text.trimStart().startsWith('{')) return `/r/${(await api.import(text)).share}`;
	const file = tableFile(text);
	if (!file) throw new Unreadable();
	const opened = await api.bring(file.along);
	const { table, game, chairs } = opened.table;
	addTokens(table, opened.tokens);
	keep(table, { game, names: chairs.map((chair) => chair.name) });
	return `/t/${table}`;
}
