// Whole matches with the full rules, of several rounds in every game that has rounds: whatever is asked is looked at all the time, and
// nothing may lie over it, not even what a finger goes through.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, hasten, offered, prefer, sitDown, test } from './fixtures';
import { GAMES, scenesOf } from './games';
import { playOn } from './player';

const ROUNDS = 3;
/** The recorded match of a game tells more than once what everybody got. */
const several = GAMES.filter((game) => {
	const file = resolve(import.meta.dirname, `../src/games/${game}/fixtures/match.json`);
	const { acts } = JSON.parse(readFileSync(file, 'utf8')) as { acts: { events: { points?: unknown }[] }[] };
	return acts.flatMap((act) => act.events).filter((event) => Array.isArray(event.points)).length > 1;
});

interface Looked {
	/** Each time that the end of a round came up, what it said. */
	ends: string[];
	/** What lay over what was asked. */
	over: string[];
	/** So many questions were looked at. */
	questions: number;
}

/** Runs in the page: every frame is looked at for the end of a round, every third for what lies over a question. */
function watch(): void {
	const looked: Looked = { ends: [], over: [], questions: 0 };
	Object.assign(window, { looked });
	let end: Element | null = null;
	let asked = '';
	let frames = 0;
	const name = (one: Element) => `${one.localName}.${one.getAttribute('class') ?? ''}`;
	/** What is hit at a point of it, where that is neither a part of it nor another thing that can be tapped. */
	function foreign(one: Element, x: number, y: number): string {
		const hit = document.elementFromPoint(x, y);
		// Why not, beside what was tapped: that was asked for.
		if (!hit || one.contains(hit) || hit.contains(one) || hit.closest('.bubble')) return '';
		return hit.closest('[data-can], [data-lit], [data-piece]') ? '' : name(hit);
	}
	function* parents(one: Element): Generator<Element> {
		for (let at = one.parentElement; at; at = at.parentElement) yield at;
	}
	function covered(one: Element): string {
		// Words are as wide as they are, not as the line that they stand in.
		const words = document.createRange();
		words.selectNodeContents(one);
		const whole = (one.matches('.prompt') ? words : one).getBoundingClientRect();
		const room = [one, ...parents(one)].find((at) => /auto|scroll/.test(getComputedStyle(at).overflowY));
		// What is scrolled away is not covered.
		const seen = room?.getBoundingClientRect() ?? whole;
		const box = new DOMRect(whole.left, Math.max(whole.top, seen.top), whole.width, 0);
		box.height = Math.min(whole.bottom, seen.bottom) - box.top;
		if (box.width <= 0 || box.height <= 4) return '';
		for (const part of [0.5, 0.15, 0.85]) {
			for (const down of [0.5, 0.15, 0.85]) {
				const found = foreign(one, box.left + box.width * part, box.top + box.height * down);
				if (found) return `${found} over ${name(one)}`;
			}
		}
		return '';
	}
	/** What a finger goes through, and what is seen all the same. */
	const THIN = '.naming .card, .strike, header .bubble, .flight > *';
	function over(one: Element, thin: DOMRect[]): boolean {
		const box = one.getBoundingClientRect();
		return thin.some(
			(other) =>
				Math.min(box.right, other.right) - Math.max(box.left, other.left) > 8 &&
				Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 8,
		);
	}
	function look(): void {
		requestAnimationFrame(look);
		const now = document.querySelector('.round-over');
		if (now && now !== end) looked.ends.push(now.textContent ?? '');
		end = now;
		frames += 1;
		if (frames % 3) return;
		const frame = document.querySelector('[data-game]');
		const prompt = frame?.querySelector('.prompt.mine');
		// What a person has called for themselves lies over the table.
		if (!frame || !prompt || frame.closest('[inert]') || document.querySelector('dialog[open]')) return;
		const clocks = frame.querySelectorAll('.seconds');
		const lit = frame.querySelectorAll('[data-lit="true"], [data-can="true"], .buttons button');
		const thin = [...document.querySelectorAll(THIN)]
			.filter((one) => one.checkVisibility({ opacityProperty: true }))
			.map((one) => one.getBoundingClientRect())
			.filter((box) => box.width && box.height);
		for (const one of [prompt, ...clocks, ...lit]) {
			const found = covered(one) || (over(one, thin) ? `something over ${name(one)}` : '');
			if (found && !looked.over.includes(found)) looked.over.push(found);
		}
		if (now) looked.over.push('the end of a round');
		const question = `${prompt.textContent} ${lit.length}`;
		if (question !== asked) looked.questions += 1;
		asked = question;
	}
	requestAnimationFrame(look);
}

const seen = (page: Page): Promise<Looked> => page.evaluate(() => (window as unknown as { looked: Looked }).looked);

test('some games have rounds', () => {
	expect(several.length).toBeGreaterThan(1);
});

for (const game of GAMES) {
	test(`${game}: a whole match, and nothing lies over what is asked`, async ({ page, context, server }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await prefer(context, { speed: 'off' });
		await hasten(context);
		await context.addInitScript(watch);
		const face = (await offered(server)).games.find((one) => one.id === game)!;
		// Of so many rounds a match can be, whatever they are called: one each, or one for each who begins.
		const lengths: Record<string, number> = { rounds: 1, games: 1, each_begins: face.fewest };
		const limit = face.options.find((one) => several.includes(game) && one.name in lengths)?.name;
		const least = limit ? Math.max(1, Math.floor(ROUNDS / lengths[limit]!)) : 0;
		const rounds = limit ? least * lengths[limit]! : 0;
		const chosen = face.options.filter((one) => limit && one.choices.includes(limit)).map((one) => [one.name, limit]);
		const chairs = Array.from({ length: face.fewest }, (_, seat) =>
			seat ? { sitter: 'bot' as const, level: face.levels[0]! } : { sitter: 'here' as const, name: 'Mia' },
		);
		// Fewer cards, where a game can be dealt with fewer.
		const options = {
			...scenesOf(game).together?.options,
			...Object.fromEntries(chosen),
			...(limit ? { [limit]: least } : {}),
		};
		await sitDown(page, server, game, chairs, { options });
		await expect(page.locator('[data-game]')).toBeVisible();
		await playOn(page);
		const { ends, over, questions } = await seen(page);
		expect(over).toEqual([]);
		expect(questions).toBeGreaterThan(10);
		expect(ends).toHaveLength(rounds);
		expect(new Set(ends).size).toBe(rounds);
	});
}
