// What our build adds to Vite's: words in the page, the service worker with its list, and every file packed.
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { onePage, TEMPLATE } from './onepage.ts';
import { TEXTS } from './places.ts';
import type { Kept } from './src/offline/ways.ts';

const LANGUAGES = ['en', 'de', 'fi'];
const WORKER = 'sw.js';
const LIST = '__TAILBACK_KEPT__';
const PACKABLE = /\.(html|js|css|svg|json|webmanifest)$/;
// Smaller ones fit into one packet as they are.
const WORTH_PACKING = 1000;

type Words = { [key: string]: string | Words };

function say(words: Words, key: string): string {
	const found = key.split('.').reduce<string | Words | undefined>((at, part) => (at as Words)?.[part], words);
	if (typeof found !== 'string') throw new Error(`no text for ${key}`);
	return found.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * `[[pages.some_key]]` becomes that text in each language: before any script runs nobody knows which to take. With a `=` they
 * stand in one line, for those who show a link.
 */
export function inEveryLanguage(html: string, texts: string): string {
	const catalogues = LANGUAGES.map((lang) => [lang, JSON.parse(readFileSync(join(texts, lang, 'app.json'), 'utf8'))]);
	return html.replace(/\[\[(=?)(pages\.[a-z_]+)\]\]/g, (_, line: string, key: string) =>
		line
			? catalogues.map(([, words]) => say(words, key)).join(' · ')
			: catalogues.map(([lang, words]) => `<p lang="${lang}">${say(words, key)}</p>`).join(''),
	);
}

/** What lies beside the page of a table without a server: the pieces of Python, the words and games, the icon. */
function beside(): string {
	const folder = process.env.TAILBACK_BESIDE;
	if (!folder) throw new Error('TAILBACK_BESIDE names no folder: use make site');
	return folder;
}

/** Every file of the build, as a browser asks for it. */
export function filesIn(folder: string): string[] {
	const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return found.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`).sort();
}

/** The list of the service worker: the page and its files, and a mark that changes when any of them does. */
export function keptFiles(folder: string): Kept {
	const all = filesIn(folder);
	const names = all.filter((name) => name !== `/${WORKER}` && !/\.(gz|br|map|png|jpg|piece|template)$/.test(name));
	const mark = createHash('sha256');
	for (const name of names) mark.update(name).update(readFileSync(join(folder, name)));
	return {
		version: mark.digest('hex').slice(0, 12),
		files: names.map((name) => (name === '/index.html' ? '/' : name)),
		pieces: all.filter((name) => name.endsWith('.piece')),
	};
}

function pack(path: string): void {
	const plain = readFileSync(path);
	if (plain.length < WORTH_PACKING) return;
	writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
	const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
	writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: hint }));
}

/** What a folder of files says of itself, as a server would: only its own scripts and files, and Python in a worker. */
const POLICY =
	"default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'";

function alonePage(html: string): string {
	return html
		.replace(
			'<meta charset="utf-8" />',
			`<meta charset="utf-8" />\n\t\t<meta http-equiv="Content-Security-Policy" content="${POLICY}" />\n\t\t<meta name="referrer" content="no-referrer" />`,
		)
		.replace('href="/favicon.svg"', 'href="./favicon.svg"')
		.replace(/\s*<a href="\?plain">.*?<\/a>/s, '');
}

export function finish(alone = false): Plugin {
	return {
		name: 'tailback-finish',
		enforce: 'post',
		config: (_, { command }) =>
			command === 'build'
				? {
						build: {
							rolldownOptions: {
								input: { index: 'index.html', sw: 'src/offline/sw.ts' },
								// A worker rules over what lies below it, so it lies at the top, under a name that stays.
								output: { entryFileNames: ({ name }) => (name === 'sw' ? WORKER : 'assets/[name]-[hash].js') },
							},
						},
					}
				: {},
		transformIndexHtml: (html) => inEveryLanguage(alone ? alonePage(html) : html, TEXTS),
		writeBundle: async ({ dir }) => {
			if (!dir) return;
			if (alone) cpSync(beside(), dir, { recursive: true, filter: (path) => !path.endsWith('.done') });
			const worker = join(dir, WORKER);
			const code = readFileSync(worker, 'utf8');
			if (!code.includes(LIST) || /\b(import|export)\s*[{*"'`]/.test(code))
				throw new Error('the service worker is not one plain script');
			writeFileSync(
				worker,
				code.replace(LIST, () => JSON.stringify(keptFiles(dir))),
			);
			if (!alone) writeFileSync(join(dir, TEMPLATE), await onePage());
			// A server of ours hands out packed copies; any other packs for itself, or does not.
			if (!alone) for (const name of filesIn(dir)) if (PACKABLE.test(name)) pack(join(dir, name));
		},
	};
}
