// The components in a page, and the page of the report.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { byDevice, filled, harmless } from '../../onepage.ts';
import StudyView from './Study.svelte';
import type { Study } from './study';
import { begun, studies, wordsIn } from './test-studies';

let shown: Record<string, unknown> | null = null;

function show(study: Study, language = 'en'): HTMLElement {
	const target = document.createElement('div');
	document.body.append(target);
	shown = mount(StudyView, { target, props: { study, words: wordsIn(language) } });
	flushSync();
	return target;
}

afterEach(async () => {
	if (shown) await unmount(shown);
	shown = null;
	document.body.replaceChildren();
});

const names = (page: HTMLElement) =>
	[...page.querySelectorAll<HTMLElement>('[data-chart]')].map((one) => one.dataset.chart);

describe('a study on a page', () => {
	it.each(Object.keys(studies) as (keyof typeof studies)[])(
		'%s: every chart has its name, its sentence and its table',
		(kind) => {
			const page = show(studies[kind]());
			const figures = [...page.querySelectorAll('figure')];
			expect(figures.length).toBeGreaterThan(4);
			for (const figure of figures) {
				const drawn = figure.querySelector('svg[role="img"]')!;
				for (const which of ['aria-labelledby', 'aria-describedby']) {
					expect(page.querySelector(`#${drawn.getAttribute(which)}`)!.textContent!.length).toBeGreaterThan(4);
				}
				expect(figure.querySelectorAll('details tbody tr').length).toBeGreaterThan(0);
				expect(drawn.outerHTML).not.toMatch(
					/NaN|undefined|Infinity|="-\d+(\.\d+)?" (width|height)|(width|height|r)="-/,
				);
			}
			const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
		},
	);

	it('one that has only begun is drawn, too, and says how far it is', () => {
		const page = show(begun());
		expect(names(page)).toEqual(['seats', 'scores_by_seat']);
		expect(page.textContent).toContain('0 of 10,000 matches are played.');
		expect(page.innerHTML).not.toMatch(/NaN|Infinity/);
	});

	it('nothing at all is no mistake', () => {
		expect(names(show({ ...begun(), arms: [], labels: [] }))).toEqual([]);
	});

	it('another set-up is shown when it is chosen', () => {
		const page = show(studies.sweep());
		const seats = () => page.querySelector('[data-chart="seats"] p')!.textContent!.replaceAll('\u00a0', ' ');
		expect(seats()).toContain('27.2 %');
		const choices = [...page.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
		expect(choices).toHaveLength(3);
		choices[1]!.click();
		flushSync();
		expect(seats()).toContain('28.5 %');
	});

	it('a search shows its first two goals', () => {
		const page = show(studies.find());
		expect(page.querySelector('[data-chart="front"] h3')!.textContent).toBe(
			'Minutes and percentage points away from fair',
		);
		expect([...page.querySelectorAll('select')].map(({ options }) => options.length)).toEqual([3, 3]);
	});

	it('of a search the game as it is and the best of the front can be looked at', () => {
		const study = studies.find();
		study.trials[0]!.label = '';
		const page = show(study);
		const names = [...page.querySelectorAll('.which label')].map((label) => label.textContent!.trim());
		expect(names[0]).toBe('the game as it is');
		expect(names.slice(1)).toEqual([10, 13, 14, 16, 5, 20].map((n) => expect.stringContaining(`No. ${n}: `)));
		page.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]!.click();
		flushSync();
		expect(page.querySelector('dl')!.textContent).toContain('rows 4, hand 6, police false');
	});

	it('a search under way says how many set-ups it tried', () => {
		const study = studies.find();
		study.progress = { ...study.progress, tried: 7, trials: 20, finished: false };
		expect(show(study).querySelector('.so-far')!.textContent!.trim()).toBe(
			'7 of 20 set-ups are tried. The front still moves.',
		);
	});

	it('words that look like markup stay words', () => {
		const study = studies.run();
		study.sentences = ['<img src=x onerror=alert(1)>'];
		study.arms[0]!.rules[0]!.label = '</text><script>alert(1)</script>';
		const page = show(study);
		expect(page.querySelectorAll('img, script')).toHaveLength(0);
		expect(page.textContent).toContain('<img src=x onerror=alert(1)>');
	});
});

describe('one page', () => {
	it('nothing in a script ends it or hides what follows, and it means the same', () => {
		const code = 'const a = "</script><!--<script>"; const b = `<!--`; a + b';
		const safe = harmless(code);
		expect(safe).not.toMatch(/<\/script|<!--|<script/);
		// biome-ignore lint/security/noGlobalEval: what it means is the question
		expect(globalThis.eval(safe)).toBe('</script><!--<script><!--');
	});

	it('is dark where the device is, but never on paper', () => {
		expect(byDevice('a{b:c}:root[data-theme=dark]{--x:1}')).toBe(
			'a{b:c}@media screen and (prefers-color-scheme:dark){:root{--x:1}}',
		);
		expect(() => byDevice('a{b:c}')).toThrow('dark');
	});

	it('names script and style by their hash and leaves the rest to Python', () => {
		const page = filled(readFileSync('report.html', 'utf8'), 'alert("$& $1")', 'a{b:c}');
		const hash = (text: string) => createHash('sha256').update(text).digest('base64');
		expect(page).toContain(`script-src 'sha256-${hash('alert("$& $1")')}'`);
		expect(page).toContain(`style-src 'sha256-${hash('a{b:c}')}'`);
		expect(page).toContain('<script>alert("$& $1")</script>');
		expect([...page.matchAll(/\[\[(\w+)\]\]/g)].map(([, name]) => name).sort()).toEqual([
			'lang',
			'no_script',
			'study',
			'title',
			'words',
		]);
	});
});

describe('a histogram', () => {
	it('of tenths of a match ends with the whole match', () => {
		const study = studies.run();
		const tenths = [0.8, 0.9, 1].map((from) => ({ from, to: from + 0.1, count: 5 }));
		study.arms[0]!.drama!.certain.bins = tenths;
		const drawn = show(study).querySelector('[data-chart="certain"]')!;
		const written = [...drawn.querySelectorAll('svg text, table:last-of-type td')].map(
			({ textContent }) => textContent!,
		);
		expect(written.filter((text) => /1\d\d/.test(text)).every((text) => /\b100\b/.test(text))).toBe(true);
	});
});

describe('a chart as a file', () => {
	it('stands on its own, light and dark, and a name that is none says which there are', () => {
		const folder = mkdtempSync(join(tmpdir(), 'tailback-plots-'));
		const draw = (...words: string[]) =>
			execFileSync(process.execPath, ['plots.mjs', ...words], { encoding: 'utf8', stdio: 'pipe' });
		try {
			const out = join(folder, 'out.svg');
			draw(resolve('src/lab/fixtures/sweep.json'), 'difference.minutes', out, '600');
			const drawn = readFileSync(out, 'utf8');
			expect(drawn).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox="0 0 600 /);
			expect(drawn).toContain('<title id="title">Minutes</title>');
			expect(drawn).toContain('prefers-color-scheme:dark');
			expect(drawn).not.toMatch(/<!--|undefined|NaN|transition/);
			expect(new DOMParser().parseFromString(drawn, 'image/svg+xml').querySelectorAll('.lab-dot')).toHaveLength(2);
			expect(() => draw(resolve('src/lab/fixtures/run.json'), 'beauty', out)).toThrow(
				/no chart beauty here, but: seats, order/,
			);
		} finally {
			rmSync(folder, { recursive: true });
		}
	}, 30_000);
});
