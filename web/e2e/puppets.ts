// Brings tables to the positions that tests and pictures begin with: everybody at them is played over one line, without a screen.
// Deals and answers follow from the plan alone, so the same plan always ends in the same position.
import type { Held, Opened } from '../src/net/protocol';
import type { Plan } from './scenes';
import type { Screen } from './screen';
import type { Server } from './server';

export interface Position extends Opened {
	/** Who is asked; null: the game is over. */
	seat: number | null;
	/** What the device of a seat holds. */
	held(seat: number): Held[];
}

const NAMES = ['Mia', 'Ben', 'Lotta', 'Aino', 'Emil', 'Noah', 'Onni', 'Ella'];

/** Tried when a plan leads nowhere. */
const WORDS =
	'fox bear frog cat owl duck panda rabbit road bridge lamp hat sun moon star tree leaf snow rain wind'.split(' ');

/** Who is asked (null: the game is over, or there was no end in sight), after how many answers. */
interface Tried {
	seat: number | null;
	made: number;
}

interface Job {
	table: string;
	tokens: string[];
	plan: Plan;
	/** Of each action. */
	keys: string[];
	/** Give up after so many answers. */
	most: number;
}

export class Puppets {
	private known = new Map<string, Promise<Position>>();

	constructor(
		private readonly server: Server,
		private readonly page: Screen,
	) {}

