import { afterAll, vi } from 'vitest';

// happy-dom has no animations; what is tested is what happens, not how it moves.
Element.prototype.animate = () =>
	({ finished: Promise.resolve(), cancel: () => {}, finish: () => {}, onfinish: null }) as unknown as Animation;

// All files share one window: each leaves it as it found it, and nobody listens there any more. Its modules are its own.
const undo: (() => void)[] = [];
for (const target of [window, document]) {
	const { addEventListener } = target;
	target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: boolean) => {
		undo.push(() => target.removeEventListener(type, listener, options));
		addEventListener.call(target, type, listener, options);
	};
	undo.push(() => {
		target.addEventListener = addEventListener;
	});
}

afterAll(() => {
	for (const one of undo) one();
	vi.resetModules();
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	document.body.replaceChildren();
	localStorage.clear();
	sessionStorage.clear();
});
