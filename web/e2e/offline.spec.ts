// The shell where the browser allows a service worker (here: on loopback), and the page without any script.
import { expect, expectComplaint, openTable, SERVER_GONE, test } from './fixtures';
import { aGame } from './games';
import { Server } from './server';

test.use({ serviceWorkers: 'allow' });

const CHAIRS = [{ sitter: 'here' as const, name: 'Ann' }, { sitter: 'bot' as const }];

test('without a connection the shell opens and says so; with one again the table is back', async ({
	page,
	complaints,
}) => {
	// Its own server: it dies here. It does not hand out the table that needs none.
	const own = new Server({ TAILBACK_HERE: '' });
	await own.start();
	try {
		const opened = await openTable(own, { game: aGame(), chairs: CHAIRS });
		await page.goto(`${own.url}/t/${opened.table.table}`);
		await page.evaluate(async () => void (await navigator.serviceWorker.ready));
		const kept = await page.evaluate(async () => {
			const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
			return (await Promise.all(caches_.map((cache) => cache.keys())))
				.flat()
				.map((request) => new URL(request.url).pathname);
		});
		expect(kept).toContain('/');
		expect(kept.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/texts/'))).toEqual([]);

		await own.kill();
		await page.reload();
		await expect(page.getByText('No connection').first()).toBeVisible();
		expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
		await expect(page.getByText('Play here meanwhile')).toHaveCount(0);

		await own.start();
		await expect(page.getByText('No connection')).toHaveCount(0);
		await expect(page.getByText('Ann').first()).toBeVisible();
	} finally {
		await own.stop();
		expectComplaint(complaints, SERVER_GONE);
	}
});

test('a new version waits until the last tab is closed', async ({ page, server }) => {
	await page.goto(server.url);
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	const script = await (await fetch(`${server.url}/sw.js`)).text();
	expect(script).not.toContain('skipWaiting');
	expect(script).not.toContain('clients.claim');
	await page.reload();
	expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${server.url}/sw.js`);
});

test('without script the page leads to the plain one', { tag: '@chromium' }, async ({ browser, server }) => {
	const opened = await openTable(server, { game: aGame(), chairs: CHAIRS });
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(`${server.url}/t/${opened.table.table}`);
	await page.getByRole('link', { name: 'Go on without it' }).click();
	await expect(page).toHaveURL(`${server.url}/t/${opened.table.table}?plain`);
	await expect(page.getByText(`tailback join ${server.url}/t/${opened.table.table}`)).toBeVisible();
	await context.close();
});
