import { renewWhenOutdated } from './renew';

/** Keeps the shell for times without a connection, where the browser allows it: not over plain http at a home address. */
export function registerOffline(built: boolean = import.meta.env.PROD, after?: Promise<void>): void {
	// While developing, a kept shell would show yesterday's work.
	if (!built) return;
	renewWhenOutdated();
	if (!('serviceWorker' in navigator)) return;
	const register = () => {
		// No right to keep anything (a private window, a full disk): the table works as well without.
		navigator.serviceWorker
			.register(`${import.meta.env.BASE_URL}sw.js`, { updateViaCache: 'none' })
			.catch(() => undefined);
	};
	// First the table, then what may wait.
	if (after) void after.then(register);
	else if (document.readyState === 'complete') register();
	else addEventListener('load', register, { once: true });
}
