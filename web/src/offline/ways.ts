/** What the build gives the service worker. */
export interface Kept {
	version: string;
	files: string[];
	/** Python in slices, where the page brings its own: large, and often the same in the next version. */
	pieces: string[];
}

/** Where a service worker keeps its files. Two of ours may live at one address, one at the top and one below it. */
export function shelfOf(home: URL, version: string): string {
	return `tailback-${home.pathname}-${version}`;
}

/** The shelves of earlier versions of this worker; formerly they were named by their version alone. */
export function outdated(names: readonly string[], home: URL, version: string): string[] {
	const mine = shelfOf(home, '');
	const earlier = home.pathname === '/' ? /^tailback-[0-9a-f]{12}$/ : null;
	return names.filter((name) => (name.startsWith(mine) && name !== mine + version) || earlier?.test(name));
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

// These speak to the server itself, are pages of its own, or have a service worker of their own.
const SERVERS_OWN = /^\/(api|ws|docs|static|here|health)(\/|$)/;

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
