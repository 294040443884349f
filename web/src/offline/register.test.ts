import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerOffline } from './register';

function browserWith(register?: () => Promise<unknown>) {
	vi.stubGlobal('navigator', register ? { serviceWorker: { register } } : {});
}

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe('registerOffline', () => {
	it('does without where the browser has no service workers', () => {
		browserWith();
		expect(() => registerOffline(true)).not.toThrow();
	});

	it('does nothing while developing', () => {
		const register = vi.fn(async () => undefined);
		browserWith(register);
		registerOffline(false);
		expect(register).not.toHaveBeenCalled();
	});

	it('waits until the page is loaded', () => {
		const register = vi.fn(async () => undefined);
		browserWith(register);
		vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
		registerOffline(true);
		expect(register).not.toHaveBeenCalled();
		dispatchEvent(new Event('load'));
		expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js', { updateViaCache: 'none' });
	});

	it('is content when the browser refuses', async () => {
		const register = vi.fn(() => Promise.reject(new Error('not in a private window')));
		browserWith(register);
		vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
		registerOffline(true);
		await Promise.resolve();
		expect(register).toHaveBeenCalledOnce();
	});
});
