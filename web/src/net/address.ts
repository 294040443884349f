// Paths of ours as addresses of the browser, and back.
import { ALONE } from './carrier';

/** Where a server hands out the table that needs none. */
export const HERE = '/here/';

/** Where one of our paths is found. A folder of files has one page only: there the whole path stands behind its #. */
export function href(path: string, alone = ALONE): string {
	return alone ? `#${path}` : path;
}

/** The path of ours that an address of the browser names. */
export function pathOf(at: { pathname: string; search: string; hash: string }, alone = ALONE): string {
	return alone ? at.hash.slice(1) || '/' : at.pathname + at.search + at.hash;
}
