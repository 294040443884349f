// Somebody who cannot see the screen: they have names, roles and what is announced, and a keyboard. No pictures, no places.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { parse } from '../src/i18n/places';
import type { SeatUpdate } from '../src/net/protocol';
import { t, wordsOf } from './words';

/** A button as it is heard. */
export interface Heard {
	name: string;
	pressed: boolean;
	/** The name of the group it belongs to. */
	group: string;
}

export interface Hearing {
	/** What was asked last. */
	prompt: string;
	/** What can be pressed at the table, in the order in which it is read. */
	buttons: Heard[];
	/** Everything that was said so far. */
	log: string[];
	/** Does this name say what stands under this key of the game's texts? */
	says(name: string, key: string): boolean;
}

/** How a game is played by ear: `src/games/<game>/e2e/ear.ts`. */
export interface Listener {
	options?: Record<string, unknown>;
	/** How good the other player is; a match between two who forget much is long. */
	level?: string;
	/** Text keys of buttons, the best first. */
	keys?: string[];
	/** A choice that needs more thought; undefined leaves it to the keys. */
	choose?(now: Hearing): string | undefined;
	/** Events that are told without words of their own. */
	silent?: string[];
	/** Events of others that come while one is asked oneself, as where all choose together: they have no place in the order. */
	anytime?: string[];
	/** One press may answer several questions: those in between are not asked aloud. */
	follows?: boolean;
	/** Text keys that leave something to one's own hand, such as rolling, before it is told what came of it. */
	byHand?: string[];
}

const file = (game: string) => resolve(import.meta.dirname, `../src/games/${game}/e2e/ear.ts`);

export async function listenerOf(game: string): Promise<Listener> {
	if (!existsSync(file(game))) throw new Error(`${game} does not say how it is played by ear`);
	return ((await import(file(game))) as { default: Listener }).default;
}

/** A text as a pattern: whatever stands in its places. */
function patternOf(text: string): RegExp {
	const parts = parse(text).map((part) =>
		typeof part === 'string' ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '.*',
	);
	return new RegExp(`^${parts.join('')}$`);
}

/** What was announced, and what the server had sent by then, in one order. */
export type Item =
	| { what: 'said'; text: string }
	| { what: 'called'; text: string }
	| { what: 'event'; texts: string[]; kind: string }
	| { what: 'asked' };

export class Ear {
	/** What the ear heard. */
	readonly heard: Item[] = [];
	/** What there was to hear. */
	readonly sent: Item[] = [];
	private lastAsked = -1;
	private readonly texts;

	constructor(
		private readonly page: Page,
		private readonly game: string,
		names: string[],
		private readonly me: number,
	) {
		this.texts = wordsOf('en', game, names);
	}

	/** From now on nothing that is announced is missed. */
	async open(): Promise<void> {
		this.page.on('websocket', (socket) =>
			socket.on('framereceived', ({ payload }) => this.receive(JSON.parse(String(payload)))),
		);
		await this.page.exposeFunction('hear', (what: 'said' | 'called', text: string) => this.heard.push({ what, text }));
	}

	/** The regions stand there from the first moment of a table; a listener's machine watches them. */
	async listen(): Promise<void> {
		await this.page.getByRole('log').evaluate((region) => {
			const { hear } = window as unknown as { hear: (what: string, text: string) => void };
			for (const line of region.children) hear('said', line.textContent ?? '');
			new MutationObserver((changes) => {
				for (const change of changes)
					for (const line of change.addedNodes) {
						if (line instanceof HTMLElement) hear('said', line.textContent ?? '');
					}
			}).observe(region, { childList: true });
		});
		await this.page.getByRole('alert').evaluate((region) => {
			const { hear } = window as unknown as { hear: (what: string, text: string) => void };
			const tell = () => region.textContent && hear('called', region.textContent);
			tell();
			new MutationObserver(tell).observe(region, { childList: true, characterData: true, subtree: true });
		});
	}

	private receive(message: { type: string; seats?: SeatUpdate[]; again?: boolean }): void {
		if (message.type !== 'update') return;
		const own = message.seats?.find((one) => one.seat === this.me);
		if (!own) return;
		for (const event of own.events as { kind: string }[]) {
			const texts = [this.texts.whole(event), this.texts.event(event)].filter(Boolean);
			if (texts.length) this.sent.push({ what: 'event', texts, kind: event.kind });
		}
		if (own.decision && own.awaited.includes(this.me) && own.n !== this.lastAsked) this.sent.push({ what: 'asked' });
		if (own.awaited.includes(this.me)) this.lastAsked = own.n;
	}

	get calls(): number {
		return this.heard.filter((one) => one.what === 'called').length;
	}

	get log(): string[] {
		return this.heard.filter((one) => one.what === 'said').map((one) => (one as { text: string }).text);
	}

	says = (name: string, key: string): boolean => {
		const text = this.texts.raw(key);
		if (typeof text !== 'string') throw new Error(`${this.game} has no text ${key}`);
		return patternOf(text).test(name);
	};

	invites = (said: string, key: string): boolean => said === this.texts.say(key, { seat: this.me, several: false });
}

const over = (page: Page): Locator => page.getByRole('region', { name: t('result.over') });
const board = (page: Page): Locator => page.getByRole('main');
const side = (page: Page): Locator => page.getByRole('region', { name: t('table.your_side') });

