import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

// `make shots`: a picture of every screen. GAME=rush_hour and SIZE=phone take only some of them.
export default defineConfig({
	...usual,
	testDir: 'shots',
	outputDir: 'test-results/shots',
	globalTeardown: './shots/index-page.ts',
	timeout: 600_000,
	fullyParallel: true,
	use: { ...usual.use, trace: 'off', actionTimeout: 10_000 },
});
