import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

// `make films`: the frames of a moving picture of each game, in build/films. Only some of them: GAME=<game>,<game>.
export default defineConfig({
	...usual,
	testMatch: 'film/*.spec.ts',
	outputDir: 'test-results/films',
	timeout: 600_000,
	fullyParallel: false,
	workers: 1,
	use: { ...usual.use, reducedMotion: 'no-preference', trace: 'off' },
});
