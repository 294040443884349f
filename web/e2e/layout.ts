// What is wrong with how a screen is laid out, measured in the browser. An empty list: nothing.
import { expect, type Page, type Request } from '@playwright/test';
import type { Screen } from './screen';

export const SIZES = ['360x740', '390x844', '844x390', '768x1024', '1024x768', '1440x900', '1920x1080'] as const;
/** What a whole room looks at. */
export const ROOM_SIZES = ['1920x1080', '1280x720'] as const;
export type Size = (typeof SIZES)[number] | (typeof ROOM_SIZES)[number];

export const faults = (page: Screen): Promise<string[]> => page.evaluate(measure);

/** What each page has asked for and not yet got, where the browser tells. */
const asked = new WeakMap<Screen, Set<Request>>();

function underWay(screen: Screen): Set<Request> {
	let open = asked.get(screen);
	if (!('on' in screen)) return new Set();
	const page = screen as Page;
	if (!open) {
		const found = new Set<Request>();
		page.on('request', (request) => found.add(request));
		page.on('requestfinished', (request) => found.delete(request));
		page.on('requestfailed', (request) => found.delete(request));
		asked.set(page, found);
		open = found;
	}
	return open;
}

/** Another size, language or size of letters, without loading the page again. */
export async function look(page: Screen, size: Size, language: string, letters: number): Promise<void> {
	const open = underWay(page);
	const [width, height] = size.split('x').map(Number);
	await page.setViewportSize({ width: width!, height: height! });
	await page.evaluate(
		async ([wanted, large]) => {
			const key = 'tailback.prefs';
			const old = localStorage.getItem(key) ?? '{}';
			const now = JSON.stringify({ ...JSON.parse(old), language: wanted, size: large });
			localStorage.setItem(key, now);
			// As if it had been set in another window.
			if (now !== old) window.dispatchEvent(new StorageEvent('storage', { key }));
			for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
		},
		[language, letters] as const,
	);
	// The words of another language are fetched, and letters that were not needed before.
	await expect.poll(() => open.size, { intervals: [10, 20, 50] }).toBe(0);
	const set = () =>
		page.evaluate(() => {
			const { lang, style } = document.documentElement;
			return [lang, Number(style.getPropertyValue('--size') || 1)];
		});
	await expect.poll(set, { intervals: [10, 20, 50] }).toEqual([language, letters]);
	await page.evaluate(async () => {
		await document.fonts.ready;
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		const state = () =>
			document.body.innerText +
			JSON.stringify([...document.querySelectorAll('button')].map((one) => one.getBoundingClientRect()));
		// In WebKit even the shortest transition takes a while, and each box waits for the one round it.
		const changing = () => document.getAnimations().some((one) => one instanceof CSSTransition);
		// Boxes settle: until two looks in a row are the same.
		for (let before = '', tries = 0; tries < 20; tries++) {
			for (let i = 0; i < 2; i++) await frame();
			const after = state();
			if (before === after && !changing()) break;
			before = after;
		}
	});
}

/**
 * Runs in the page. The rules:
 * - Texts: no letter lies outside a box that clips it, no word is broken in two, nothing lies on the question. A name may be shortened.
 * - What can be tapped is on the screen, or in something that scrolls there. It is at least 44 px wide and high, and its middle is
 *   what a finger meets there. A card that others lie on is free over at least 20 px of its width, in its upper or its lower part. A
 *   space of a board is as large as the board allows: at least 24 px; more than 40 cards on the table share its room: at least 36 px,
 *   and 30 where large letters take some of it.
 *   What cannot be played now may lie below what is asked, and a hand may dip below the edge of the screen by a quarter of its cards.
 * - What must be seen whole lies under no paper, and nothing lies on the middle of the piles; a name in a pill is half a name at least. What is said lies on no move and no pill,
 *   and says it in words.
 * - Prompt, pills, code, buttons, own cards and what can be tapped on the table do not lie on each other by more than 3 px (cards of
 *   one hand may).
 */
