// A long press where a tap has another meaning. The right button of a mouse and the question mark do the same.
import type { Attachment } from 'svelte/attachments';

const LONG = 500;
/** A finger trembles a little. */
const STILL = 10;

export function hold(onhold: (element: HTMLElement) => void): Attachment<HTMLElement> {
	return (element) => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let held = false;
		let from = { x: 0, y: 0 };
		const fire = () => {
			held = true;
			onhold(element);
		};
		const stop = () => clearTimeout(timer);
		const listen: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void } = {
			pointerdown: (event) => {
				held = false;
				from = { x: event.clientX, y: event.clientY };
				stop();
				if (event.button === 0) timer = setTimeout(fire, LONG);
			},
			pointermove: (event) => {
				if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) stop();
			},
			pointerup: stop,
			pointerleave: stop,
			pointercancel: stop,
			contextmenu: (event) => {
				event.preventDefault();
				stop();
				if (!held) fire();
			},
			keydown: (event) => {
				if (event.key === '?') onhold(element);
			},
			// What ends a long press is no tap.
			click: (event) => {
				if (!held) return;
				held = false;
				event.preventDefault();
				event.stopImmediatePropagation();
			},
		};
		const all = Object.entries(listen) as [string, EventListener][];
		for (const [name, heed] of all) element.addEventListener(name, heed, { capture: true });
		return () => {
			stop();
			for (const [name, heed] of all) element.removeEventListener(name, heed, { capture: true });
		};
	};
}
