import { defineConfig } from '@playwright/test';

// A real Chromium against a real server; each worker has a server and a data folder of its own (e2e/server.ts).
export default defineConfig({
	testDir: '.',
	testMatch: ['e2e/*.spec.ts', 'src/games/*/e2e/*.spec.ts'],
	outputDir: 'test-results',
	// A busy machine is no defect: only a test that fails waits this long.
	timeout: 180_000,
	expect: { timeout: 40_000 },
	workers: Number(process.env.JOBS ?? 2),
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	reporter: [['list']],
	use: {
		viewport: { width: 1024, height: 768 },
		locale: 'en-GB',
		reducedMotion: 'reduce',
		actionTimeout: 40_000,
		// A trace costs a quarter of the time of all tests: TRACE=1 keeps those of the tests that fail.
		trace: process.env.TRACE ? 'retain-on-failure' : 'off',
		screenshot: 'only-on-failure',
		// In every new context it would fetch the whole client once more; `offline.spec.ts` is about it.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});
