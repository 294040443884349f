import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

// `make shots`: a picture of every screen, in build/shots. Only some of them: GAME=rush_hour,door SIZE=phone SCENE=asked,menu.
export default defineConfig({
	...usual,
	testDir: 'shots',
	outputDir: 'test-results/shots',
	globalTeardown: './shots/index-page.ts',
	timeout: 600_000,
	fullyParallel: true,
	use: { ...usual.use, trace: 'off', actionTimeout: 10_000 },
});
