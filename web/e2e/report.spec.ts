// The report of the lab, opened from a file as somebody does to whom it was sent: nothing is asked for, nothing is cut, axe finds
// nothing, whatever stands in it stays text, and it can be printed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Study } from '../src/lab/study';
import { PLAYWRIGHTS } from './fixtures';
import { PYTHON } from './server';

const root = resolve(import.meta.dirname, '../..');
const WRITE = `import json, sys; from tailback.lab.report import page
study, lang, out = sys.argv[1:]
open(out, "w", encoding="utf-8").write(page(json.load(open(study, encoding="utf-8")), lang))`;
/** The two options of all games whose names are longest, swept as the lab does it: every label is as long as can be. */
const LONG = `import json, sys, tempfile
from tailback import games
from tailback.lab import sweeps
from tailback.lab.compared import compare
from tailback.lab.crew import Alone
from tailback.lab.kept import Kept
from tailback.lab.studies import SWEEP, Study
from tailback.lab.summary import summary
from tailback.lab.words import Words, named
lang, out = sys.argv[1:]

def length(game, option):
    return max(len(named(Words(lang, game), game, option.name, value)) for value in option.values())

def longest(game):
    return sorted((one for one in game.options if len(one.values()) > 1), key=lambda one: -length(game, one))[:2]

game = max(map(games.load, games.ids()), key=lambda game: sum(length(game, one) for one in longest(game)))
factors = {one.name: one.values()[:2] for one in longest(game)}
setups, levels = sweeps.arms(game, factors, {}, 0, (), "", watch=8, follow=1)
with tempfile.TemporaryDirectory() as folder, Kept(folder + "/long.study") as kept:
    study = Study(kept, SWEEP, setups)
    for played in study.play(Alone(), 16):
        pass
    found = summary(study, lang, levels, compare(study, sweeps.pairs(levels, factors)))
json.dump(found, open(out, "w", encoding="utf-8"))`;
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };
const DESKTOP = { width: 1440, height: 900 };

const sample = (kind: string): Study =>
	JSON.parse(readFileSync(resolve(import.meta.dirname, `../src/lab/fixtures/${kind}.json`), 'utf8'));

/** Writes the report of a study as a file and gives its address. */
type Write = (study: Study, language?: string) => string;

const test = base.extend<{ complaints: string[] }, { write: Write }>({
	write: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from here
		async ({}, use) => {
			const folder = mkdtempSync(join(tmpdir(), 'tailback-report-'));
			let n = 0;
			await use((study, language = 'en') => {
				const [from, to] = [join(folder, `${++n}.json`), join(folder, `${n}.html`)];
				writeFileSync(from, JSON.stringify(study));
				execFileSync(PYTHON, ['-c', WRITE, from, language, to], { cwd: root });
				return pathToFileURL(to).href;
			});
			rmSync(folder, { recursive: true });
		},
		{ scope: 'worker' },
	],
	complaints: [
		async ({ page }, use) => {
			const found: string[] = [];
			page.on('request', (request) => {
				if (!/^data:|\/tailback-report-\w+\/\d+\.html$/.test(request.url())) found.push(`asked ${request.url()}`);
			});
			const complain = (text: string) => text.includes(PLAYWRIGHTS) || found.push(text);
			page.on('console', (message) => {
				if (['error', 'warning'].includes(message.type())) complain(message.text());
			});
			page.on('pageerror', (error) => complain(String(error)));
			page.on('dialog', (dialog) => found.push(`asked ${dialog.message()}`));
			await use(found);
			expect(found, 'console errors and requests').toEqual([]);
		},
		{ auto: true },
	],
});

test.use({ trace: 'off' });

async function violations(page: Page): Promise<string[]> {
	const { violations: found } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
	return found.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
}

const openAll = (page: Page) =>
	page.evaluate(() => {
		for (const details of document.querySelectorAll('details')) details.open = true;
	});

/** What is wider than its room: the page, words of it, or a drawing and the words in it. */
const cut = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		if (document.documentElement.scrollWidth > innerWidth)
			found.push(`the page is ${document.documentElement.scrollWidth} wide`);
		for (const element of document.querySelectorAll(
			'h1, h2, h3, p, li, dt, dd, label, summary, th, td, svg, svg text',
		)) {
			const { left, right, width } = element.getBoundingClientRect();
			const room = (
				element.closest('svg') ??
				element.closest('figure, .best') ??
				document.body
			).getBoundingClientRect();
			if (width && (left < room.left - 1 || right > room.right + 1))
				found.push(`${element.tagName} ${element.textContent!.trim().slice(0, 50)}`);
		}
		return found;
	});

/** Words of a drawing that lie upon each other. */
const overlapping = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		for (const svg of document.querySelectorAll('svg')) {
			// The letters alone: some browsers count the light seam round them as well.
			const words = [...svg.querySelectorAll<SVGTextElement>('text:not(.lab-inside)')].map((text) => {
				const { x, y, width, height } = text.getBBox();
				const { a, d, e, f } = text.getScreenCTM()!;
				return { text, at: new DOMRect(a * x + e, d * y + f, a * width, d * height) };
			});
			words.forEach(({ text, at }, i) => {
				for (const other of words.slice(i + 1)) {
					const across = Math.min(at.right, other.at.right) - Math.max(at.left, other.at.left);
					const down = Math.min(at.bottom, other.at.bottom) - Math.max(at.top, other.at.top);
					if (across > 1 && down > 4) found.push(`${text.textContent} and ${other.text.textContent}`);
				}
			});
		}
		return found;
	});

