// The site as any file server hands it out (`make site`).
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server as Files } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
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

/** As plain as a file server can be: no packing, nothing said about keeping. */
export class Folder {
	private server: Files | undefined;
	url = '';
	/** Files that are handed out only when this is over. */
	private late: { named: RegExp; until: Promise<void> } | undefined;

	async start(): Promise<void> {
		this.server = createServer((request, answer) => {
			const path = join(FOLDER, decodeURIComponent(new URL(request.url ?? '/', 'http://here').pathname));
			const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
			if (!existsSync(file)) {
				answer.writeHead(404).end();
				return;
			}
			answer.writeHead(200, { 'Content-Type': MEDIA[file.split('.').pop() ?? ''] ?? 'application/octet-stream' });
			const give = () => createReadStream(file).pipe(answer);
			if (this.late?.named.test(file)) this.late.until.then(give);
			else give();
		});
		await new Promise<void>((done) => this.server?.listen(0, '127.0.0.1', done));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
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
		this.server?.closeAllConnections();
		await new Promise((done) => this.server?.close(done));
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
	const answer = await fetch(`${server.url}/api/tables/${opened.table.table}/along`, { headers });
	expect(answer.status).toBe(200);
	const along = (await answer.json()) as Along;
	return JSON.stringify({ tailback: 'table', game, names: ['Mia', 'Ben'], tokens: opened.tokens, along });
}
