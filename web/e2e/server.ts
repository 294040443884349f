// The real table server, with a fixed chance (`server.py`), in a process of its own: it can be killed and started again on the same port and data.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const venv = join(root, '.venv/bin/python');
/** What runs Tailback here. */
export const PYTHON = process.env.TAILBACK_PYTHON ?? (existsSync(venv) ? venv : 'python3');

export class Server {
	private child: ChildProcess | null = null;
	readonly data = mkdtempSync(join(tmpdir(), 'tailback-web-'));
	port = 0;
	private said = '';

	/** `more`: settings of its environment, besides ours; `flags` for `tailback serve`. */
	constructor(
		private readonly more: Record<string, string> = {},
		private readonly flags: string[] = [],
	) {}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** The address of the lab with its key, as the server prints it. */
	get lab(): string {
		const found = /\bhttps?:\S+\/lab#\S+/.exec(this.said);
		if (!found) throw new Error(`the server names no lab: ${this.said}`);
		return found[0];
	}

	async start(): Promise<void> {
		const flags = ['--host', '127.0.0.1', '--port', String(this.port), '--data', this.data];
		const more = ['--tables-per-minute', '600', '--lines', '1000', '--lang', 'en', ...this.flags];
		const child = spawn(PYTHON, [join(import.meta.dirname, 'server.py'), 'serve', ...flags, ...more], {
			stdio: ['ignore', 'pipe', 'pipe'],
			// Studies that somebody made in a terminal of this machine are none of ours.
			env: { ...process.env, XDG_DATA_HOME: this.data, ...this.more },
		});
		this.child = child;
		this.port = await new Promise<number>((done, failed) => {
			this.said = '';
			const hear = (chunk: Buffer) => {
				this.said += chunk.toString();
				const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(this.said);
				if (found) done(Number(found[1]));
			};
			child.stdout?.on('data', hear);
			child.stderr?.on('data', hear);
			child.on('exit', (code) => failed(new Error(`the server stopped with ${code}: ${this.said}`)));
		});
		await this.ready();
	}

	/** As a crash or a power cut would end it. */
	async kill(): Promise<void> {
		const child = this.child;
		this.child = null;
		if (!child || child.exitCode !== null) return;
		const gone = new Promise((done) => child.once('exit', done));
		child.kill('SIGKILL');
		await gone;
	}

	async stop(): Promise<void> {
		await this.kill();
		rmSync(this.data, { recursive: true, force: true });
	}

	private async ready(): Promise<void> {
		for (let tries = 0; tries < 100; tries++) {
			try {
				if ((await fetch(`${this.url}/api/health`)).ok) return;
			} catch {
				// Not listening yet.
			}
			await new Promise((done) => setTimeout(done, 100));
		}
		throw new Error('the server does not answer');
	}
}
