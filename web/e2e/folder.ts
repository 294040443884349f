// The site as any file server hands it out (`make site`), on lines as bad as they are.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server as Files, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Along, NewTable } from '../src/net/protocol';
import { expect, openTable } from './fixtures';
import type { Server } from './server';

const FOLDER = resolve(import.meta.dirname, '../../build/site/play');
const MEDIA: Record<string, string> = {
	html: 'text/html',
	js: 'text/javascript',
	css: 'text/css',
	json: 'application/json',
	svg: 'image/svg+xml',
};
/** So much is put on the line at once: connections that share it take turns. */
const MORSEL = 8 * 1024;

/** What goes wrong with a file of this name: after so many bytes the line is cut, or says nothing more and stays open. */
interface Fault {
	named: RegExp;
	after: number;
	how: 'cut' | 'mute';
	once: boolean;
}

/** As plain as a file server can be: no packing, no parts of files, nothing said about keeping. */
export class Folder {
	private server: Files | undefined;
	private port = 0;
	/** Bytes in a second, for all connections together; none is as fast as it goes. */
	rate = 0;
	/** How long a question takes to get here, and its answer to begin. */
	delay = 0;
	/** What was asked for, in its order: by page, workers and service worker, whatever the browser says of it. */
	readonly asked: string[] = [];
	/** Bytes that were handed out. */
	sent = 0;
	private fault: Fault | undefined;
	private free = 0;
	/** Files that are handed out only when this is over. */
	private late: { named: RegExp; until: Promise<void> } | undefined;

	get url(): string {
		return `http://127.0.0.1:${this.port}/`;
	}

	/** At first, and when it was away: at the same address. */
	async start(): Promise<void> {
		this.server = createServer((request, answer) => {
			const path = join(FOLDER, decodeURIComponent(new URL(request.url ?? '/', 'http://here').pathname));
			const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
			this.asked.push(relative(FOLDER, file));
			this.give(file, answer).catch(() => answer.destroy());
		});
		await new Promise<void>((done) => this.server?.listen(this.port, '127.0.0.1', done));
		this.port = (this.server.address() as AddressInfo).port;
	}

	/** How often these were asked for. */
	times(named: RegExp): number {
		return this.asked.filter((name) => named.test(name)).length;
	}

	/** With the next file of this name, or with each until it is mended. */
	goWrong(how: Fault['how'], named: RegExp, after: number, once = true): void {
		this.fault = { how, named, after, once };
	}
	mend(): void {
		this.fault = undefined;
	}

	private async give(file: string, answer: ServerResponse): Promise<void> {
		await pause(this.delay);
		if (!existsSync(file)) {
			answer.writeHead(404).end();
			return;
		}
		if (this.late?.named.test(file)) await this.late.until;
		const fault = this.fault?.named.test(file) ? this.fault : undefined;
		if (fault?.once) this.mend();
		const whole = readFileSync(file);
		answer.writeHead(200, {
			'Content-Type': MEDIA[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
			'Content-Length': whole.length,
		});
		const most = fault?.after ?? whole.length;
		for (let at = 0; at < most && !answer.destroyed; at += MORSEL) {
			const morsel = whole.subarray(at, Math.min(at + MORSEL, most));
			await this.turn(morsel.length);
			answer.write(morsel);
			this.sent += morsel.length;
		}
		if (!fault) answer.end();
		else if (fault.how === 'cut') answer.destroy();
	}

	/** Until the line is free for so many bytes. */
	private async turn(bytes: number): Promise<void> {
		if (!this.rate) return;
		const now = performance.now();
		this.free = Math.max(this.free, now) + (bytes * 1000) / this.rate;
		await pause(this.free - now);
	}

	/** Keep back files of this name; the answer hands them out. */
	holdBack(named: RegExp): () => void {
		let release = () => {};
		const until = new Promise<void>((done) => {
			release = done;
		});
		this.late = { named, until };
		return release;
	}

	/** No network from here on. */
	async stop(): Promise<void> {
		const over = new Promise((done) => this.server?.close(done));
		this.server?.closeAllConnections();
		await over;
	}
}

/** A table that was begun at a server, as the file that is taken along. */
export async function tableFile(
	server: Server,
	game: string,
	chairs: NewTable['chairs'],
	more: Partial<NewTable> = {},
): Promise<string> {
	const settings = { pace_ms: 0, clock: false };
	const opened = await openTable(server, { game, chairs, deal: true, preset: 'first-time', settings, ...more });
	const headers = { Authorization: `Bearer ${opened.tokens.map((held) => held.token).join(',')}` };
	const answer = await fetch(`${server.url}/api/tables/${opened.table.table}/along`, { method: 'POST', headers });
	expect(answer.status).toBe(200);
	const along = (await answer.json()) as Along;
	return JSON.stringify({ tailback: 'table', game, names: ['Mia', 'Ben'], along });
}
