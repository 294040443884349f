// The home page opens in the language of the browser, or in the one that was chosen here before. Each page in another language is a
// link in its head. Nothing of this is needed: without it the links lead everywhere.
(() => {
	const KEY = 'tailback.language';
	const page = document.documentElement;
	document.addEventListener('click', ({ target }) => {
		const link = target.closest('.languages a');
		if (!link) return;
		try {
			localStorage.setItem(KEY, link.lang);
		} catch {
			// Nothing may be kept: then the browser's own language counts each time.
		}
	});
	if (!('first' in document.currentScript.dataset)) return;
	let chosen = null;
	try {
		chosen = localStorage.getItem(KEY);
	} catch {
		// As above.
	}
	const offered = new Map([[page.lang, '']]);
	for (const { hreflang, href } of document.querySelectorAll('link[rel=alternate]')) offered.set(hreflang, href);
	const wishes = [chosen, ...navigator.languages].map((one) => (one ?? '').slice(0, 2).toLowerCase());
	const way = offered.get(wishes.find((one) => offered.has(one)));
	if (way) location.replace(way + location.hash);
})();
