// The browser offers to install the page as an app; it says so once, and we keep that until after a game.

/** What Chromium tells a page that it could install; no other browser does. */
interface Offer extends Event {
	prompt(): Promise<unknown>;
}

class Install {
	private offer: Offer | null = $state.raw(null);

	readonly possible: boolean = $derived(this.offer !== null);

	constructor(at: EventTarget) {
		at.addEventListener('beforeinstallprompt', (event) => {
			// Its own bar would come before anybody knows what this is.
			event.preventDefault();
			this.offer = event as Offer;
		});
		at.addEventListener('appinstalled', () => {
			this.offer = null;
		});
	}

	/** The browser asks by itself now. It does so once for each offer. */
	async ask(): Promise<void> {
		const offer = this.offer;
		this.offer = null;
		await offer?.prompt().catch(() => {});
	}
}

export const install = new Install(globalThis);
