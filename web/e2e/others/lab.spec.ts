// The lab in every browser: a comparison is put together with taps, seen to grow, and its charts are drawn within the page.
import { expect, test } from '../fixtures';
import { count, tapWhenThere } from '../player';
import type { Screen } from '../screen';

/** Studies come after all else that runs. */
const PATIENCE = { timeout: 120_000 };

/** As somebody would drag it there. */
const slide = (view: Screen, place: number, value: number) =>
	view.evaluate(
		([at, to]) => {
			const slider = document.querySelectorAll<HTMLInputElement>('form input[type="range"]')[at!]!;
			slider.value = String(to);
			slider.dispatchEvent(new Event('input', { bubbles: true }));
		},
		[place, value],
	);

/** What sticks out of the page, or of the drawing that it belongs to. */
const cut = (view: Screen) =>
	view.evaluate(() => {
		const wide = document.documentElement.scrollWidth - innerWidth;
		const out = [...document.querySelectorAll('svg.lab-svg text')].filter((text) => {
			const { left, right, width } = text.getBoundingClientRect();
			const room = text.closest('svg')!.getBoundingClientRect();
			return width > 0 && (left < room.left - 2 || right > room.right + 2);
		});
		return [...(wide > 0 ? [`the page by ${wide}`] : []), ...out.map((text) => text.textContent ?? '')];
	});

test('set-ups are compared at the lab', async ({ view, server }) => {
	test.setTimeout(300_000);
	await view.setViewportSize({ width: 390, height: 844 });
	await view.goto(server.lab);
	await tapWhenThere(view, 'form .chips .chip:nth-child(2)');
	await tapWhenThere(view, 'form [role="group"]:nth-of-type(3) > .chips > .chip:first-child');
	await expect.poll(() => count(view, '[data-thing="players"]')).toBe(1);
	for (let n = 1; (await count(view, '[data-thing] .chip[aria-pressed="true"]')) < 2; n++)
		await tapWhenThere(view, `[data-thing] .chip[aria-pressed="false"]:nth-child(${n})`);
	await slide(view, 0, 0);
	expect(await cut(view)).toEqual([]);
	await tapWhenThere(view, '.start .button.main');
	await expect.poll(() => count(view, '[data-chart^="beside."] .lab-interval'), PATIENCE).toBeGreaterThan(2);
	expect(await cut(view)).toEqual([]);
	await expect.poll(() => count(view, '[data-chart^="difference."] .lab-interval'), PATIENCE).toBeGreaterThan(2);
	await expect.poll(() => count(view, '[role="progressbar"]')).toBe(0);
	expect(await count(view, '.found li')).toBeGreaterThan(0);
	expect(await cut(view)).toEqual([]);
});
