import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

// `make shots`: a picture of every screen, in build/shots. Only some of them: GAME=<game>,door SIZE=phone SCENE=asked,menu.
export default defineConfig({
	...usual,
	testMatch: 'shots/*.spec.ts',
	outputDir: 'test-results/shots',
	globalTeardown: './shots/index-page.ts',
	timeout: 600_000,
	fullyParallel: true,
	use: { ...usual.use, trace: 'off', actionTimeout: 10_000 },
});
