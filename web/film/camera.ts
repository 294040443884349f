// Films a page in slow motion: a picture takes longer to take than a frame lasts, so time in the page runs slower instead.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/** A second of the film takes so many seconds. */
export const SLOW = 8;
const FRAMES_A_SECOND = 12;

/** Clocks and timers of every page of this context run slower. Before the first page is opened. */
export async function slowDown(context: BrowserContext): Promise<void> {
	await context.addInitScript((slow) => {
		const { setTimeout, setInterval } = window;
		const [now, date] = [performance.now.bind(performance), Date.now.bind(Date)];
		const [began, dated] = [now(), date()];
		Object.assign(window, {
			setTimeout: (work: TimerHandler, ms = 0, ...more: unknown[]) => setTimeout(work, ms * slow, ...more),
			setInterval: (work: TimerHandler, ms = 0, ...more: unknown[]) => setInterval(work, ms * slow, ...more),
		});
		performance.now = () => began + (now() - began) / slow;
		Date.now = () => dated + (date() - dated) / slow;
	}, SLOW);
}

/** So many seconds of the film. */
export const wait = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * SLOW * 1000));

export class Camera {
	private times: number[] = [];
	private rolling = false;
	private done: Promise<void> = Promise.resolve();

	constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	/** What moves by itself in the page moves slower, too. */
	async ready(): Promise<void> {
		const line = await this.page.context().newCDPSession(this.page);
		await line.send('Animation.enable');
		await line.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOW });
	}

	start(): void {
		rmSync(this.folder, { recursive: true, force: true });
		mkdirSync(this.folder, { recursive: true });
		this.rolling = true;
		this.done = this.roll();
	}

	/** The pictures are `0000.png` and so on; `times.json` says when each was taken, and the end, in seconds of the film. */
	async stop(): Promise<void> {
		this.rolling = false;
		await this.done;
		writeFileSync(join(this.folder, 'times.json'), JSON.stringify(this.times));
	}

	private async roll(): Promise<void> {
		const began = performance.now();
		const now = () => (performance.now() - began) / 1000 / SLOW;
		while (this.rolling) {
			const at = now();
			const name = `${String(this.times.length).padStart(4, '0')}.png`;
			await this.page.screenshot({ path: join(this.folder, name), animations: 'allow', caret: 'hide' });
			this.times.push(at);
			const left = at + 1 / FRAMES_A_SECOND - now();
			if (left > 0) await wait(left);
		}
		this.times.push(now());
	}
}
