// Nowhere a key in place of words.
import type { Page } from '@playwright/test';
import { look } from './layout';
import type { Screen } from './screen';

export const LANGUAGES = ['en', 'de', 'fi'];

/** What people see and hear on this screen that looks like a key of ours. */
export const keysOn = (page: Screen): Promise<string[]> =>
	page.evaluate(() => {
		const said = [document.title, document.body.innerText];
		for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
			for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name) ?? '');
		}
		const key = /(?<![\w/.-])[a-z][a-z_]*(\.[a-z0-9_]+)+(?![\w/-])/g;
		return said.flatMap((text) => text.match(key) ?? []).filter((found) => !/\.txt$/.test(found));
	});

/** The same in every language, changed where one is. */
export async function keysInAll(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const language of [...LANGUAGES.slice(1), LANGUAGES[0]!]) {
		await look(page, '1024x768', language, 1);
		for (const key of await keysOn(page)) found.push(`${language}: ${key}`);
	}
	return found;
}
