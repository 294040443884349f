// Starts the table without a server in a real Chromium and prints what it saw as JSON. `bench/site.py` starts it:
//     node bench/site_browser.mjs '{"url": ..., "rounds": 3, "chromium": ..., "game": ..., "file": ...}'
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { chromium } = createRequire(join(root, 'web/package.json'))('@playwright/test');
const asked = JSON.parse(process.argv[2]);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const MOVES = 6;

/** Bytes that come over the wire to this page, its workers included. */
async function counted(context) {
	const sizes = { bytes: 0 };
	context.on('requestfinished', async (request) => {
		const found = await request.sizes().catch(() => null);
		if (found) sizes.bytes += found.responseHeadersSize + found.responseBodySize;
	});
	return sizes;
}

const newContext = (browser) =>
	browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB', reducedMotion: 'reduce' });

async function prepared(context, lessons = [asked.game]) {
	await context.addInitScript((lessons) => {
		const prefs = { volume: 0, speed: 'off', lessons };
		if (location.protocol !== 'about:') localStorage.setItem('tailback.prefs', JSON.stringify(prefs));
	}, lessons);
	return context.newPage();
}

const question = '[data-game] [data-can="true"]';

/** From an empty browser to the first question, then once more without a network. */
async function visit(browser) {
	const context = await newContext(browser);
	const sizes = await counted(context);
	const page = await prepared(context);
	const begun = performance.now();
	await page.goto(`${asked.url}/ours/`);
	await page.locator('a.game').first().waitFor();
	const home = performance.now() - begun;
	await page.locator(`a.game[href*="${asked.game}"]`).click();
	await page.locator('.button.main').last().click();
	await page.locator(question).first().waitFor({ timeout: 120_000 });
	const first = performance.now() - begun;
	const { bytes } = sizes;
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	await context.setOffline(true);
	const at = page.url();
	await page.goto('about:blank');
	const anew = performance.now();
	await page.goto(at);
	await page.locator(question).first().waitFor({ timeout: 120_000 });
	const again = performance.now() - anew;
	await context.close();
	return { home, first, again, bytes };
}

/** A first visit on a slow line: with the lesson while the game comes, or without. */
async function slowly(browser, url, learn) {
	const context = await newContext(browser);
	const page = await prepared(context, []);
	const sent = async () => Number(await (await fetch(`${url}/sent`)).text());
	const before = await sent();
	const begun = performance.now();
	const found = {};
	await page.goto(`${url}/ours/`);
	await page.locator(`a.game[href*="${asked.game}"]`).click({ timeout: 120_000 });
	const start = page.locator('footer .button.main').last();
	await start.waitFor({ timeout: 120_000 });
	found.set_up = performance.now() - begun;
	await start.click();
	if (learn) {
		await page.locator('#app > .own a.button').click();
		await page.locator(question).first().waitFor({ timeout: 120_000 });
		found.card = performance.now() - begun;
	} else {
		await page.waitForURL(/#\/t\//, { timeout: 120_000 });
		await page.locator(question).first().waitFor({ timeout: 120_000 });
		found.game = performance.now() - begun;
		found.bytes = (await sent()) - before;
	}
	await context.close();
	return found;
}

async function peer(browser) {
	const context = await newContext(browser);
	const sizes = await counted(context);
	const page = await context.newPage();
	const begun = performance.now();
	await page.goto(`${asked.url}/peer/`);
	await page.locator('#done').waitFor({ timeout: 120_000 });
	const ready = performance.now() - begun;
	await page.waitForTimeout(200);
	await context.close();
	return { ready, bytes: sizes.bytes };
}

/** Runs in the page: take up what can be taken up, play it, and say how long until the screen changes and until one is asked again. */
async function move() {
	const pause = () => new Promise((done) => requestAnimationFrame(done));
	const frame = () => document.querySelector('[data-game]');
	const first = (selector) => frame().querySelector(selector);
	const asked = () => first('.prompt.mine') !== null && first('[data-can="true"]') !== null;
	first('.hand [data-can="true"]:not([aria-pressed="true"])')?.click();
	for (let n = 0; n < 10; n++) await pause();
	const state = () => frame().innerText + frame().querySelectorAll('[data-piece]').length;
	const before = state();
	const begun = performance.now();
	(first('[data-lane][data-lit="true"]') ?? first('.button.main') ?? first('[data-can="true"]')).click();
	while (state() === before && performance.now() - begun < 5000) await pause();
	const shown = performance.now() - begun;
	while (!asked() && performance.now() - begun < 5000) await pause();
	return { shown, answered: performance.now() - begun };
}

async function moves(browser) {
	const context = await newContext(browser);
	const page = await prepared(context);
	await page.goto(`${asked.url}/ours/`);
	const file = { name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(asked.file) };
	await page.locator('input[type=file]').setInputFiles(file);
	await page.locator(question).first().waitFor({ timeout: 120_000 });
	// The robots' own worker may still be starting.
	await page.waitForTimeout(8000);
	const seen = [];
	for (let n = 0; n < MOVES; n++) {
		seen.push(await page.evaluate(move));
		await page.locator('.prompt.mine').waitFor({ timeout: 30_000 });
	}
	if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
	await context.close();
	return seen;
}

const browser = await chromium.launch({ executablePath: asked.chromium, args: FLAGS });
try {
	const seen = { home: [], first: [], again: [], peer: [], bytes: 0, peer_bytes: 0, wires: {} };
	for (let round = 0; round < asked.rounds; round++) {
		const one = await visit(browser);
		const other = await peer(browser);
		for (const key of ['home', 'first', 'again']) seen[key].push(one[key]);
		seen.peer.push(other.ready);
		seen.bytes = one.bytes;
		seen.peer_bytes = other.bytes;
	}
	for (const [name, url] of Object.entries(asked.wires)) {
		seen.wires[name] = [];
		for (let round = 0; round < asked.rounds; round++)
			for (const learn of [false, true]) seen.wires[name].push(await slowly(browser, url, learn));
	}
	const made = await moves(browser);
	seen.moves = made.map((one) => one.shown);
	seen.answers = made.map((one) => one.answered);
	process.stdout.write(`${JSON.stringify(seen)}\n`);
} finally {
	await browser.close();
}
