// A screen that nobody touches goes dark on some devices. Where the browser can keep it lit it does; nothing depends on it.

interface Lamp {
	wakeLock?: { request(kind: 'screen'): Promise<{ release(): Promise<void> }> };
}

/** Keep the screen lit until the returned function is called. */
export function awake(): () => void {
	const { wakeLock } = navigator as unknown as Lamp;
	let held: { release(): Promise<void> } | undefined;
	let over = false;
	async function ask(): Promise<void> {
		if (document.hidden || over) return;
		held = await wakeLock?.request('screen').catch(() => undefined);
		if (over) void held?.release().catch(() => {});
	}
	// A page that was hidden has lost it.
	document.addEventListener('visibilitychange', ask);
	void ask();
	return () => {
		over = true;
		document.removeEventListener('visibilitychange', ask);
		void held?.release().catch(() => {});
	};
}
