// Everything the client asks besides what it says on a line. Words for a refusal come from its key, never from here.
import { carrier } from './carrier';
import type {
	ActionFace,
	Again,
	Along,
	Arrange,
	Board,
	ChangeChair,
	Check,
	Checked,
	Found,
	GameList,
	NewSettings,
	NewTable,
	Offer,
	Opened,
	Problem,
	Replay,
	Seated,
	ShareLink,
	Sit,
	TableFace,
} from './protocol';
import type { Face as CardFace } from './shapes';
import type { Carrier } from './wire';

/** The server said no, or could not be reached (status 0). Nothing was changed. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly problem: Problem,
	) {
		super(problem.key);
	}
}

const NO_LINE: Problem = { key: 'no_line', clause: '', params: {}, nearest: null, legal: null };

/** Whatever is answered, or a `Refusal`. */
export async function ask(
	method: string,
	path: string,
	body?: unknown,
	tokens: string[] = [],
	by: Carrier = carrier,
): Promise<Response> {
	const authorization = tokens.length ? `Bearer ${tokens.join(',')}` : '';
	let answer: Response;
	try {
		answer = await by.ask(method, path, authorization, body === undefined ? undefined : JSON.stringify(body));
	} catch {
		throw new Refusal(0, NO_LINE);
	}
	if (answer.ok) return answer;
	let problem = { ...NO_LINE, key: 'our_mistake' };
	try {
		problem = { ...problem, ...((await answer.json()) as Problem) };
	} catch {
		// A proxy answered instead of the server; its page is no use to a player.
	}
	throw new Refusal(answer.status, problem);
}

export async function read<T>(
	method: string,
	path: string,
	body?: unknown,
	tokens: string[] = [],
	by: Carrier = carrier,
): Promise<T> {
	const answer = await ask(method, path, body, tokens, by);
	return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** "Not just now": too many at once, or the server is busy or on its way back. */
const PASSING = [429, 502, 503, 504];
const PAUSES = [500, 1000, 2000, 4000];

/** What a page needs is asked for again when the server cannot just now. */
async function look<T>(path: string, tokens: string[] = []): Promise<T> {
	for (const pause of PAUSES) {
		try {
			return await read<T>('GET', path, undefined, tokens);
		} catch (error) {
			if (!(error instanceof Refusal && PASSING.includes(error.status))) throw error;
		}
		await new Promise((done) => setTimeout(done, pause * (0.75 + Math.random() / 2)));
	}
	return read<T>('GET', path, undefined, tokens);
}

const kept = new Map<string, Promise<unknown>>();

/** What does not change while the page is open is asked for once; a failed try is not kept. */
function once<T>(path: string): Promise<T> {
	let found = kept.get(path) as Promise<T> | undefined;
	if (!found) {
		found = look<T>(path);
		found.catch(() => kept.delete(path));
		kept.set(path, found);
	}
	return found;
}

/** A game has other rules and words now: whatever was kept of it is asked for again. */
export function forgetGame(game: string): void {
	for (const path of [...kept.keys()]) {
		const words = path.split('/');
		if (words.includes(game) || words.at(-1) === 'games' || words.includes('boards')) kept.delete(path);
	}
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** What a table needs to move, at whichever place. */
export const moving = (by: Carrier) => ({
	along: (id: string, tokens: string[]) => read<Along>('POST', `${at(id)}/along`, undefined, tokens, by),
	bring: (along: Along) => read<Opened>('POST', '/api/along', along, [], by),
	remove: (id: string, token: string) => read<void>('DELETE', at(id), undefined, [token], by),
});

export const api = {
	...moving(carrier),
	games: () => once<GameList>('/api/games'),
	actions: (game: string) => once<ActionFace[]>(`/api/games/${game}/actions`),
	faces: (game: string) => once<Record<string, CardFace>>(`/api/games/${game}/faces`),
	board: (id: string) => once<Board>(`/api/boards/${id}`),
	texts: (language: string, catalogue: string) => once<Record<string, unknown>>(`/api/texts/${language}/${catalogue}`),
	lesson: <T>(game: string) => once<T>(`/api/lessons/${game}`),
	check: (set: Check) => read<Checked>('POST', '/api/check', set),
	open: (table: NewTable) => read<Opened>('POST', '/api/tables', table),
	find: (code: string) => read<Found>('GET', `/api/codes/${encodeURIComponent(code)}`),
	table: (id: string, tokens: string[] = []) => look<TableFace>(at(id), tokens),
	sit: (id: string, sit: Sit) => read<Seated>('POST', `${at(id)}/seats`, sit),
	change: (id: string, seat: number, change: ChangeChair, tokens: string[]) =>
		read<TableFace>('PATCH', `${at(id)}/seats/${seat}`, change, tokens),
	goOn: (id: string, seat: number, tokens: string[]) =>
		read<TableFace>('POST', `${at(id)}/seats/${seat}/stand-in`, undefined, tokens),
	offer: (id: string, seat: number, tokens: string[]) =>
		read<Offer>('POST', `${at(id)}/seats/${seat}/offer`, {}, tokens),
	arrange: (id: string, order: Arrange, token: string) => read<Opened>('PUT', `${at(id)}/seats`, order, [token]),
	settings: (id: string, settings: NewSettings, token: string) =>
		read<TableFace>('PUT', `${at(id)}/settings`, settings, [token]),
	word: (id: string, seat: number, word: string, tokens: string[]) =>
		read<TableFace>('POST', `${at(id)}/words`, { seat, word }, tokens),
	deal: (id: string, tokens: string[]) => read<TableFace>('POST', `${at(id)}/deal`, { id: newId() }, tokens),
	again: (id: string, again: Again, tokens: string[]) =>
		read<TableFace>('POST', `${at(id)}/again`, { id: newId(), ...again }, tokens),
	replay: (id: string, game: number, query: Record<string, string | number>, tokens: string[] = []) =>
		look<Replay>(
			`${at(id)}/games/${game}/replay?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
			tokens,
		),
	record: async (id: string, game: number, tokens: string[]) =>
		(await ask('GET', `${at(id)}/games/${game}/export`, undefined, tokens)).text(),
	share: (id: string, game: number, tokens: string[]) =>
		read<ShareLink>('POST', `${at(id)}/games/${game}/share`, undefined, tokens),
	import: (record: string) => read<ShareLink>('POST', '/api/import', { record }),
	qr: (id: string) => `${at(id)}/qr.svg`,
};

/** A name for one request. Works without a secure context. */
export function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(9));
	return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
