// A game of the server that this client has no folder for: it has a plain tile, comes last, and shuts nobody out.
import { expect, offered, prefer, test } from './fixtures';
import { aGame } from './games';
import { t, wordsOf } from './words';

const STRANGE = 'hopscotch';

test('a game without a folder is offered like the others', async ({ page, context, server }) => {
	await prefer(context, {});
	const list = await offered(server);
	const like = list.games.find((game) => game.id === aGame())!;
	await page.route('**/api/games', (route) =>
		route.fulfill({ json: { ...list, games: [{ ...like, id: STRANGE }, ...list.games] } }),
	);
	await page.route('**/api/texts/en/games', async (route) => {
		const names = await (await route.fetch()).json();
		await route.fulfill({ json: { ...names, [STRANGE]: { name: 'Hopscotch', pitch: 'On one leg.' } } });
	});
	await page.route(`**/api/texts/en/${STRANGE}`, (route) =>
		route.fulfill({ json: wordsOf('en', aGame()).catalogues[0]! }),
	);
	await page.route(`**/api/games/${STRANGE}/faces`, async (route) =>
		route.fulfill({ response: await route.fetch({ url: `${server.url}/api/games/${aGame()}/faces` }) }),
	);
	await page.goto(server.url);
	const tiles = page.getByRole('article');
	await expect(tiles).toHaveCount(list.games.length + 1);
	await expect(tiles.last()).toContainText('Hopscotch');
	await expect(tiles.last().locator('svg.picture *').first()).toBeAttached();
	await tiles.last().getByRole('link').click();
	await expect(page.getByRole('button', { name: t('new.at_once') })).toBeVisible();
});
