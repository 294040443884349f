// Which screen is open: the address decides, so that links, reload and the back button just work.
import { HERE, href, pathOf } from './net/address';
import { ALONE } from './net/carrier';

export interface Route {
	screen: 'home' | 'new' | 'table' | 'replay' | 'rules' | 'lesson' | 'join' | 'tv' | 'take' | 'near' | 'lab';
	/** The table, share, code or game that the address names. */
	id: string;
	/** An invitation to a certain chair stands behind the #. */
	claim: string;
	query: URLSearchParams;
}

const SCREENS: Record<string, Route['screen']> = {
	new: 'new',
	t: 'table',
	r: 'replay',
	rules: 'rules',
	lesson: 'lesson',
	join: 'join',
	tv: 'tv',
};
// Only whoever runs a server finds it; no link leads there.
if (!ALONE) SCREENS.lab = 'lab';
// No server answers it: a table comes from there to this device.
if (ALONE) SCREENS.take = 'take';
// Nor this: it leads to a table that another device holds.
if (ALONE) SCREENS.near = 'near';

/** `address` is a path of ours with all that may stand behind it. */
export function read(address: string): Route {
	const [path = '', hash = ''] = address.split('#', 2);
	const [pathname = '', search] = path.split('?', 2);
	const query = new URLSearchParams(search);
	const [, first = '', id = ''] = pathname.split('/');
	const screen = SCREENS[first] ?? 'home';
	return {
		// A finished game of a table is watched at the table's own address.
		screen: screen === 'table' && query.has('replay') ? 'replay' : screen,
		id: decodeURIComponent(id),
		claim: decodeURIComponent(hash),
		query,
	};
}

const now = () => read(pathOf(location));

export const route: { at: Route } = $state({ at: now() });

globalThis.addEventListener?.('popstate', () => {
	route.at = now();
});

/** Go to a path of ours without loading the page again. */
export function go(path: string, replace = false): void {
	if (replace) history.replaceState(null, '', href(path));
	else history.pushState(null, '', href(path));
	route.at = now();
	scrollTo(0, 0);
}

/** An invitation that was used, or turned down, leaves the address. */
export function dropClaim(): void {
	history.replaceState(null, '', href(pathOf(location).replace(/[?#].*$/, '')));
}

/** Plain links work with the keyboard, with a new tab, and without a reload. */
export function follow(event: MouseEvent): void {
	if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
	const link = (event.target as Element).closest?.('a');
	const inside = link && link.origin === location.origin && !link.target && !link.hasAttribute('download');
	if (!inside || !ours(link)) return;
	event.preventDefault();
	go(pathOf(link));
}

/** Does this link lead to a screen of ours? */
function ours(link: HTMLAnchorElement): boolean {
	if (ALONE) return link.pathname === location.pathname && link.hash.startsWith('#/');
	return !['/docs', '/api', HERE].some((start) => link.pathname.startsWith(start));
}
