// The service worker: keeps the shell of the table, so that it opens without a connection and says that there is none.
// It never skips the wait: a new version takes over when every tab of the old one is closed, not in the middle of a game.
// Home addresses over plain http have no service workers at all; nothing may depend on this file.
import { PIECES, wholeOf } from '../net/device/kept';
import { FIRST_WORDS, type Kept, outdated, shelfOf, way } from './ways';

interface Waiting extends Event {
	waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Event {
	request: Request;
	respondWith(answer: Promise<Response>): void;
}

interface Worker {
	addEventListener(kind: 'install' | 'activate', hear: (event: Waiting) => void): void;
	addEventListener(kind: 'fetch', hear: (event: Asked) => void): void;
	location: Location;
}

// Filled in by the build: a mark of everything in it, and the files to keep.
declare const __TAILBACK_KEPT__: Kept;

const worker = self as unknown as Worker;
const kept = __TAILBACK_KEPT__;
// A line that is dead without saying so: long enough for a slow one, short enough for a child.
const PATIENCE = 4000;

const home = new URL('./', worker.location.href);
const name = shelfOf(home, kept.version);
const at = (file: string) => new URL(`.${file}`, home).href;
const anew = (file: string) => new Request(at(file), { cache: 'no-cache' });

async function keepAll(): Promise<void> {
	const cache = await caches.open(name);
	await cache.addAll(kept.files.map(anew));
	// A server of another version may have other words: the shell is worth keeping all the same.
	if (!__ALONE__) await Promise.allSettled(FIRST_WORDS.map((words) => cache.add(anew(words))));
	const pieces = await caches.open(PIECES);
	for (const slice of kept.pieces) await keepSlice(pieces, at(slice));
}

/** Only what no page has fetched yet, and no earlier version; one after the other, for there is no hurry. */
async function keepSlice(pieces: Cache, slice: string): Promise<void> {
	if (!((await pieces.match(wholeOf(slice))) ?? (await pieces.match(slice)))) await pieces.add(slice);
}

async function forgetOthers(): Promise<void> {
	await Promise.all(outdated(await caches.keys(), home, kept.version).map((other) => caches.delete(other)));
	if (!kept.pieces.length) return;
	const cache = await caches.open(PIECES);
	const now = new Set(kept.pieces.flatMap((slice) => [at(slice), at(wholeOf(slice))]));
	for (const { url } of await cache.keys()) if (url.startsWith(home.href) && !now.has(url)) await cache.delete(url);
}

async function fromCache(file: string): Promise<Response | undefined> {
	return (await caches.open(name)).match(file);
}

async function cacheFirst(request: Request): Promise<Response> {
	return (await fromCache(request.url)) ?? fetch(request);
}

async function networkFirst(request: Request, file: string): Promise<Response> {
	const online = fetch(request);
	// Whoever comes too late must not be an error nobody looks at.
	online.catch(() => undefined);
	const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE));
	const answer = await Promise.race([online, late]).catch(() => undefined);
	// A broken server behind a proxy is as good as none: the shell says so in better words.
	if (answer && answer.status < 500) return answer;
	return (await fromCache(file)) ?? online;
}

/** Words change with the server, not with the build: the last ones heard are kept. */
async function wordsFirst(request: Request): Promise<Response> {
	const answer = await networkFirst(request, request.url);
	if (answer.ok) await (await caches.open(name)).put(request.url, answer.clone());
	return answer;
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
worker.addEventListener('fetch', (event) => {
	const { request } = event;
	const found = way(request.method, request.url, request.mode, home, kept.files);
	if (found === 'cache') event.respondWith(cacheFirst(request));
	if (found === 'shell') event.respondWith(cacheFirst(anew('/')));
	if (found === 'page') event.respondWith(networkFirst(request, at('/')));
	if (found === 'network') event.respondWith(networkFirst(request, request.url));
	if (found === 'words') event.respondWith(wordsFirst(request));
});
