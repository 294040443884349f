/** What the build gives the service worker. */
export interface Kept {
	version: string;
	files: string[];
}

/**
 * How a request is answered: not by us, from the cache, or from the network with something behind it: the page, the file
 * that was kept, or the words as they were last heard. `shell` is the page from the cache.
 */
export type Way = 'leave' | 'cache' | 'shell' | 'page' | 'network' | 'words';

/** Without words the shell could not even say that there is no connection; nothing else of the API is ever kept. */
const WORDS = '/api/texts/';
/** What the first screens say, in every language. */
export const FIRST_WORDS = ['en', 'de', 'fi'].flatMap((lang) =>
	['web', 'games', 'app'].map((name) => `${WORDS}${lang}/${name}`),
);

// These speak to the server itself, or are pages of its own.
const SERVERS_OWN = /^\/(api|ws|docs|static)(\/|$)/;

/** `home` is the folder of the service worker; the names of the files begin behind it. */
export function way(
	method: string,
	url: string,
	mode: string,
	home: URL,
	files: readonly string[],
	alone = __ALONE__,
): Way {
	const { pathname: whole, searchParams, origin } = new URL(url);
	if (method !== 'GET' || origin !== home.origin || !whole.startsWith(home.pathname)) return 'leave';
	const pathname = whole.slice(home.pathname.length - 1);
	// A folder of files has nothing newer than what is kept, until its own service worker is.
	if (alone) return mode === 'navigate' ? 'shell' : files.includes(pathname) ? 'cache' : 'leave';
	if (pathname.startsWith(WORDS)) return 'words';
	if (SERVERS_OWN.test(pathname)) return 'leave';
	// Names with a hash: what was kept under one is what it will always be.
	if (pathname.startsWith('/assets/')) return 'cache';
	if (mode === 'navigate') return searchParams.has('plain') || pathname === '/sw.js' ? 'leave' : 'page';
	return files.includes(pathname) ? 'network' : 'leave';
}
