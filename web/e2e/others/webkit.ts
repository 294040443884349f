// A real WebKit: the small browser of WebKitGTK on a screen that nobody sees, told what to do over WebDriver.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Screen } from '../screen';

/** Its bar of buttons as small as it can be (else no window is narrower than 447 px), and nothing moves by itself. */
const STYLE = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }';
const SETTINGS = '[Settings]\ngtk-enable-animations=false\n';

/** Where Debian, Fedora and Arch put it. */
function miniBrowser(): string {
	const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
	for (const library of [`/usr/lib/${machine}-linux-gnu`, '/usr/libexec', '/usr/lib']) {
		for (const name of existsSync(library) ? readdirSync(library) : []) {
			const path = join(library, name, 'MiniBrowser');
			if (/^webkit2?gtk-/.test(name) && existsSync(path)) return path;
		}
	}
	throw new Error('MiniBrowser is not installed (Debian: apt install webkit2gtk-driver)');
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as { port: number };
	await new Promise((done) => server.close(done));
	return port;
}

interface Heard {
	complaints?: string[];
}

/** Runs in the page, as soon as it is there: WebDriver tells nothing of errors by itself. */
function listen(): void {
	const complaints: string[] = [];
	Object.assign(window, { complaints });
	const usual = console.error;
	console.error = (...words: unknown[]) => {
		complaints.push(words.join(' '));
		usual(...words);
	};
	addEventListener('error', (event) => complaints.push(event.message));
	addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));
	new PerformanceObserver((list) => {
		for (const { name } of list.getEntries())
			if (/^(http|ws)/.test(name) && new URL(name).host !== location.host) complaints.push(`asked ${name}`);
	}).observe({ type: 'resource', buffered: true });
}

type Size = { width: number; height: number };
type Rect = Size & { x: number; y: number };

export class WebKit {
	private readonly folder = mkdtempSync(join(tmpdir(), 'tailback-webkit-'));
	private readonly children: ChildProcess[] = [];
	private session = '';
	private readonly found: string[] = [];

	/** Start it; stop it with `close`. */
	static async open(): Promise<WebKit> {
		const made = new WebKit();
		try {
			await made.start();
		} catch (error) {
			await made.close();
			throw error;
		}
		return made;
	}

	get screen(): Screen {
		return this as unknown as Screen;
	}

