// Plays a table to the position a picture wants: two people, Mia and Ben, and bots. Both stay at the table afterwards.
import type { Page } from '@playwright/test';
import type { Plan } from '../e2e/scenes';
import type { Server } from '../e2e/server';
import type { Held, Opened } from '../src/net/protocol';

export interface Position extends Opened {
	/** What the two devices hold. */
	mia: Held[];
	ben: Held[];
}

/** Each is another deal. */
const WORDS = ['', 'fox', 'bear', 'frog', 'cat', 'owl', 'duck', 'panda', 'rabbit', 'road', 'bridge', 'lamp'];
const NAMES = ['Mia', 'Ben', 'Lotta', 'Aino', 'Emil', 'Noah', 'Onni', 'Ella'];

interface Job {
	table: string;
	tokens: string[];
	plan: Plan;
	notation: string[];
}

export class Puppets {
	private known = new Map<string, Promise<Position>>();

	constructor(
		private readonly server: Server,
		private readonly page: Page,
	) {}

	async ask<T>(method: string, path: string, body?: unknown, tokens: string[] = []): Promise<T> {
		const answer = await fetch(this.server.url + path, {
			method,
			headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.join(',')}` },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as T;
	}

	/** The same position for every look, reached once. */
	at(game: string, plan: Plan): Promise<Position> {
		const key = JSON.stringify([game, plan]);
		let found = this.known.get(key);
		if (!found) {
			found = this.reach(game, plan);
			this.known.set(key, found);
		}
		return found;
	}

	/** A table of its own: for what does not last. Where one deal does not lead there, the next one may. */
	async reach(game: string, plan: Plan): Promise<Position> {
		for (const word of WORDS) {
			const position = await this.open(game, { word, ...plan });
			if (position) return position;
		}
		throw new Error(`not reached with any deal of ${game}: ${JSON.stringify(plan)}`);
	}

	private async open(game: string, plan: Plan): Promise<Position | null> {
		const players = plan.players ?? 4;
		const chairs = NAMES.slice(0, players).map((name, seat) => ({ name, sitter: seat < 2 ? 'here' : 'bot' }) as const);
		const opened = await this.ask<Opened>('POST', '/api/tables', {
			game,
			chairs: [...chairs],
			preset: plan.preset ?? 'family',
			options: plan.options ?? {},
			settings: { pace_ms: 0, away_seconds: 3600, ...plan.settings },
		});
		const table = opened.table.table;
		const tokens = opened.tokens.map((held) => held.token);
		if (plan.word) await this.ask('POST', `/api/tables/${table}/words`, { seat: 0, word: plan.word }, tokens);
		await this.ask('POST', `/api/tables/${table}/deal`, { id: 'deal' }, tokens);
		const actions = await this.ask<{ notation: string }[]>('GET', `/api/games/${game}/actions`);
		const notation = actions.map((one) => one.notation);
		if (!(await this.page.evaluate(play, { table, tokens, plan, notation }))) return null;
		return {
			...opened,
			mia: opened.tokens.filter((held) => held.seat !== 1),
			ben: opened.tokens.filter((held) => held.seat === 1),
		};
	}

	/** One of the two asks for something over their line, as undo or a phrase. */
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

/** Runs in the page: answers for its seats until the position is reached, and keeps the line open.
 * False: the game was over before. */
function play(job: Job): Promise<boolean> {
	interface Seen {
		seat: number | null;
		n: number;
		legal: number[] | null;
		awaited: number[];
		decision: { kind: string } | null;
		view: unknown;
	}
	const { plan, notation } = job;
	const open = window as unknown as { lines?: Record<string, WebSocket> };
	open.lines ??= {};
	const line = new WebSocket(`ws://${location.host}/ws`);
	open.lines[job.table] = line;
	const asked = new Set<string>();
	let made = 0;
	const send = (message: unknown) => line.send(JSON.stringify(message));

	function choose(legal: number[]): number {
		const avoid = plan.avoid ? new RegExp(plan.avoid) : null;
		const liked = legal.filter((one) => !avoid?.test(notation[one]!));
		const some = liked.length ? liked : legal;
		return some[(made * 3 + 1) % some.length]!;
	}
	function answer(seen: Seen, action: number): void {
		const key = `${seen.seat}.${seen.n}`;
		if (asked.has(key)) return;
		asked.add(key);
		made++;
		send({ type: 'answer', id: `a${key}`, seat: seen.seat, n: seen.n, action });
	}

	return new Promise((done, failed) => {
		const late = setTimeout(() => failed(new Error(`not reached: ${JSON.stringify(plan)} after ${made}`)), 150_000);
		const finish = (reached: boolean) => {
			clearTimeout(late);
			done(reached);
		};
		function hear(seats: Seen[]): void {
			if (seats.some((seen) => seen.view && !seen.decision)) finish(plan.stop === null);
			const own = seats.find((seen) => seen.seat === plan.stop);
			const right = !plan.kinds || plan.kinds.includes(own?.decision?.kind ?? '');
			const here = own?.awaited.includes(plan.stop!) && made >= (plan.moves ?? 0) && right;
			if (here && (plan.together || own!.awaited.length === 1)) {
				finish(true);
				return;
			}
			for (const seen of seats) {
				if (seen.seat === null || (here && seen.seat === plan.stop)) continue;
				if (seen.legal?.length && seen.awaited.includes(seen.seat)) answer(seen, choose(seen.legal));
			}
		}
		line.onopen = () => send({ type: 'hello', protocol: [1], table: job.table, tokens: job.tokens, since: null });
		line.onmessage = (event) => {
			const message = JSON.parse(String(event.data));
			if (message.type === 'ping') send({ type: 'pong', t: message.t });
			if (message.type === 'update') hear(message.seats as Seen[]);
			if (message.type === 'refused') failed(new Error(JSON.stringify(message)));
		};
	});
}
