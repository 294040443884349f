/** What the build gives the service worker. */
export interface Kept {
	version: string;
	files: string[];
}

/** How a request is answered: not by us, from the cache, from the network with the shell or the cache behind it. */
export type Way = 'leave' | 'cache' | 'page' | 'network';

// These speak to the server itself, or are pages of its own.
const SERVERS_OWN = /^\/(api|ws|docs|static)(\/|$)/;

export function way(method: string, url: string, mode: string, origin: string, files: readonly string[]): Way {
	const { pathname, searchParams, origin: theirs } = new URL(url);
	if (method !== 'GET' || theirs !== origin || SERVERS_OWN.test(pathname)) return 'leave';
	// Names with a hash: what was kept under one is what it will always be.
	if (pathname.startsWith('/assets/')) return 'cache';
	if (mode === 'navigate') return searchParams.has('plain') || pathname === '/sw.js' ? 'leave' : 'page';
	return files.includes(pathname) ? 'network' : 'leave';
}