function measure(): string[] {
	const found = new Set<string>();
	const [wide, high] = [innerWidth, innerHeight];
	const STRIP = 20;
	const large = document.documentElement.dataset.large === 'true';
	const top =
		[...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ??
		document.querySelector<HTMLElement>('.cover') ??
		document.body;
	const shown = (one: Element): boolean =>
		!one.closest('[inert], [aria-hidden="true"], .unseen, [data-layer]') &&
		(one as HTMLElement).checkVisibility({ opacityProperty: true, visibilityProperty: true });
	const name = (one: Element): string => {
		const kind = one.classList.value
			.replace(/svelte-\w+/g, '')
			.trim()
			.replaceAll(/\s+/g, '.');
		return `${one.tagName.toLowerCase()}${kind && `.${kind}`} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}"`;
	};
	const scrolls = (one: Element): Element | null => {
		for (let at = one.parentElement; at; at = at.parentElement) {
			const style = getComputedStyle(at);
			if (
				/auto|scroll/.test(style.overflowY + style.overflowX) &&
				(at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1)
			)
				return at;
		}
		const page = document.documentElement;
		return page.scrollHeight > high + 1 && !one.closest('.frame') ? page : null;
	};
	/** The part of a box that no clipping box around takes away. */
	const clipped = (one: Element, box: DOMRect): string | null => {
		for (let at: Element | null = one; at && at !== document.documentElement; at = at.parentElement) {
			const style = getComputedStyle(at);
			const rect = at.getBoundingClientRect();
			for (const [axis, from, to, a, b] of [
				['x', box.left, box.right, rect.left, rect.right],
				['y', box.top, box.bottom, rect.top, rect.bottom],
			] as const) {
				const flow = axis === 'x' ? style.overflowX : style.overflowY;
				if (/hidden|clip/.test(flow) && (from < a - 2 || to > b + 2)) return `by ${name(at).slice(0, 40)}`;
				if (/auto|scroll/.test(flow) && (from < a - 2 || to > b + 2)) return null;
			}
			if (style.position === 'fixed') break;
		}
		if (box.left < -1 || box.right > wide + 1) return 'by the edge of the screen';
		if ((box.top < -1 || box.bottom > high + 1) && !scrolls(one)) return 'by the edge of the screen';
		return null;
	};

	// Texts.
	const words = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	for (let node = words.nextNode(); node; node = words.nextNode()) {
		const one = node.parentElement!;
		if (!node.nodeValue?.trim() || one.closest('svg, script, style') || !shown(one)) continue;
		range.selectNodeContents(node);
		const rects = [...range.getClientRects()];
		if (!rects.length) continue;
		const style = getComputedStyle(one);
		const may =
			one.closest('[data-name]') ||
			one.closest('input') ||
			(style.textOverflow === 'ellipsis' && one.closest('.link, .address'));
		for (const rect of rects) {
			const box = new DOMRect(rect.left, rect.top + rect.height * 0.12, rect.width, rect.height * 0.7);
			const by = may ? null : clipped(one, box);
			if (by) found.add(`cut: ${name(one)} ${by}`);
			for (const x of one.matches('.prompt') ? [box.left + 2, box.right - 2] : []) {
				const hit = document.elementFromPoint(x, box.top + box.height / 2);
				if (hit && !hit.contains(one)) found.add(`covered: ${name(one)} by ${name(hit)}`);
			}
		}
		for (const word of node.nodeValue.matchAll(/[\p{L}\d]{2,}/gu)) {
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const lines = new Set(
				[...range.getClientRects()].filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top / 8)),
			);
			if (lines.size > 1 && !may) found.add(`broken: "${word[0]}" in ${name(one)}`);
		}
	}

	// What can be tapped.
	const TAPS = 'button, a[href], input, select, [role="button"], [role="switch"], [data-can="true"], [data-lit="true"]';
	const taps = [...top.querySelectorAll<HTMLElement>(TAPS)].filter(
		(one) =>
			shown(one) &&
			one.getClientRects().length &&
			!(one as HTMLButtonElement).disabled &&
			!one.parentElement?.closest(TAPS),
	);
	const meets = (one: Element, x: number, y: number): boolean => {
		const hit = document.elementFromPoint(x, y);
		return hit !== null && (one.contains(hit) || (hit.contains(one) && hit.closest('label') !== null));
	};
	const crowd = taps.filter((one) => one.closest('.board')).length > 40;
	for (const one of taps) {
		const box = one.getBoundingClientRect();
		const scroll = scrolls(one);
		// A hand of cards may dip below the edge: what they say stands above.
		const dip = one.matches('.hand [data-piece]') ? box.height * 0.25 : 1;
		const outside = box.left < -1 || box.right > wide + 1 || box.top < -1 || box.bottom > high + dip;
		if (outside && !scroll) found.add(`off the screen: ${name(one)}`);
		if (outside || !one.matches('button, [role="button"], [data-can="true"], [data-lit="true"]')) continue;
		const lowest = scroll && scroll !== document.documentElement ? scroll.getBoundingClientRect() : null;
		if (lowest && (box.bottom > lowest.bottom + 1 || box.top < lowest.top - 1)) continue;
		const piece =
			one.closest('.board') !== null && one.matches('[data-piece], [data-space], [data-place], [data-lane]');
		const card = one.matches('.hand [data-piece]');
		// What cannot be played may lie below what is asked now.
		if (one.closest('.board') && one.dataset.can === 'false') continue;
		const least = piece ? 24 : crowd && one.closest('.board') ? (large ? 30 : 36) : 44;
		if (box.width < least - 0.5 || box.height < least - 0.5)
			found.add(`small: ${name(one)} ${Math.round(box.width)}x${Math.round(box.height)}`);
		if (card || piece) {
			// A strip of it is free, above or below.
			const free = [...Array(12).keys()].filter(
				(i) =>
					meets(one, box.left + (box.width * (i + 0.5)) / 12, box.top + box.height * 0.3) ||
					meets(one, box.left + (box.width * (i + 0.5)) / 12, box.top + box.height * 0.7),
			);
			if ((free.length / 12) * box.width < STRIP) found.add(`covered: ${name(one)}`);
		} else if (!meets(one, box.left + box.width / 2, box.top + box.height / 2)) {
			if (!(scroll === document.documentElement))
				found.add(
					`covered: ${name(one)} by ${name(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) ?? document.body)}`,
				);
		}
	}

	// What lies on each other.
	const parts: { one: Element; box: DOMRect; kind: string }[] = [];
	/** Without what is scrolled away. */
	const seenOf = (one: Element): DOMRect => {
		const box = one.getBoundingClientRect();
		const room = scrolls(one)?.getBoundingClientRect();
		if (!room || !one.closest('.frame')) return box;
		const upper = Math.max(box.top, room.top);
		return new DOMRect(box.left, upper, box.width, Math.max(0, Math.min(box.bottom, room.bottom) - upper));
	};
	const add = (kind: string, selector: string) => {
		for (const one of top.querySelectorAll(selector))
			if (shown(one) && one.getClientRects().length && !parts.some((part) => part.one === one))
				parts.push({ one, box: seenOf(one), kind });
	};
	if (top === document.body) {
		for (const prompt of top.querySelectorAll('.frame .prompt')) {
			range.selectNodeContents(prompt);
			for (const box of range.getClientRects())
				if (box.width > 8)
					parts.push({
						one: prompt,
						box: new DOMRect(box.left, box.top + 3, box.width, box.height - 6),
						kind: 'prompt',
					});
		}
		add('pill', '.frame .pill');
		add('code', '.frame .code');
		add('button', '.frame .button, .frame header button, .frame .asked button, .frame button.round');
		add('card', '.frame .paper .hand [data-piece^="card:"]');
		add('piece', '.frame .board button[data-can="true"], .frame .board button[data-lit="true"]');
	}
	parts.forEach((a, i) => {
		for (const b of parts.slice(i + 1)) {
			if (a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one)) continue;
			if (a.kind === b.kind && (a.kind === 'card' || a.kind === 'piece')) continue;
			const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
			const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
			if (x > 3 && y > 3) found.add(`on each other: ${a.kind} ${name(a.one)} and ${b.kind} ${name(b.one)}`);
		}
	});
	if (top === document.body) {
		for (const one of top.querySelectorAll<HTMLElement>('[data-whole]')) {
			// Behind a result or a door nothing has to be seen.
			if (!shown(one)) continue;
			const box = one.getBoundingClientRect();
			const board = one.closest('.board')?.getBoundingClientRect();
			if (board && (box.top < board.top - 1 || box.left < -1 || box.right > wide + 1))
				found.add('cut: what must be whole');
			for (let i = 1; i < 8; i++)
				if (document.elementFromPoint(box.left + (box.width * i) / 8, box.bottom - 2)?.closest('.paper'))
					found.add('covered: what must be whole');
		}
		for (const one of top.querySelectorAll<HTMLElement>('.board [data-place="deck"], .board [data-place="pile"]')) {
			if (!shown(one)) continue;
			const box = one.getBoundingClientRect();
			for (const part of [0.35, 0.5, 0.65])
				for (const down of [0.4, 0.5, 0.6]) {
					const hit = document.elementFromPoint(box.left + box.width * part, box.top + box.height * down);
					if (hit && !hit.contains(one) && !one.parentElement!.contains(hit))
						found.add(`covered: ${name(one)} by ${name(hit)}`);
				}
		}
		for (const one of top.querySelectorAll<HTMLElement>('.pill [data-name]'))
			if (
				one.clientWidth &&
				(one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight * 1.5) &&
				one.clientWidth < 36
			)
				found.add(`cut: name ${name(one)}`);
		for (const one of top.querySelectorAll('header .bubble')) {
			const box = one.getBoundingClientRect();
			if (!one.textContent?.trim()) found.add('without words: bubble');
			if (box.left < -1 || box.right > wide + 1) found.add(`off the screen: bubble ${name(one)}`);
			for (const other of top.querySelectorAll('header .pill, header .strip .one, header .bubble')) {
				const at = other.getBoundingClientRect();
				const x = Math.min(box.right, at.right) - Math.max(box.left, at.left);
				const y = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
				if (other !== one && x > 1 && y > 1) found.add(`on each other: bubble ${name(one)} and ${name(other)}`);
			}
		}
	}
	return [...found];
}

