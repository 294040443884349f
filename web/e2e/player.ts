// Somebody who knows no rule: they tap only what invites a tap, until the game is over.
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen';

/** Something that invites a tap, and a point on it that nothing else covers. */
interface Spot {
	x: number;
	y: number;
	label: string;
	/** What stands on it. */
	text: string;
	/** The one violet button. */
	main: boolean;
	/** It is taken up first, and played by the next tap: a card, a vehicle. */
	pick: boolean;
}

export interface Sight {
	over: boolean;
	covered: boolean;
	asked: boolean;
	/** Something has been taken up. */
	holding: boolean;
	prompt: string;
	spots: Spot[];
}

/**
 * What a person sees who looks for something to tap; with `before` as soon as it differs from that, but not for long: nothing may have
 * come of a tap, or the others think. Runs in the page: to ask again and again from outside would cost more than to play.
 */
async function look({ before, most }: { before: string; most: number }): Promise<Sight> {
	const end = performance.now() + most;
	let now = see();
	while (trace(now) === before && performance.now() < end) {
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		now = see();
	}
	return now;

	function trace(one: Sight): string {
		return JSON.stringify({ ...one, spots: one.spots.map((spot) => spot.label) });
	}

	function see(): Sight {
		const frame = document.querySelector<HTMLElement>('[data-game]');
		const seen = (element: Element): { x: number; y: number } | null => {
			const box = element.getBoundingClientRect();
			for (const part of [0.5, 0.2, 0.8, 0.08, 0.92]) {
				for (const down of [0.5, 0.2, 0.8]) {
					const x = box.left + box.width * part;
					const y = box.top + box.height * down;
					const hit = document.elementFromPoint(x, y);
					if (hit && (hit === element || element.contains(hit))) return { x, y };
				}
			}
			return null;
		};
		const spots: Spot[] = [];
		const inert = !frame || frame.closest('[inert]') !== null;
		// A list of moves lies over the table.
		const sheet = document.querySelector('dialog[open]:has([data-can="true"])');
		for (const element of inert
			? []
			: (sheet ?? frame).querySelectorAll('[data-can="true"], [data-lit="true"], button.button')) {
			// What can be done besides playing is not played with.
			if (element.closest('[aria-hidden="true"], [data-aside]') || element.getAttribute('aria-pressed') === 'true')
				continue;
			const at = seen(element);
			if (!at) continue;
			spots.push({
				...at,
				label: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
				text: element.textContent?.trim() ?? '',
				main: element.matches('.button.main'),
				pick: element.hasAttribute('aria-pressed'),
			});
		}
		return {
			over: document.querySelector('.result h1') !== null,
			covered: document.querySelector('.cover') !== null,
			asked: !inert && frame.querySelector('.prompt.mine, .asks, [data-lane][data-lit="true"]') !== null,
			holding: !inert && frame.querySelector('[aria-pressed="true"]') !== null,
			prompt: frame?.querySelector('.prompt')?.textContent ?? '',
			spots,
		};
	}
}

/** Where the first of these can be reached that can be reached, once it lies still. */
const reachable = (page: Screen, selector: string): Promise<{ x: number; y: number } | null> =>
	page.evaluate(async (wanted) => {
		await document.fonts.ready;
		for (let before = ''; ; ) {
			const point = find();
			const now = JSON.stringify(point);
			if (now === before) return point;
			before = now;
			for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
		}

		function find(): { x: number; y: number } | null {
			for (const element of document.querySelectorAll(wanted)) {
				const box = element.getBoundingClientRect();
				for (const part of [0.5, 0.2, 0.08]) {
					const [x, y] = [box.left + box.width * part, box.top + box.height / 2];
					if (document.elementFromPoint(x, y)?.closest(wanted) === element) return { x, y };
				}
			}
			return null;
		}
	}, selector);

/** Tap the first of these that can be reached, where it can be reached; false when there is none. */
export async function tapOn(page: Screen, selector: string): Promise<boolean> {
	const at = await reachable(page, selector);
	if (at) await page.mouse.click(at.x, at.y);
	return at !== null;
}

/** Tap it as soon as it can be reached; what is further down is scrolled to. */
export async function tapWhenThere(page: Screen, selector: string): Promise<void> {
	const at = await whenReachable(page, selector);
	await page.mouse.click(at.x, at.y);
}

