// The table that needs no server, kept on this device while the server is there, for the times when it is not.
import { HERE } from '../net/address';
import { ALONE } from '../net/carrier';
import type { Alive } from '../net/protocol';

/** First the table that somebody looks at. */
const LATER = 1500;

/** Does every byte cost something? */
function dear(): boolean {
	const line = (navigator as { connection?: { saveData?: boolean; type?: string } }).connection;
	return line?.saveData === true || line?.type === 'cellular';
}

async function fetchAll(): Promise<void> {
	const answer = await fetch('/health/alive');
	// An older server knows nothing of it; one from sources may be without it.
	if (!answer.ok || !((await answer.json()) as Partial<Alive>).here) return;
	// Its service worker fetches everything, once for each version.
	await navigator.serviceWorker.register(`${HERE}sw.js`, { scope: HERE, updateViaCache: 'none' });
}

/** When nothing else is to be done, and where the browser allows it: not over plain http at a home address. */
export function keepHere(built: boolean = import.meta.env.PROD): void {
	if (!built || !('serviceWorker' in navigator) || dear()) return;
	const start = () => void fetchAll().catch(() => undefined);
	setTimeout(() => {
		if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 10_000 });
		else start();
	}, LATER);
}

/** Would it open now, without anybody's help? */
export async function isKept(): Promise<boolean> {
	if (ALONE || !('serviceWorker' in navigator)) return false;
	try {
		// It takes over only when all is there.
		const worker = (await navigator.serviceWorker.getRegistration(HERE))?.active;
		return !!worker && !!(await caches.match(new URL(HERE, location.href)));
	} catch {
		return false;
	}
}
