// Every screen that the client gives an address is answered by the server with the page, also after a reload.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Node, nameOf, of, sourceOf } from '../src/test-source';
import { expect, expectComplaint, test } from './fixtures';
import { inWords } from './words';

/** The first words of addresses, as the client reads them. */
function words(): string[] {
	const text = readFileSync(resolve(import.meta.dirname, '../src/route.svelte.ts'), 'utf8');
	const table = of(sourceOf(text, 'route.svelte.ts'), 'VariableDeclarator').find(({ id }) => nameOf(id) === 'SCREENS')!;
	return ((table.init as Node).properties as Node[]).map((one) => nameOf(one.key));
}

test('every screen with an address is answered', async ({ server }) => {
	const found = words();
	expect(found).toEqual(expect.arrayContaining(['new', 't', 'r']));
	const home = await (await fetch(server.url)).text();
	for (const word of found) {
		const answer = await fetch(`${server.url}/${word}/nothere`, { headers: { Accept: 'text/html' } });
		expect(await answer.text(), word).toBe(home);
		// What has a table or a replay behind it says that this one is not there; the page is the same.
		expect(answer.status, word).toBe(['t', 'r'].includes(word) ? 404 : 200);
	}
});

test('a screen whose script does not come says so, and comes when asked again', async ({
	page,
	server,
	complaints,
}) => {
	await page.goto(server.url);
	const join = page.getByRole('link', { name: inWords('en', 'door.join') });
	await expect(join).toBeVisible();
	await page.route(/\/assets\/Join-/, (route) => route.abort());
	await join.click();
	await expect(page.getByRole('heading', { name: inWords('en', 'door.no_line') })).toBeVisible();
	await page.unroute(/\/assets\/Join-/);
	await page.getByRole('button', { name: inWords('en', 'door.retry') }).click();
	await expect(page.getByRole('heading', { name: inWords('en', 'join.code') })).toBeVisible();
	expectComplaint(complaints, /Failed to load resource/);
});