async function whenReachable(page: Screen, selector: string): Promise<{ x: number; y: number }> {
	let at: { x: number; y: number } | null = null;
	const found = async () => {
		at = await reachable(page, selector);
		if (!at) await page.evaluate((wanted) => document.querySelector(wanted)?.scrollIntoView(), selector);
		return at !== null;
	};
	await expect.poll(found, { message: `${selector} can be reached`, intervals: [40, 80, 160] }).toBe(true);
	return at!;
}

export const sight = (page: Screen): Promise<Sight> => page.evaluate(look, { before: '', most: 0 });

const traces = (now: Sight): string => JSON.stringify({ ...now, spots: now.spots.map((spot) => spot.label) });

/** How many of these are there. */
export const count = (page: Screen, selector: string): Promise<number> =>
	page.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);

/** Open the door that covers the next hand. */
export async function openCover(page: Screen): Promise<void> {
	const at = await whenReachable(page, '.cover button');
	await page.mouse.move(at.x, at.y);
	await page.mouse.down();
	await expect.poll(() => count(page, '.cover'), { intervals: [40] }).toBe(0);
	await page.mouse.up();
}

/** Look at a hand at this device while others play. */
export async function holdOpen(page: Screen): Promise<void> {
	if (!(await count(page, '.door'))) return;
	const at = await whenReachable(page, '.door button');
	await page.mouse.move(at.x, at.y);
	await page.mouse.down();
	await expect.poll(() => count(page, '.door'), { intervals: [40] }).toBe(0);
	await page.mouse.up();
}

/** What to tap: the violet button, else something to take up, else (with something in hand) where it may go. */
export function choose(now: Sight, turn: number): Spot | undefined {
	const main = now.spots.find((spot) => spot.main);
	if (main) return main;
	const picks = now.spots.filter((spot) => spot.pick);
	const ways = now.spots.filter((spot) => !spot.pick);
	const some = (now.holding && ways.length) || !picks.length ? ways : picks;
	// A step of the same length each time would come to the same few things again and again.
	const far = Math.imul(turn, 0x9e3779b1) >>> 16;
	return some[(far + some.length - 1) % Math.max(1, some.length)];
}

/** A wish that comes before the usual choice. */
export type Wish = (now: Sight) => Spot | undefined;

/** One tap towards a move, or nothing while others are asked. */
export async function step(
	page: Screen,
	turn: number,
	wish: Wish = () => undefined,
): Promise<'over' | 'tapped' | 'waited'> {
	const now = await sight(page);
	if (now.over) return 'over';
	if (now.covered) {
		await openCover(page);
		return 'waited';
	}
	return (await tap(page, now, turn, wish)) ? 'tapped' : 'waited';
}

async function tap(page: Screen, now: Sight, turn: number, wish: Wish = () => undefined): Promise<boolean> {
	const spot = now.asked ? (wish(now) ?? choose(now, turn)) : undefined;
	if (spot) await page.mouse.click(spot.x, spot.y);
	await changed(page, now);
	return spot !== undefined;
}

/** Play until the door stands before the next hand, and leave it closed. */
export async function untilCovered(page: Screen): Promise<void> {
	for (let turn = 0; turn < 60; turn++) {
		const now = await sight(page);
		if (now.covered) return;
		await tap(page, now, turn);
	}
	throw new Error(`no door in sight: ${JSON.stringify(await sight(page))}`);
}

/** Until something else is seen; not for long. A page that is left meanwhile shows something else. */
async function changed(page: Screen, before: Sight): Promise<void> {
	await page.evaluate(look, { before: traces(before), most: 1500 }).catch(() => {});
}

/** Play to the end, or until enough was seen. How often they look depends on the machine; which game they play does not. */
export async function playOn(page: Screen, enough: () => Promise<boolean> = async () => false): Promise<void> {
	for (let taps = 0, last = Date.now(); taps < 1000 && Date.now() - last < 45_000; ) {
		const done = await step(page, taps);
		if (done === 'over' || (await enough())) return;
		if (done !== 'tapped') continue;
		taps++;
		last = Date.now();
	}
	throw new Error(`no end in sight: ${JSON.stringify(await sight(page))}`);
}

/** A card in the own hand that may not be played now. */
export const UNFIT = '[data-piece^="card:"][data-can="false"]';

/** Play until there is such a card, and tap it. */
export async function tapUnfitCard(page: Page): Promise<void> {
	const unfit = page.locator(UNFIT);
	for (let turn = 0; turn < 40; turn++) {
		if ((await page.locator('.prompt.mine').count()) && (await unfit.count())) break;
		await step(page, turn);
	}
	expect(await tapOn(page, UNFIT)).toBe(true);
}
