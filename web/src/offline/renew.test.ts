import { afterEach, describe, expect, it, vi } from 'vitest';
import { renewWhenOutdated } from './renew';

function missing(): Event {
	const event = new Event('vite:preloadError', { cancelable: true });
	dispatchEvent(event);
	return event;
}

afterEach(() => {
	sessionStorage.clear();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

describe('renewWhenOutdated', () => {
	it('loads the new table once, not again and again, and stays where there is no connection', () => {
		vi.useFakeTimers();
		const reload = vi.fn();
		renewWhenOutdated(reload);
		const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
		expect(missing().defaultPrevented).toBe(false);
		expect(reload).not.toHaveBeenCalled();

		online.mockReturnValue(true);
		expect(missing().defaultPrevented).toBe(true);
		expect(reload).toHaveBeenCalledOnce();
		expect(missing().defaultPrevented).toBe(false);
		expect(reload).toHaveBeenCalledOnce();

		vi.advanceTimersByTime(60_000);
		missing();
		expect(reload).toHaveBeenCalledTimes(2);
	});
});
