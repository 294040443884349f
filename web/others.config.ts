import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Engine } from './e2e/fixtures';
import usual from './playwright.config';

// Real Firefox and real WebKit. `make test` takes what is marked @quick, in those that are there; `make browsers` (BROWSERS=all) takes
// all of it, and in Firefox everything that is tried in Chromium, too.
const whole = process.env.BROWSERS === 'all';
process.env.LAYOUT ??= whole ? 'sizes' : 'first';
/** Without its programs a browser is left out of the quick set, and that is said once. */
function there(name: string, ...programs: string[]): boolean {
	const missing = programs.filter((program) => !installed(program));
	if (missing.length && !whole && process.env.TEST_WORKER_INDEX === undefined)
		console.log(`Nothing is tried in ${name}: no ${missing.join(', no ')} here.`);
	return whole || missing.length === 0;
}

function installed(program: string): boolean {
	return (process.env.PATH ?? '').split(delimiter).some((folder) => {
		try {
			accessSync(resolve(folder, program), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

const FIREFOX = process.env.FIREFOX ?? 'firefox-esr';
const own = ['e2e/others/*.spec.ts', 'e2e/layout.spec.ts'];

export default defineConfig<object, Engine>({
	...usual,
	outputDir: 'test-results/others',
	grep: whole ? undefined : /@quick/,
	// What Playwright can hear and set only in Chromium: messages on a line, files, no script, answers of a service worker.
	grepInvert: /@chromium/,
	use: { ...usual.use, trace: 'off' },
	projects: [
		{
			name: 'firefox',
			testMatch: there('Firefox', FIREFOX) ? [...own, ...(whole ? (usual.testMatch as string[]) : [])] : [],
			use: {
				browserName: 'firefox',
				channel: 'moz-firefox',
				reducedMotion: null,
				launchOptions: {
					executablePath: resolve(import.meta.dirname, 'e2e/others/firefox.mjs'),
					firefoxUserPrefs: {
						'ui.prefersReducedMotion': 1,
						'layout.css.prefers-color-scheme.content-override': 1,
					},
				},
			},
		},
		{
			name: 'webkit',
			testMatch: there('WebKit', 'WebKitWebDriver', 'Xvfb') ? own : [],
			use: { engine: 'webkit' },
		},
	],
});
