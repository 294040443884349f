// Things that keep their name (`data-piece`) travel from where they were to where they are.
// New ones come from a place (`data-place`), those that left go to one. Only transform and opacity move.
import type { Move } from '../games/contract';

export const ARRIVE = 'cubic-bezier(.2,.8,.2,1)';
export const DRIVE = 'cubic-bezier(.4,0,.6,1)';
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

export async function animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
	const animation = element.animate(frames, options);
	running.add(animation);
	try {
		await animation.finished;
	} catch {
		// Cancelled, because the element went away.
	} finally {
		running.delete(animation);
	}
}

function pieces(root: HTMLElement): Map<string, Spot> {
	const found = new Map<string, Spot>();
	for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
		found.set(element.dataset.piece!, { rect: element.getBoundingClientRect(), element });
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
	const all: Promise<void>[] = [];
	for (const [name, spot] of after) {
		const move = byPiece.get(name);
		const then = before.get(name)?.rect ?? origins.get(name) ?? null;
		if (!then || !moved(then, spot.rect)) continue;
		const timing = { duration: ms, delay: move?.delay ?? 0, easing: ARRIVE, fill: 'backwards' as const };
		const frames = [
			{ transform: asIf(then, spot.rect), zIndex: 30 },
			{ transform: 'none', zIndex: 30 },
		];
		all.push(animate(spot.element, frames, timing));
	}
	for (const one of leaving) {
		if (after.has(one.name)) one.copy.remove();
		else all.push(flyAway(one.copy, one.rect, placeOf(root, one.to), ms, one.delay));
	}
	await Promise.all(all);
}

function takeLeaving(root: HTMLElement, moves: Move[], before: Map<string, Spot>) {
	const layer = root.querySelector<HTMLElement>('[data-layer="flight"]') ?? root;
	const base = layer.getBoundingClientRect();
	return moves
		.filter((move) => move.to && before.has(move.piece))
		.map((move) => {
			const { rect, element } = before.get(move.piece)!;
			const copy = element.cloneNode(true) as HTMLElement;
			copy.removeAttribute('data-piece');
			copy.setAttribute('aria-hidden', 'true');
			copy.inert = true;
			Object.assign(copy.style, {
				position: 'absolute',
				margin: '0',
				left: `${rect.left - base.left}px`,
				top: `${rect.top - base.top}px`,
				width: `${rect.width}px`,
				height: `${rect.height}px`,
				transform: 'none',
				zIndex: '40',
				pointerEvents: 'none',
			});
			layer.append(copy);
			return { name: move.piece, to: move.to!, delay: move.delay ?? 0, copy, rect };
		});
}

async function flyAway(copy: HTMLElement, from: DOMRect, to: DOMRect | null, ms: number, delay: number): Promise<void> {
	const end = to ? `${asIf(to, from)}` : 'translate(0, -40px)';
	await animate(
		copy,
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
