import { expect, it, vi } from 'vitest';
import { install } from './install.svelte';

it('waits with what the browser offers until somebody asks for it, and asks once', async () => {
	expect(install.possible).toBe(false);
	const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
		prompt: vi.fn(() => Promise.resolve()),
	});
	window.dispatchEvent(offer);
	// The browser's own bar does not come.
	expect(offer.defaultPrevented).toBe(true);
	expect(install.possible).toBe(true);
	await Promise.all([install.ask(), install.ask()]);
	expect(offer.prompt).toHaveBeenCalledTimes(1);
	expect(install.possible).toBe(false);
});

it('is over once it is installed, however that came', () => {
	window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => {} }));
	expect(install.possible).toBe(true);
	window.dispatchEvent(new Event('appinstalled'));
	expect(install.possible).toBe(false);
});