	async ask<T>(method: string, path: string, body?: unknown, tokens: string[] = []): Promise<T> {
		const answer = await fetch(this.server.url + path, {
			method,
			headers: {
				'Content-Type': 'application/json',
				...(tokens.length ? { Authorization: `Bearer ${tokens.join(',')}` } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as T;
	}

	/** The same table for everybody who asks for this position, reached once. */
	at(game: string, plan: Plan): Promise<Position> {
		const key = JSON.stringify([game, plan]);
		let found = this.known.get(key);
		if (!found) {
			found = this.reach(game, plan);
			this.known.set(key, found);
		}
		return found;
	}

	/** A table of one's own: for what does not last. */
	async reach(game: string, plan: Plan): Promise<Position> {
		const dealt = await this.deal(game, plan);
		const { seat, made } = await this.tried(game, dealt, plan);
		if ((seat === null) === (plan.stop === null)) return { ...dealt, seat };
		throw new Error(
			`${game} was over after ${made} answers: ${JSON.stringify(plan)}; ${await this.better(game, plan)}`,
		);
	}

	/** Which word leads there soonest: rules change, and with them where a deal leads. */
	private async better(game: string, plan: Plan): Promise<string> {
		const found: { word: string; made: number }[] = [];
		for (const word of WORDS) {
			const other = { ...plan, word };
			const { seat, made } = await this.tried(game, await this.deal(game, other), other, 60);
			if (seat !== null) found.push({ word, made });
		}
		found.sort((a, b) => a.made - b.made);
		return found.length ? `try the word "${found[0]!.word}" (${found[0]!.made} answers)` : 'no word leads there';
	}

	/** The cards are dealt, and nobody has played yet. */
	async deal(game: string, plan: Plan): Promise<Omit<Position, 'seat'>> {
		const chairs = NAMES.slice(0, plan.players ?? 4).map((name) => ({ name, sitter: 'here' }) as const);
		const opened = await this.ask<Opened>('POST', '/api/tables', {
			game,
			chairs: [...chairs],
			preset: plan.preset ?? 'family',
			options: plan.options ?? {},
			settings: { pace_ms: 0, away_seconds: 3600, clock: false, ...plan.settings },
		});
		const table = opened.table.table;
		const tokens = opened.tokens.map((held) => held.token);
		if (plan.word) await this.ask('POST', `/api/tables/${table}/words`, { seat: 0, word: plan.word }, tokens);
		await this.ask('POST', `/api/tables/${table}/deal`, { id: 'deal' }, tokens);
		return { ...opened, held: (seat) => opened.tokens.filter((held) => held.seat === seat) };
	}

	/** Play a table that was dealt for this plan: who is asked then. */
	async play(game: string, dealt: Opened, plan: Plan): Promise<number> {
		const { seat, made } = await this.tried(game, dealt, plan);
		if (seat === null) throw new Error(`${game} was over after ${made} answers: ${JSON.stringify(plan)}`);
		return seat;
	}

	private async tried(game: string, { table, tokens }: Opened, plan: Plan, most = 3000): Promise<Tried> {
		const actions = await this.ask<{ key: string }[]>('GET', `/api/games/${game}/actions`);
		const keys = actions.map((one) => one.key);
		return this.page.evaluate(play, { table: table.table, tokens: tokens.map((held) => held.token), plan, keys, most });
	}

	/** Somebody asks for something over their line, as undo or a phrase. */
	async send(table: string, message: Record<string, unknown>): Promise<void> {
		await this.page.evaluate(
			([id, asked]) => {
				const lines = (window as unknown as { lines: Record<string, WebSocket> }).lines;
				lines[id]!.send(JSON.stringify({ id: `s${performance.now()}`, ...asked }));
			},
			[table, message] as const,
		);
	}
}

/** Runs in the page: answers for everybody until the position is reached, and keeps the line open. */
function play({ table, tokens, plan, keys, most }: Job): Promise<Tried> {
	interface Seen {
		seat: number | null;
		n: number;
		legal: number[] | null;
		awaited: number[];
		decision: { kind: string } | null;
		view: unknown;
	}
	const open = window as unknown as { lines?: Record<string, WebSocket> };
	open.lines ??= {};
	const asked = new Set<string>();
	const order = plan.order ?? [];

	/** Between 0 and 1, and always the same for the same words. */
	function chance(words: string): number {
		let mixed = 0x811c9dc5;
		for (const letter of words) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
		mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
		mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
		return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
	}
	/** Small is good. Among equals the numbers of question and answer decide: some games would go in circles otherwise. */
	function rank(seen: Seen, action: number): number {
		const key = keys[action]!;
		const found = order.indexOf(key);
		const liked = plan.last?.includes(key) ? order.length + 1 : found < 0 ? order.length : found;
		return liked + chance(`${plan.word ?? ''}.${seen.n}.${seen.seat}.${action}`) / 2;
	}
	const choose = (seen: Seen): number =>
		seen.legal!.reduce((best, one) => (rank(seen, one) < rank(seen, best) ? one : best));
	/** Is this the seat and the question we are looking for? Perhaps others must answer before. */
	function wanted(seen: Seen): boolean {
		if (plan.stop === null || (plan.stop !== undefined && seen.seat !== plan.stop)) return false;
		if (asked.size < (plan.moves ?? 0) || (plan.kinds && !plan.kinds.includes(seen.decision!.kind))) return false;
		const can = seen.legal!.map((action) => keys[action]);
		return (!plan.key || can.includes(plan.key)) && !(plan.without && can.includes(plan.without));
	}

	return new Promise((done, failed) => {
		let reached = false;
		const finish = (seat: number | null) => {
			reached = true;
			done({ seat, made: asked.size });
		};
		function connect(): void {
			const line = new WebSocket(`ws://${location.host}/ws`);
			open.lines![table] = line;
			const send = (message: unknown) => line.send(JSON.stringify(message));
			/** One answer at a time: the next update says who is asked now. Said again, it is the same answer to the server. */
			function hear(seats: Seen[]): void {
				if (asked.size >= most || seats.some((seen) => seen.view && !seen.decision)) {
					line.close();
					finish(null);
					return;
				}
				const due = seats.filter(
					(seen) => seen.seat !== null && seen.awaited.includes(seen.seat) && seen.legal?.length,
				);
				const here = due.find(wanted);
				if (here && (plan.together || due.length === 1)) {
					finish(here.seat);
					return;
				}
				const next = due.find((seen) => seen !== here);
				if (!next) return;
				const key = `${next.seat}.${next.n}`;
				asked.add(key);
				send({ type: 'answer', id: `a${key}`, seat: next.seat, n: next.n, action: choose(next) });
			}
			line.onopen = () => send({ type: 'hello', protocol: [1], table, tokens, since: null });
			line.onerror = () => failed(new Error('no line'));
			line.onmessage = (event) => {
				const message = JSON.parse(String(event.data));
				if (message.type === 'ping') send({ type: 'pong', t: message.t });
				// We play faster than people may; a new line has a new allowance.
				else if (message.type === 'bye' && message.key === 'too_often') connect();
				else if (message.type === 'bye') failed(new Error(`sent away: ${message.key}`));
				else if (message.type === 'refused') failed(new Error(JSON.stringify(message)));
				else if (message.type === 'update' && !reached && message.seats.length) hear(message.seats as Seen[]);
			};
		}
		connect();
	});
}
