// Takes the pictures: one scene after the other, in every size and theme, once it has come to rest.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, hold, prefer, test } from '../e2e/fixtures';
import { readTexts } from '../places';
import type { Held } from '../src/net/protocol';

export const FOLDER = resolve(import.meta.dirname, '../../build/shots');

export const SIZES = {
	phone: { width: 390, height: 844 },
	tablet: { width: 1024, height: 768 },
	desktop: { width: 1440, height: 900 },
	small: { width: 360, height: 740 },
	landscape: { width: 844, height: 390 },
	television: { width: 1920, height: 1080 },
};
export type Size = keyof typeof SIZES;
export type Theme = 'light' | 'dark';
type Language = 'en' | 'de' | 'fi';

/** How a scene is looked at: each look opens it once. */
export interface Look {
	sizes: Size[];
	themes: Theme[];
	language?: Language;
	/** How large the letters are: 2 is 200 %. */
	text?: number;
}

export const EVERY: Look[] = [{ sizes: ['phone', 'tablet', 'desktop'], themes: ['light', 'dark'] }];
export const ABROAD: Look[] = [
	...EVERY,
	{ sizes: ['phone'], themes: ['light'], language: 'de' },
	{ sizes: ['phone'], themes: ['dark'], language: 'fi' },
];
export const EVERYWHERE: Look[] = [
	...ABROAD,
	{ sizes: ['tablet'], themes: ['light'], language: 'de' },
	{ sizes: ['small', 'landscape', 'television'], themes: ['light'] },
	{ sizes: ['landscape'], themes: ['dark'] },
	{ sizes: ['phone', 'tablet'], themes: ['light'], text: 2 },
];

/** Our own words in the language of the look, to find buttons by. */
export type Say = (key: string, params?: Record<string, string>) => string;

export interface Scene {
	/** Folder and name, as `door/home`. */
	name: string;
	looks?: Look[];
	prefs?: Record<string, unknown>;
	/** What this device holds at the table. */
	seat?: () => Promise<{ table: string; tokens: Held[] }>;
	open(page: Page, say: Say, table: string): Promise<void>;
	/** Before each picture, after the size has changed: for what does not last. */
	each?(page: Page, say: Say): Promise<void>;
	after?(page: Page): Promise<void>;
	motion?: boolean;
}

export function wording(language: Language): Say {
	const words = readTexts(language, 'web');
	return (key, params = {}) => {
		const found = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], words);
		if (typeof found !== 'string') throw new Error(`no words for ${key} in ${language}`);
		return found.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => params[name] ?? '');
	};
}

/** Nothing travels or fades any more, the letters and pictures are here. */
export async function settle(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await document.fonts.ready;
		const until = performance.now() + 2500;
		const moving = () =>
			document.querySelector('.changed') !== null ||
			[...document.images].some((image) => !image.complete) ||
			document
				.getAnimations()
				.some(
					(one) => one.playState === 'running' && Number.isFinite(Number(one.effect?.getComputedTiming().endTime ?? 0)),
				);
		do await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
		while (moving() && performance.now() < until);
	});
}

function wanted(look: Look): Look {
	const only = process.env.SIZE?.split(',');
	return only ? { ...look, sizes: look.sizes.filter((size) => only.includes(size)) } : look;
}

/** Every scene gets its chance; those that could not be taken are named at the end. */
export async function shootAll(browser: Browser, scenes: Scene[]): Promise<void> {
	const failed: string[] = [];
	const only = process.env.SCENE?.split(',');
	for (const scene of scenes.filter((one) => !only || only.includes(one.name.split('/')[1]!))) {
		try {
			await test.step(scene.name, () => shoot(browser, scene));
		} catch (error) {
			failed.push(`${scene.name}: ${String(error).slice(0, 600)}`);
		}
	}
	expect(failed).toEqual([]);
}

async function shoot(browser: Browser, scene: Scene): Promise<void> {
	for (const look of (scene.looks ?? ABROAD).map(wanted)) {
		if (!look.sizes.length) continue;
		const context = await browser.newContext({
			viewport: SIZES[look.sizes[0]!],
			reducedMotion: scene.motion ? 'no-preference' : 'reduce',
			colorScheme: look.themes[0]!,
			locale: 'en-GB',
			hasTouch: look.sizes.includes('phone'),
		});
		const say = wording(look.language ?? 'en');
		await prefer(context, { language: look.language ?? 'en', size: look.text ?? 1, ...scene.prefs });
		const seat = await scene.seat?.();
		if (seat) await hold(context, seat.table, seat.tokens);
		try {
			const page = await context.newPage();
			await scene.open(page, say, seat?.table ?? '');
			await pictures(page, scene, look, say);
		} finally {
			await context.close();
		}
	}
}

async function pictures(page: Page, scene: Scene, look: Look, say: Say): Promise<void> {
	for (const size of look.sizes) {
		for (const theme of look.themes) {
			await page.setViewportSize(SIZES[size]);
			await page.emulateMedia({ colorScheme: theme });
			await scene.each?.(page, say);
			if (!scene.motion) await settle(page);
			const tags = [size, theme, look.language, look.text && `text${look.text * 100}`].filter(Boolean);
			mkdirSync(join(FOLDER, scene.name, '..'), { recursive: true });
			await page.screenshot({ path: join(FOLDER, `${scene.name}.${tags.join('-')}.png`), animations: 'allow' });
			await scene.after?.(page);
		}
	}
}

/** Does GAME ask for pictures of this one? */
export const asked = (game: string): boolean => !process.env.GAME || process.env.GAME.split(',').includes(game);
