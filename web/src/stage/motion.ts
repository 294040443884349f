// Things that keep their name (`data-piece`) travel from where they were to where they are.
// New ones come from a place (`data-place`), those that left go to one. Only transform and opacity move.
import type { Move } from '../contract';

const ARRIVE = 'cubic-bezier(.2,.8,.2,1)';
const DRIVE = 'cubic-bezier(.4,0,.6,1)';
const FADE = 120;
const OUTLINE = 1500;

interface Spot {
	rect: DOMRect;
	element: HTMLElement;
}

/** What is moving now; a tap anywhere finishes it. */
const running = new Set<Animation>();

export function finishAll(): void {
	for (const animation of [...running]) {
		try {
			animation.finish();
		} catch {
			// An animation without an end cannot be finished; there is none of ours.
		}
	}
}

/** A tab in the background draws no frames, so what moves there would never arrive by itself. */
const GRACE = 400;

export async function animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
	const animation = element.animate(frames, options);
	running.add(animation);
	const limit = setTimeout(() => animation.finish(), Number(options.duration) + (options.delay ?? 0) + GRACE);
	try {
		await animation.finished;
	} catch {
		// Cancelled, because the element went away.
	} finally {
		clearTimeout(limit);
		running.delete(animation);
	}
}

function pieces(root: HTMLElement): Map<string, Spot> {
	const found = new Map<string, Spot>();
	for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
		const rect = element.getBoundingClientRect();
		// What is not drawn has no place: nothing travels to or from the corner of the screen.
		if (rect.width > 0) found.set(element.dataset.piece!, { rect, element });
	}
	return found;
}

/** A place that is drawn: some stand twice, once for each form of the screen. */
export function placeOf(root: HTMLElement, name: string): DOMRect | null {
	const quoted = CSS.escape(name);
	for (const element of root.querySelectorAll(`[data-place="${quoted}"], [data-piece="${quoted}"]`)) {
		const rect = element.getBoundingClientRect();
		if (rect.width > 0) return rect;
	}
	return null;
}

/** How a box at `now` looks as if it stood at `then`. */
export function asIf(then: DOMRect, now: DOMRect): string {
	const x = then.left + then.width / 2 - (now.left + now.width / 2);
	const y = then.top + then.height / 2 - (now.top + now.height / 2);
	const scale = now.width > 0 && then.width > 0 ? then.width / now.width : 1;
	return `translate(${x}px, ${y}px) scale(${scale})`;
}

const moved = (a: DOMRect, b: DOMRect): boolean =>
	Math.abs(a.left - b.left) > 1 || Math.abs(a.top - b.top) > 1 || Math.abs(a.width - b.width) > 1;

/** Let `change` redraw the table and show what it did. Resolves when everything has arrived. */
export async function perform(
	root: HTMLElement,
	change: () => Promise<void>,
	ms: number,
	moves: Move[],
	still: boolean,
): Promise<void> {
	const before = pieces(root);
	const byPiece = new Map(moves.map((move) => [move.piece, move]));
	// Where new pieces come from may itself be gone afterwards, such as the place of a card in the hand.
	const origins = new Map(moves.map((move) => [move.piece, move.from ? placeOf(root, move.from) : null]));
	// Copies of what will be gone, taken while it is still there.
	const leaving = still || ms <= 0 ? [] : takeLeaving(root, moves, before);
	await change();
	const after = pieces(root);
	if (still || ms <= 0) {
		if (still) showInPlace(before, after, new Set(byPiece.keys()));
		for (const one of leaving) one.copy.remove();
		return;
	}
	const layer = layerOf(root);
	const all: Promise<void>[] = [];
	for (const [name, spot] of after) {
		const old = before.get(name);
		const then = old?.rect ?? origins.get(name);
		if (!then || !moved(then, spot.rect)) continue;
		const delay = byPiece.get(name)?.delay ?? 0;
		if (old?.element === spot.element) all.push(slide(spot, then, ms, delay));
		else all.push(flyIn(root, layer, spot, then, ms, delay));
	}
	for (const one of leaving) {
		if (after.has(one.name)) one.copy.remove();
		else all.push(flyAway(one, placeOf(root, one.to), ms));
	}
	await Promise.all(all);
}

const layerOf = (root: HTMLElement): HTMLElement => root.querySelector<HTMLElement>('[data-layer="flight"]') ?? root;

