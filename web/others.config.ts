import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Engine } from './e2e/fixtures';
import usual from './playwright.config';

// Real Firefox and real WebKit. `make test` takes what is marked @quick; `make browsers` (BROWSERS=all) takes all of it, and in
// Firefox everything that is tried in Chromium, too.
const whole = process.env.BROWSERS === 'all';
process.env.LAYOUT ??= whole ? 'sizes' : 'first';
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
			testMatch: whole ? [...own, ...(usual.testMatch as string[])] : own,
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
		{ name: 'webkit', testMatch: own, use: { engine: 'webkit' } },
	],
});