	private async start(): Promise<void> {
		for (const version of ['gtk-3.0', 'gtk-4.0']) {
			mkdirSync(join(this.folder, version));
			writeFileSync(join(this.folder, version, 'gtk.css'), STYLE);
			writeFileSync(join(this.folder, version, 'settings.ini'), SETTINGS);
		}
		const display = await this.display();
		const port = await freePort();
		this.run('WebKitWebDriver', [`--port=${port}`], {
			DISPLAY: `:${display}`,
			XDG_CONFIG_HOME: this.folder,
			XDG_DATA_HOME: this.folder,
			XDG_CACHE_HOME: this.folder,
			// Without a graphics card a frame would take half a second.
			WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
			WEBKIT_DISABLE_DMABUF_RENDERER: '1',
		});
		const driver = `http://127.0.0.1:${port}/session`;
		const wanted = { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } };
		for (let tries = 0; ; tries++) {
			try {
				const made = await send<{ sessionId: string }>('POST', driver, { capabilities: { alwaysMatch: wanted } });
				this.session = `${driver}/${made.sessionId}`;
				return;
			} catch (error) {
				// The driver is not listening yet.
				if (tries > 100 || !(error instanceof TypeError)) throw error;
				await new Promise((done) => setTimeout(done, 100));
			}
		}
	}

	private async display(): Promise<string> {
		const child = this.run('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {});
		const line = child.stdio[3] as NodeJS.ReadableStream;
		return new Promise((done, failed) => {
			line.once('data', (chunk) => done(String(chunk).trim()));
			child.once('exit', (code) => failed(new Error(`Xvfb stopped with ${code}`)));
			child.once('error', failed);
		});
	}

	private run(program: string, args: string[], env: Record<string, string>): ChildProcess {
		const child = spawn(program, args, {
			env: { ...process.env, ...env },
			stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
		});
		// Whoever waits for it hears of it there.
		child.on('error', () => {});
		this.children.push(child);
		return child;
	}

	async close(): Promise<void> {
		if (this.session) await this.ask('DELETE', '').catch(() => {});
		for (const child of this.children.reverse()) {
			if (child.exitCode !== null || child.pid === undefined) continue;
			const gone = new Promise((done) => child.once('exit', done));
			child.kill();
			await gone;
		}
		rmSync(this.folder, { recursive: true, force: true });
	}

	private ask<T>(method: string, path: string, body?: unknown): Promise<T> {
		return send<T>(method, this.session + path, body);
	}

	async goto(url: string): Promise<null> {
		return this.load('/url', { url });
	}

	async reload(): Promise<null> {
		return this.load('/refresh', {});
	}

	private async load(path: string, body: object): Promise<null> {
		await this.harvest();
		await this.ask('POST', path, body);
		await this.evaluate(listen);
		return null;
	}

	/** What went wrong in the pages since they were last asked for. */
	async complaints(): Promise<string[]> {
		await this.harvest();
		return this.found.splice(0);
	}

	private async harvest(): Promise<void> {
		this.found.push(...(await this.evaluate(() => (window as unknown as Heard).complaints?.splice(0) ?? [])));
	}

	/** Run a function in the page, and wait for what it promises. */
	async evaluate<T, A>(work: (arg: A) => T | Promise<T>, arg?: A): Promise<T> {
		const script = `const [given, done] = arguments;
			Promise.resolve().then(() => (${work})(given)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
		const { value, error } = await this.ask<{ value: T; error?: string }>('POST', '/execute/async', {
			script,
			args: [arg ?? null],
		});
		if (error !== undefined) throw new Error(`in the page: ${error}`);
		return value;
	}

	/** The inside of the window gets this size. */
	async setViewportSize({ width, height }: Size): Promise<void> {
		const inner = () => this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
		const rect = await this.ask<Rect>('GET', '/window/rect');
		const now = await inner();
		await this.ask('POST', '/window/rect', {
			x: 0,
			y: 0,
			width: width + rect.width - now.width,
			height: height + rect.height - now.height,
		});
		for (let tries = 0; tries < 50; tries++) {
			const after = await inner();
			if (after.width === width && after.height === height) return;
			await new Promise((done) => setTimeout(done, 40));
		}
		throw new Error(`no window of ${width} x ${height}: ${JSON.stringify(await inner())}`);
	}

	async screenshot({ path }: { path?: string } = {}): Promise<Buffer> {
		// A page that stands still may never draw the frame that the driver waits for.
		await this.evaluate(() => {
			const speck = document.body.appendChild(document.createElement('i'));
			Object.assign(speck.style, {
				position: 'fixed',
				inset: '0 auto auto 0',
				width: '1px',
				height: '1px',
				zIndex: 999,
			});
			const beat = setInterval(() => {
				speck.style.background = speck.style.background ? '' : 'rgb(128 128 128 / 1%)';
			}, 30);
			Object.assign(window, {
				still: () => {
					clearInterval(beat);
					speck.remove();
				},
			});
		});
		const picture = Buffer.from(await this.ask<string>('GET', '/screenshot'), 'base64');
		await this.evaluate(() => (window as unknown as { still(): void }).still());
		if (path) writeFileSync(path, picture);
		return picture;
	}

	readonly mouse = {
		move: (x: number, y: number) => this.point([this.to(x, y)]),
		down: () => this.point([{ type: 'pointerDown', button: 0 }]),
		up: () => this.point([{ type: 'pointerUp', button: 0 }]),
		click: (x: number, y: number) =>
			this.point([this.to(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]),
	};

	private to(x: number, y: number) {
		return { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) };
	}

	private async point(actions: object[]): Promise<void> {
		const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
		await this.ask('POST', '/actions', { actions: [mouse] });
	}
}

/** A driver that says nothing for so long will not say anything any more. */
const PATIENCE = 60_000;

async function send<T>(method: string, url: string, body?: unknown): Promise<T> {
	const answer = await fetch(url, {
		method,
		body: body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(PATIENCE),
	}).catch((error) => {
		if (error.name !== 'TimeoutError') throw error;
		throw new Error(`${method} ${new URL(url).pathname}: no answer`);
	});
	const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
	if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message}`);
	return value;
}
