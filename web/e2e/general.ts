// A server that draws every game on the general table, and hosts a game from elsewhere that declares nothing for it.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { test as base } from './fixtures';
import { Server } from './server';

const elsewhere = resolve(import.meta.dirname, '../../tests/elsewhere');
/** A game of another package, without a word about how it is drawn. */
export const UNDECLARED = readdirSync(elsewhere).find((one) => existsSync(resolve(elsewhere, one, 'game.py')))!;

export const test = base.extend({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from here
		async ({}, use) => {
			const path = [process.env.PYTHONPATH, elsewhere].filter(Boolean).join(delimiter);
			const server = new Server({ PYTHONPATH: path }, ['--general']);
			await server.start();
			await use(server);
			await server.stop();
		},
		{ scope: 'worker', timeout: 60_000 },
	],
});