/** The buttons of the table as they are read out. */
async function buttons(page: Page): Promise<Heard[]> {
	const read = await Promise.all([board(page), side(page)].map((part) => part.ariaSnapshot({ timeout: 2000 })));
	const found: Heard[] = [];
	let group = { name: '', deep: -1 };
	for (const line of read.join('\n').split('\n')) {
		const deep = line.search(/\S/);
		if (deep <= group.deep) group = { name: '', deep: -1 };
		const opens = /^\s*- '?group "(.*?)"/.exec(line);
		if (opens) group = { name: opens[1]!, deep };
		const match = /^\s*- '?button "((?:[^"\\]|\\.)*)"([^:]*?)'?:?/.exec(line);
		if (!match || match[2]!.includes('[disabled]')) continue;
		found.push({
			name: JSON.parse(`"${match[1]}"`).replace(/''/g, "'"),
			pressed: match[2]!.includes('[pressed]'),
			group: group.name,
		});
	}
	return found;
}

/** Where the keyboard is: the name that is read there, and the group it is in. */
const focused = (page: Page): Promise<{ name: string; grouped: boolean }> =>
	page.evaluate(() => {
		let one: Element | null = document.activeElement;
		const name = one?.ariaLabel ?? one?.textContent?.trim() ?? '';
		while (one && one.role !== 'group') one = one.parentElement;
		return { name, grouped: one !== null };
	});

/** Through the group with the arrows: a row to its end, the next one back; a row that goes round ends where it began. */
async function searchGroup(page: Page, name: string, entry: string): Promise<boolean> {
	let at = entry;
	const press = async (key: string): Promise<boolean> => {
		const before = at;
		await page.keyboard.press(key);
		at = (await focused(page)).name;
		return at !== before;
	};
	let along = 'ArrowRight';
	for (let rows = 0; rows < 8 && at !== name; rows++) {
		let moved = false;
		// Names may change on the way: then the beginning does not come again.
		for (let steps = 0; at !== name && (await press(along)); steps++) {
			moved = true;
			if ((rows === 0 && at === entry) || steps > 30) return false;
		}
		along = along === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
		if (at === name || (await press('ArrowDown'))) continue;
		for (let steps = 0; steps < 30 && at !== name && (await press('ArrowUp')); steps++) moved = true;
		// Every button of this group has a Tab of its own.
		if (!moved && !(await press(along))) break;
	}
	return at === name;
}

/** With Tab, and inside a group with the arrows, to the button of this name. False: it is not there any more. */
export async function walkTo(page: Page, name: string): Promise<boolean> {
	for (let tabs = 0; tabs < 40; tabs++) {
		const now = await focused(page);
		if (now.name === name || (now.grouped && (await searchGroup(page, name, now.name)))) return true;
		await page.keyboard.press('Tab');
	}
	return false;
}

/** The next thing to press: what the game's listener wants, else the first of its keys; what is pressed already comes last. */
function choice(listener: Listener, now: Hearing): string | undefined {
	const wanted = listener.choose?.(now);
	if (wanted !== undefined) return wanted;
	for (const key of listener.keys ?? []) {
		const found = now.buttons.filter((one) => now.says(one.name, key));
		const best = found.find((one) => !one.pressed) ?? found[0];
		if (best) return best.name;
	}
	return undefined;
}

/** Play until the result is there. */
export async function playByEar(page: Page, ear: Ear, listener: Listener): Promise<void> {
	let presses = 0;
	while (!(await over(page).isVisible())) {
		if (++presses > 400) throw new Error(`no end in hearing: ${JSON.stringify(ear.heard.slice(-12))}`);
		const before = ear.heard.length;
		const asked = ear.heard.findLast((one) => one.what === 'called');
		const found = await buttons(page).catch(() => []);
		const prompt = asked && 'text' in asked ? asked.text : '';
		const name = choice(listener, { prompt, buttons: found, log: ear.log, says: ear.says });
		if (name !== undefined && (await walkTo(page, name))) await page.keyboard.press('Enter');
		const same = JSON.stringify(found);
		// Nearly always something is said at once; only silence makes one feel for the buttons again.
		for (let tries = 0; tries < 20 && ear.heard.length === before; tries++) await page.waitForTimeout(20);
		if (ear.heard.length > before) continue;
		await expect
			.poll(
				async () =>
					ear.heard.length > before ||
					(await over(page).isVisible()) ||
					JSON.stringify(await buttons(page).catch(() => [])) !== same,
				{ timeout: 1500, intervals: [30, 60, 120] },
			)
			.toBe(true)
			.catch(() => {});
	}
}

/** Everything was said once, in the order in which it happened, and nobody was asked before they had heard why. */
export function expectInOrder(ear: Ear, listener: Listener): void {
	const left = ear.sent.filter((item) => item.what !== 'event' || !listener.anytime?.includes(item.kind));
	const wrong: string[] = [];
	for (const one of ear.heard) {
		if (one.what === 'called' && listener.byHand?.some((key) => ear.invites(one.text, key))) {
			if (left[0]?.what !== 'event') wrong.push(`"${one.text}" after what came of it`);
		} else if (one.what === 'called') {
			// What was not yet said when the question came.
			while (left[0]?.what === 'event' && listener.silent?.includes(left[0].kind)) left.shift();
			if (left[0]?.what === 'asked') left.shift();
			else wrong.push(`asked "${one.text}" before ${JSON.stringify(left[0] ?? 'anything')}`);
		} else if (one.what === 'said') {
			const fits = (item: Item) =>
				item.what === 'event' && item.texts.some((text) => one.text === text || one.text.startsWith(`${text} `));
			const at = left.findIndex(fits);
			if (at < 0) continue;
			const skipped = left.splice(0, at + 1).slice(0, -1);
			const missed = skipped.filter((item) =>
				item.what === 'event' ? !listener.silent?.includes(item.kind) : !listener.follows,
			);
			if (missed.length) wrong.push(`before "${one.text}" nobody said ${JSON.stringify(missed)}`);
		}
	}
	expect(wrong).toEqual([]);
}
