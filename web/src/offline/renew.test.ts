import { afterEach, describe, expect, it, vi } from 'vitest';
import { renewWhenOutdated } from './renew';

let listener: (event: Event) => void;

/** To ours alone: others may have been added to the same window. */
function missing(): Event {
	const event = new Event('vite:preloadError', { cancelable: true });
	listener(event);
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
		const added = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => {});
		renewWhenOutdated(reload);
		expect(added.mock.calls[0]![0]).toBe('vite:preloadError');
		listener = added.mock.calls[0]![1] as typeof listener;
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