test.describe('axe', () => {
	// axe is evaluated in the page, which the policy of the page forbids.
	test.use({ bypassCSP: true });
	for (const [kind, language] of [
		['run', 'de'],
		['sweep', 'fi'],
		['find', 'en'],
	] as const) {
		test(`nothing to complain about, nothing cut: ${kind}`, async ({ page, write }) => {
			await page.goto(write(sample(kind), language));
			for (const size of [PHONE, TABLET, DESKTOP]) {
				await page.setViewportSize(size);
				await expect.poll(() => overlapping(page), { message: `${size.width}` }).toEqual([]);
				expect.soft(await cut(page), `${size.width}`).toEqual([]);
			}
			// The tables are all alike: axe looks at one, in the two looks that differ most.
			await page.locator('summary').first().click();
			for (const [size, colorScheme] of [
				[PHONE, 'dark'],
				[DESKTOP, 'light'],
			] as const) {
				await page.setViewportSize(size);
				await page.emulateMedia({ colorScheme });
				expect.soft(await violations(page), `${size.width} ${colorScheme}`).toEqual([]);
			}
			await openAll(page);
			for (const size of [DESKTOP, PHONE]) {
				await page.setViewportSize(size);
				expect.soft(await cut(page), `${size.width}, tables open`).toEqual([]);
			}
		});
	}
});

for (const language of ['en', 'de', 'fi']) {
	test(`the longest labels of a sweep stay in their cards: ${language}`, async ({ page, write }, info) => {
		const file = info.outputPath('long.json');
		execFileSync(PYTHON, ['-c', LONG, language, file], { cwd: root });
		const study = JSON.parse(readFileSync(file, 'utf8')) as Study;
		expect(study.labels[0]!.length).toBeGreaterThan(40);
		await page.goto(write(study, language));
		for (const size of [PHONE, TABLET, DESKTOP]) {
			await page.setViewportSize(size);
			await expect.poll(() => overlapping(page), { message: `${size.width}` }).toEqual([]);
			expect.soft(await cut(page), `${size.width}`).toEqual([]);
		}
	});

	test(`says everything in its language, and knows no other: ${language}`, async ({ page, write }) => {
		const address = write(sample('run'), language);
		await page.goto(address);
		await expect(page.locator('html')).toHaveAttribute('lang', language);
		await expect(page.locator('figure')).toHaveCount(16);
		const titles: Record<string, string> = { en: 'Wins by seat', de: 'Siege nach Platz', fi: 'Voitot paikan mukaan' };
		await expect(page.locator('[data-chart="seats"] h3')).toHaveText(titles[language]!);
		await openAll(page);
		expect(await page.locator('body').innerText()).not.toMatch(
			/\{\w+|undefined|NaN|\b(charts|columns|figures|setup)\.\w/,
		);
		const html = await page.content();
		for (const [other, title] of Object.entries(titles)) if (other !== language) expect(html).not.toContain(title);
	});
}

test('what stands in a study stays text, under the policy of the page', async ({ page, write }) => {
	const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
	const study = sample('run');
	study.title = hostile;
	study.sentences = [hostile];
	study.arms[0]!.rules[0]!.label = hostile;
	study.arms[0]!.setup.changed = { [hostile]: hostile };
	await page.goto(write(study));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
	await expect(page.locator('img')).toHaveCount(0);
	expect(await page.title()).toBe(hostile);
});

test('the policy lets nothing in but what was built', async ({ page, write, complaints }) => {
	await page.goto(write(sample('run')));
	await page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'document.title = "changed"';
		document.head.append(script);
	});
	expect(await page.title()).toBe(sample('run').title);
	await expect.poll(() => complaints.splice(0).join()).toMatch(/Content.Security.Policy/);
});

test('set-ups and goals can be chosen', async ({ page, write }) => {
	await page.goto(write(sample('sweep')));
	await expect(page.locator('[data-chart="seats"]')).toContainText('27.2');
	await page.getByRole('radio', { name: 'rows 2' }).check();
	await expect(page.locator('[data-chart="seats"]')).toContainText('28.5');
	await page.goto(write(sample('find')));
	const title = page.locator('[data-chart="front"] h3');
	await expect(title).toHaveText('Minutes and percentage points away from fair');
	await page.getByLabel('Upwards').selectOption('% of decisions with a real choice');
	await expect(title).toHaveText('Minutes and % of decisions with a real choice');
});

test('on paper it is light, without buttons, and small drawings fill their column', { tag: '@chromium' }, async ({
	page,
	write,
}) => {
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(write(sample('find'), 'de'));
	const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	expect(await ground()).toBe('rgb(29, 27, 46)');
	await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
	expect(await ground()).toBe('rgb(255, 255, 255)');
	await expect(page.locator('select').first()).toBeHidden();
	await expect(page.locator('summary').first()).toBeHidden();
	await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
	await expect(page.locator('[data-chart="seats"] svg')).toHaveAttribute('width', '320');
	await page.evaluate(() => dispatchEvent(new Event('afterprint')));
	await expect(page.locator('[data-chart="seats"] svg')).not.toHaveAttribute('width', '320');
	expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(20_000);
});