/** The same thing a little further on, such as a car that makes room. */
function slide({ element, rect }: Spot, then: DOMRect, ms: number, delay: number): Promise<void> {
	const frames = [
		{ transform: asIf(then, rect), zIndex: 30 },
		{ transform: 'none', zIndex: 30 },
	];
	return animate(element, frames, { duration: ms, delay, easing: ARRIVE, fill: 'backwards' });
}

/** From one part of the screen to another: a copy travels above everything, then the thing itself is seen. */
async function flyIn(
	root: HTMLElement,
	layer: HTMLElement,
	spot: Spot,
	then: DOMRect,
	ms: number,
	delay: number,
): Promise<void> {
	const { outer, copy } = copyOf(root, layer, spot);
	const hidden = animate(spot.element, [{ opacity: 0 }, { opacity: 0 }], { duration: ms + delay });
	const start = asIf(then, spot.rect);
	const timing = { duration: ms, delay, easing: ARRIVE, fill: 'both' as const };
	await Promise.all([hidden, animate(copy, [{ transform: start }, { transform: 'none' }], timing)]);
	outer.remove();
}

interface Leaving {
	name: string;
	to: string;
	delay: number;
	/** What is taken away in the end. */
	copy: HTMLElement;
	inner: HTMLElement;
	rect: DOMRect;
}

function takeLeaving(root: HTMLElement, moves: Move[], before: Map<string, Spot>): Leaving[] {
	const layer = layerOf(root);
	return moves
		.filter((move) => move.to && before.has(move.piece))
		.map((move) => {
			const spot = before.get(move.piece)!;
			const { outer, copy } = copyOf(root, layer, spot);
			return { name: move.piece, to: move.to!, delay: move.delay ?? 0, copy: outer, inner: copy, rect: spot.rect };
		});
}

/** A copy in the layer above everything, inside boxless copies of what it stood in, so that it looks the same there. */
function copyOf(root: HTMLElement, layer: HTMLElement, spot: Spot): { outer: HTMLElement; copy: HTMLElement } {
	const base = layer.getBoundingClientRect();
	const copy = spot.element.cloneNode(true) as HTMLElement;
	for (const one of [copy, ...copy.querySelectorAll<HTMLElement>('[data-piece], [data-place], [data-lit]')]) {
		for (const name of ['data-piece', 'data-place', 'data-lit', 'data-can']) one.removeAttribute(name);
	}
	copy.setAttribute('aria-hidden', 'true');
	copy.inert = true;
	Object.assign(copy.style, {
		position: 'absolute',
		margin: '0',
		left: `${spot.rect.left - base.left}px`,
		top: `${spot.rect.top - base.top}px`,
		width: `${spot.rect.width}px`,
		height: `${spot.rect.height}px`,
		transform: 'none',
		transition: 'none',
		zIndex: '40',
		pointerEvents: 'none',
	});
	let outer = copy;
	for (let up = spot.element.parentElement; up && up !== root; up = up.parentElement) {
		const shell = document.createElement('div');
		shell.className = up.className;
		shell.style.cssText = up.style.cssText;
		shell.dataset.shell = '';
		shell.append(outer);
		outer = shell;
	}
	layer.append(outer);
	return { outer, copy };
}

async function flyAway({ copy, inner, rect, delay }: Leaving, to: DOMRect | null, ms: number): Promise<void> {
	const end = to ? asIf(to, rect) : 'translate(0, -40px)';
	await animate(
		inner,
		[
			{ transform: 'none', opacity: 1 },
			{ transform: end, opacity: 0.9, offset: 0.9 },
			{ transform: end, opacity: 0 },
		],
		{ duration: ms, delay, easing: DRIVE, fill: 'both' },
	);
	copy.remove();
}

/** Reduced motion: no travel; what is new or elsewhere is faded in and outlined for a moment. */
function showInPlace(before: Map<string, Spot>, after: Map<string, Spot>, told: Set<string>): void {
	for (const [name, spot] of after) {
		const then = before.get(name)?.rect;
		if (then && !moved(then, spot.rect)) continue;
		void animate(spot.element, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
		// What only made room is not what happened.
		if (then && !told.has(name)) continue;
		spot.element.classList.add('changed');
		setTimeout(() => spot.element.classList.remove('changed'), OUTLINE);
	}
}
