// The report of the lab as one page: its script and style stand in it, and it asks nobody for anything. Python puts study and words in.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Rolldown } from 'vite';

/** Under this name it lies beside the table; the server hands out no file with this ending. */
export const TEMPLATE = 'report.template';
/** A report is sent by mail and opened on phones. */
const HEAVIEST = 150_000;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Script that may stand in a page: nothing in it ends the element, or opens a comment. */
export const harmless = (code: string): string =>
	code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3C!--').replaceAll('<script', '\\x3Cscript');

/** Dark where the device is, but never on paper; the table itself asks for it by a mark at the page. */
export function byDevice(css: string): string {
	const dark = /:root\[data-theme="?dark"?\]\s*\{([^}]*)\}/;
	if (!dark.test(css)) throw new Error('there are no dark colours in the style');
	return css.replace(dark, '@media screen and (prefers-color-scheme:dark){:root{$1}}').trim();
}

/** Everything that is the same in every report. */
export function filled(page: string, script: string, style: string): string {
	const code = harmless(script);
	const policy = `default-src 'none'; script-src ${hash(code)}; style-src ${hash(style)}; font-src data:; img-src data:; base-uri 'none'; form-action 'none'`;
	const parts: Record<string, string> = { policy, script: code, style };
	return page.replace(/\[\[(policy|script|style)\]\]/g, (_, name: string) => parts[name]!);
}

export async function onePage(): Promise<string> {
	const { build } = await import('vite');
	const root = import.meta.dirname;
	const built = (await build({
		configFile: false,
		root,
		logLevel: 'warn',
		publicDir: false,
		plugins: [svelte()],
		build: {
			write: false,
			target: 'es2022',
			assetsInlineLimit: Number.POSITIVE_INFINITY,
			modulePreload: false,
			// Else Vite lets the script put it in, which the policy forbids.
			cssCodeSplit: false,
			rolldownOptions: { input: join(root, 'src/lab/report.ts'), output: { format: 'iife' } },
		},
	})) as Rolldown.RolldownOutput;
	const [script, ...more] = built.output.filter((file) => file.type === 'chunk');
	const styles = built.output.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : []));
	if (!script || more.length || styles.length !== 1)
		throw new Error(`the report is not one script and one style: ${built.output?.map((file) => file.fileName)}`);
	if (script.code.length > HEAVIEST) throw new Error(`the script of the report has ${script.code.length} bytes`);
	return filled(readFileSync(join(root, 'report.html'), 'utf8'), script.code, byDevice(styles[0]!));
}
