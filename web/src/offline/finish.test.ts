import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, inEveryLanguage, keptFiles } from '../../finish.ts';

let folder = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tailback-'));
	mkdirSync(join(folder, 'assets'));
	for (const name of ['index.html', 'sw.js', 'assets/a-1.js', 'assets/a-1.js.gz', 'icon-512.png', 'report.template'])
		writeFileSync(join(folder, name), name);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the end of a build', () => {
	it('lists what the service worker keeps: no packed copies, no pictures for the home screen, no page of a report, not itself', () => {
		expect(filesIn(folder)).toHaveLength(6);
		expect(keptFiles(folder)).toMatchObject({ files: ['/assets/a-1.js', '/'], pieces: [] });
		writeFileSync(join(folder, 'wasm-1.piece'), 'large');
		expect(keptFiles(folder)).toMatchObject({ files: ['/assets/a-1.js', '/'], pieces: ['/wasm-1.piece'] });
	});

	it('marks a build by all that is in it', () => {
		const before = keptFiles(folder).version;
		expect(keptFiles(folder).version).toBe(before);
		writeFileSync(join(folder, 'index.html'), 'another page');
		expect(keptFiles(folder).version).not.toBe(before);
	});

	it('says in every language what stands in the page before any script, and safely', () => {
		for (const lang of ['en', 'de', 'fi']) {
			mkdirSync(join(folder, lang));
			writeFileSync(join(folder, lang, 'app.json'), JSON.stringify({ pages: { wait: `<b> in ${lang}` } }));
		}
		const html = inEveryLanguage('<div>[[pages.wait]]</div>', folder);
		expect(html).toBe(
			`<div>${['en', 'de', 'fi'].map((lang) => `<p lang="${lang}">&#60;b&#62; in ${lang}</p>`).join('')}</div>`,
		);
		expect(inEveryLanguage('<meta content="[[=pages.wait]]">', folder)).toBe(
			`<meta content="${['en', 'de', 'fi'].map((lang) => `&#60;b&#62; in ${lang}`).join(' · ')}">`,
		);
		expect(() => inEveryLanguage('[[pages.gone]]', folder)).toThrow('pages.gone');
	});
});
