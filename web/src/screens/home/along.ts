// A table or a finished game as a file: taken along from one place, opened at another.
import { api } from '../../net/api';
import { addTokens, keep } from '../../net/keys';
import type { Along, Held } from '../../net/protocol';

/** What stands in the file of a table: all of it, and the seats of whoever took it. */
export interface TableFile {
	tailback: 'table';
	game: string;
	names: string[];
	tokens: Held[];
	along: Along;
}

/** Not a file of ours. */
export class Unreadable extends Error {}

export function tableFile(text: string): TableFile | null {
	try {
		const found = JSON.parse(text) as Partial<TableFile> | null;
		const whole = found?.tailback === 'table' && Array.isArray(found.tokens) && Array.isArray(found.along?.rows);
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
	const { table } = await api.bring(file.along);
	addTokens(table, file.tokens);
	// Wherever it was before, it is here now.
	keep(table, { game: String(file.game), names: file.names.map(String), near: false });
	return `/t/${table}`;
}
