const MARK = 'tailback.renewed';
// A second failure so soon means that the file is not there for anybody: another reload would not help.
const ONCE_IN = 20_000;

/**
 * The server was updated while this page was open, and a part of the old table that is needed only now is gone: load the
 * new one. The table comes back as it was. Without a connection the page stays: nothing newer is in sight.
 */
export function renewWhenOutdated(reload: () => void = () => location.reload()): void {
	addEventListener('vite:preloadError', (event) => {
		const last = Number(sessionStorage.getItem(MARK) ?? 0);
		if (!navigator.onLine || Date.now() - last < ONCE_IN) return;
		event.preventDefault();
		sessionStorage.setItem(MARK, String(Date.now()));
		reload();
	});
}
