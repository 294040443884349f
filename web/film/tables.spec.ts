// A few seconds of every game as they are played in the browser: one person, and robots who move slowly enough to be followed.
import { join, resolve } from 'node:path';
import { expect, hold, prefer, test } from '../e2e/fixtures';
import { GAMES, scenesOf } from '../e2e/games';
import { Camera, SLOW, slowDown, wait } from './camera';
import { tapOnce } from './finger';

const FOLDER = resolve(import.meta.dirname, '../../build/films');
const SECONDS = 9;
/** How long a robot seems to think, in seconds of the film. */
const THINKS = 0.8;
/** Different faces. */
const LEVELS = ['1', '4', '2'];
const asked = process.env.GAME?.split(',');

for (const game of GAMES.filter((one) => !asked || asked.includes(one))) {
	test(game, async ({ context, server, puppets }) => {
		const { plan, wish } = { plan: scenesOf(game).shown.asked, wish: undefined, ...scenesOf(game).film };
		const position = await puppets.reach(game, { ...plan, settings: { pace_ms: THINKS * SLOW * 1000 } });
		const table = position.table.table;
		for (const { seat, token } of position.tokens)
			if (seat !== null && seat !== position.seat)
				await puppets.ask('PATCH', `/api/tables/${table}/seats/${seat}`, { sitter: 'bot', level: LEVELS[seat % 3] }, [
					token,
				]);
		await slowDown(context);
		await prefer(context, { language: 'en', theme: 'light' });
		await hold(context, table, position.held(position.seat!));
		const page = await context.newPage();
		await page.setViewportSize({ width: 1024, height: 768 });
		const camera = new Camera(page, join(FOLDER, game));
		await page.goto(`${server.url}/t/${table}`);
		await expect(page.locator('.frame .prompt')).not.toHaveText(/^\s*$/);
		await page.evaluate(() => document.fonts.ready);
		await camera.ready();
		await wait(0.3);
		camera.start();
		const end = performance.now() + SECONDS * SLOW * 1000;
		let taps = 0;
		while (performance.now() < end) {
			if (await tapOnce(page, taps, wish)) taps++;
			else await wait(0.1);
		}
		await camera.stop();
	});
}
