// Looks at the browser table in a real Chromium and prints what it saw as JSON. `bench/web.py` starts it:
//     node bench/web_browser.mjs '{"url": ..., "rounds": 5, "steps": 12, "chromium": ..., "records": {...}}'
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { chromium } = createRequire(join(root, 'web/package.json'))('@playwright/test');
const asked = JSON.parse(process.argv[2]);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const SIZE = { width: 1024, height: 768 };
const FRAMES = ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline', 'devtools.timeline.frame'];

/** Runs in every page before its own scripts: notes when the first tile can be tapped. */
function watch() {
	const look = () => {
		const tile = document.querySelector('.tile a');
		const box = tile?.getBoundingClientRect();
		const hit = box && document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 100) / 2);
		if (hit && tile.contains(hit)) window.usable = performance.now();
		else requestAnimationFrame(look);
	};
	look();
}

const context = (browser) =>
	browser.newContext({ viewport: SIZE, serviceWorkers: 'block', locale: 'en-GB', colorScheme: 'light' });

/** Milliseconds until usable, and what came over the wire, packed as a browser at home asks for it. */
async function arrive(browser, path) {
	const own = await context(browser);
	await own.addInitScript(watch);
	const page = await own.newPage();
	const line = await own.newCDPSession(page);
	await line.send('Network.enable');
	await line.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip, deflate' } });
	const files = new Map();
	line.on('Network.requestWillBeSent', ({ requestId, request }) => files.set(requestId, { url: request.url, bytes: 0 }));
	line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		if (files.has(requestId)) files.get(requestId).bytes = encodedDataLength;
	});
	await page.goto(asked.url + path);
	const usable = await page.evaluate(async () => {
		while (window.usable === undefined) await new Promise(requestAnimationFrame);
		return window.usable;
	});
	await page.waitForLoadState('networkidle');
	await line.send('HeapProfiler.collectGarbage');
	const heap = await line.send('Runtime.getHeapUsage');
	const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
	await own.close();
	return { usable, files: [...files.values()], heap: heap.usedSize, nodes };
}

/** Runs in the page: the time between two frames while something moves. */
function sample() {
	window.deltas = [];
	let before = performance.now();
	const frame = (now) => {
		if (document.getAnimations().some((one) => one.playState === 'running')) window.deltas.push(now - before);
		before = now;
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
}

async function traced(browser, page, work) {
	await browser.startTracing(page, { categories: FRAMES });
	await work();
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
	const count = (name) => traceEvents.filter((event) => event.name === name).length;
	return { drawn: count('DrawFrame'), dropped: count('DroppedFrame') };
}

/** A page with one small box that moves and rests in turn: as many frames as this machine gives just now. */
async function blank(browser, seconds) {
	const own = await context(browser);
	const page = await own.newPage();
	await page.goto(`${asked.url}/blank.html`);
	const frames = await traced(browser, page, async () => {
		await page.evaluate(() => {
			const box = document.body.appendChild(document.createElement('div'));
			box.textContent = '.';
			const move = () => box.animate([{ transform: 'none' }, { transform: 'translateX(200px)' }], 400);
			move();
			setInterval(move, 800);
		});
		await page.evaluate(sample);
		await page.waitForTimeout(seconds * 1000);
	});
	const deltas = await page.evaluate(() => window.deltas);
	await own.close();
	return { ...frames, deltas };
}

/** A recorded game at a full table, told step by step. */
async function telling(browser, record, since, steps) {
	const answer = await fetch(`${asked.url}/api/import`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ record }),
	});
	const { share } = await answer.json();
	const own = await context(browser);
	const page = await own.newPage();
	await page.goto(`${asked.url}/r/${share}`);
	await page.locator('.controls input[type="range"]').fill(String(since));
	await page.locator('.frame').waitFor();
	const next = page.locator('.steps button').nth(3);
	// Did anything move after this step? Then wait until it stands still, also after the pauses of the telling.
	const quiet = () =>
		page.evaluate(async () => {
			const moving = () => document.getAnimations().some((one) => one.playState === 'running');
			let moved = false;
			for (let still = 0; still < 4; still = moving() ? 0 : still + 1) {
				moved ||= moving();
				await new Promise((done) => setTimeout(done, 100));
			}
			return moved;
		});
	const frames = await traced(browser, page, async () => {
		await page.evaluate(sample);
		for (let told = 0, n = 0; told < steps && n < 8 * steps; n++) {
			await next.click();
			if (await quiet()) told++;
		}
	});
	const deltas = await page.evaluate(() => window.deltas);
	const line = await own.newCDPSession(page);
	await line.send('HeapProfiler.collectGarbage');
	const heap = await line.send('Runtime.getHeapUsage');
	const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
	await own.close();
	return { ...frames, deltas, heap: heap.usedSize, nodes };
}

const browser = await chromium.launch({ executablePath: asked.chromium, args: FLAGS });
try {
	const first = await arrive(browser, '/');
	// The peer loads the same files before it shows six plain links.
	const paths = first.files.map((file) => new URL(file.url).pathname).filter((path) => path !== '/');
	const peer = `/peer.html#${encodeURIComponent(JSON.stringify([...new Set(paths)]))}`;
	const seen = { files: first.files, heap: first.heap, nodes: first.nodes, ours: [], peer: [], tables: {} };
	for (let round = 0; round < asked.rounds; round++) {
		seen.ours.push((await arrive(browser, '/')).usable);
		seen.peer.push((await arrive(browser, peer)).usable);
	}
	for (const [name, { text, since }] of Object.entries(asked.records)) {
		const empty = await blank(browser, 4);
		seen.tables[name] = { empty, ...(await telling(browser, text, since, asked.steps)) };
	}
	process.stdout.write(`${JSON.stringify(seen)}\n`);
} finally {
	await browser.close();
}
