import { afterAll, vi } from 'vitest';

// happy-dom has no animations; what is tested is what happens, not how it moves.
Element.prototype.animate = () =>
	({ finished: Promise.resolve(), cancel: () => {}, finish: () => {}, onfinish: null }) as unknown as Animation;

// All files share one window: each leaves it as it found it. Its modules are its own.
afterAll(() => {
	vi.resetModules();
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	document.body.replaceChildren();
	localStorage.clear();
	sessionStorage.clear();
});
