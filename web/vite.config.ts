// Types only: whoever just builds has no vitest.
/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { finish } from './finish.ts';

// Where `vite dev` finds a running table server.
const server = process.env.TAILBACK_SERVER ?? 'http://127.0.0.1:8377';

// `--mode site` is the table without a server: a folder that lies anywhere, with Python in a worker.
export default defineConfig(({ mode }) => ({
	base: mode === 'site' ? './' : '/',
	define: { __ALONE__: JSON.stringify(mode === 'site') },
	plugins: [svelte(), finish(mode === 'site')],
	worker: { format: 'es' },
	build: {
		outDir: mode === 'site' ? '../build/site/play' : '../build/web',
		emptyOutDir: true,
		target: 'es2022',
		// An inlined picture would be a data: address in a script; the policy wants files of our own.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
	},
	server: { proxy: { '/api': server, '/favicon.svg': server, '/ws': { target: server, ws: true } } },
	resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
	// One world for all files, one after the other: to build another one for each takes four times as long as all tests. What a file
	// leaves behind is taken away by `test-setup.ts`.
	test: {
		environment: 'happy-dom',
		include: ['src/**/*.test.ts'],
		setupFiles: ['src/test-setup.ts'],
		pool: 'threads',
		isolate: false,
		fileParallelism: false,
		testTimeout: 60_000,
	},
}));
