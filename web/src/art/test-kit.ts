import { expect } from 'vitest';

/** Art is trusted markup: well-formed, and nothing in it that a strict policy would block or that could collide. */
export function pure(markup: string): void {
	expect(markup).not.toMatch(/style=|<script|\bid=|\bon\w+=|href|url\(|NaN|undefined|null|Infinity/);
	const page = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, 'text/xml');
	expect(page.getElementsByTagName('parsererror').length).toBe(0);
	const opened = markup.match(/<(g|text)[\s>]/g)?.length ?? 0;
	expect(markup.match(/<\/(g|text)>/g)?.length ?? 0).toBe(opened);
}
