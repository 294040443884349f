// The key of the lab on this device: from the address that the server printed, kept until the tab is closed.
const PLACE = 'tailback.lab';
const FORM = /^[\w-]{22}$/;
let memory = '';

/** The key in what somebody typed or pasted: alone, or with the whole address before it. */
export function keyIn(text: string): string {
	const key = text.trim().split('#').at(-1) ?? '';
	return FORM.test(key) ? key : '';
}

export function keptKey(): string {
	try {
		return sessionStorage.getItem(PLACE) ?? memory;
	} catch {
		return memory;
	}
}

/** An empty one is forgotten. */
export function keepKey(key: string): void {
	memory = key;
	try {
		if (key) sessionStorage.setItem(PLACE, key);
		else sessionStorage.removeItem(PLACE);
	} catch {
		// Some browsers keep nothing; then it holds until the page is loaded again.
	}
}