/** Runs in the page of a big screen: what is too small for three metres, and what does not stand where it belongs. */
export function farAway(): string[] {
	const found: string[] = [];
	const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = words.nextNode(); node; node = words.nextNode()) {
		const one = node.parentElement!;
		if (!node.nodeValue?.trim() || one.closest('svg, script, style, .unseen, .board')) continue;
		const size = Number.parseFloat(getComputedStyle(one).fontSize);
		if (size < innerHeight * 0.022) found.push(`too small from afar: ${size} ${node.nodeValue.slice(0, 30)}`);
	}
	const inside = (one: Element | null, what: string, all: string) => {
		const room = one?.getBoundingClientRect();
		for (const part of one?.querySelectorAll(all) ?? []) {
			const box = part.getBoundingClientRect();
			if (room && (box.top < room.top - 1 || box.bottom > room.bottom + 1 || box.right > room.right + 1))
				found.push(`outside of ${what}: ${part.textContent?.slice(0, 40)}`);
		}
	};
	inside(document.querySelector('.told'), 'what is told', '.prompt, li');
	inside(document.querySelector('.big aside'), 'the side', 'li, img, .code, button, a');
	inside(document.querySelector('.board'), 'the board', '[data-piece]');
	inside(document.querySelector('.board .middle'), 'the middle', '[data-piece]');
	inside(document.querySelector('.lobby'), 'the lobby', 'li, img, h1, .code, button, a');
	inside(document.querySelector('.end'), 'the end', 'h1, .stand, .tales li, img, button, a');
	return found;
}
