// Which screen is open: the address decides, so that links, reload and the back button just work.
export interface Route {
	screen: 'home' | 'new' | 'table' | 'replay' | 'rules' | 'lesson' | 'join';
	/** The table, share, or game that the address names. */
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
};

export function read(path: string, search = '', hash = ''): Route {
	const [, first = '', id = ''] = path.split('/');
	const query = new URLSearchParams(search);
	const screen = SCREENS[first] ?? 'home';
	return {
		// A finished game of a table is watched at the table's own address.
		screen: screen === 'table' && query.has('replay') ? 'replay' : screen,
		id: decodeURIComponent(id),
		claim: decodeURIComponent(hash.replace(/^#/, '')),
		query,
	};
}

const now = () => read(location.pathname, location.search, location.hash);

export const route: { at: Route } = $state({ at: now() });

globalThis.addEventListener?.('popstate', () => {
	route.at = now();
});

/** Go to an address of ours without loading the page again. */
export function go(path: string, replace = false): void {
	if (replace) history.replaceState(null, '', path);
	else history.pushState(null, '', path);
	route.at = now();
	scrollTo(0, 0);
}

/** Plain links work with the keyboard, with a new tab, and without a reload. */
export function follow(event: MouseEvent): void {
	if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
	const link = (event.target as Element).closest?.('a');
	const inside = link && link.origin === location.origin && !link.target && !link.hasAttribute('download');
	if (!inside || link.pathname.startsWith('/docs') || link.pathname.startsWith('/api')) return;
	event.preventDefault();
	go(link.pathname + link.search + link.hash);
}
