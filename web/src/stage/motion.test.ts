import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { animate, asIf, finishAll, perform, placeOf } from './motion';

/** There is no layout here: where something stands is written on it as "x y width height". */
function stand(element: Element): DOMRect {
	const [x = 0, y = 0, w = 0, h = 0] = (element.getAttribute('data-at') ?? '').split(' ').map(Number);
	return new DOMRect(x, y, w, h);
}

/** An animation that ends when it is told to, as in a browser without frames. */
interface Flight {
	element: Element;
	frames: Keyframe[];
	options: KeyframeAnimationOptions;
	finish: () => void;
}
let flights: Flight[] = [];
let root: HTMLElement;

beforeEach(() => {
	vi.useFakeTimers();
	flights = [];
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
		return stand(this);
	});
	Element.prototype.animate = function (this: Element, frames, options) {
		let finish = () => {};
		const finished = new Promise<void>((done) => {
			finish = done;
		});
		flights.push({ element: this, frames: frames as Keyframe[], options: options as KeyframeAnimationOptions, finish });
		return { finish, finished } as unknown as Animation;
	};
	root = document.createElement('div');
	document.body.append(root);
});
afterEach(() => {
	root.remove();
	vi.restoreAllMocks();
	vi.useRealTimers();
});

const LAYER = '<div data-layer="flight" data-at="0 100 800 500"></div>';
const PILL = '<i data-place="seat-1" data-at="10 110 40 40"></i>';
const draw = (inner: string): void => {
	root.querySelector('.scene')!.innerHTML = inner;
};
function set(inner: string): void {
	root.innerHTML = `<div class="scene" style="--card: 80px">${inner}</div>${PILL}${LAYER}`;
}
const layer = () => root.querySelector('[data-layer]')!;
const settle = () => vi.advanceTimersByTimeAsync(0);

test('a place that stands twice is the one that is drawn', () => {
	set(
		'<i data-place="deck"></i><i data-place="deck" data-at="5 6 70 98"></i><i data-piece="card:7" data-at="1 2 3 4"></i>',
	);
	expect(placeOf(root, 'deck')).toMatchObject({ x: 5, y: 6, width: 70 });
	expect(placeOf(root, 'card:7')).toMatchObject({ x: 1, y: 2 });
	expect(placeOf(root, 'nowhere')).toBeNull();
});

test('a box looks as if it stood elsewhere, middle upon middle and in that size', () => {
	expect(asIf(new DOMRect(0, 0, 40, 40), new DOMRect(100, 200, 80, 112))).toBe('translate(-120px, -236px) scale(0.5)');
	expect(asIf(new DOMRect(9, 9, 0, 0), new DOMRect(9, 9, 80, 80))).toBe('translate(-40px, -40px) scale(1)');
});

test('what only makes room slides where it is', async () => {
	set('<i data-piece="car:1" data-at="0 100 80 40"></i><i data-piece="car:2" data-at="300 100 80 40"></i>');
	const car = root.querySelector('[data-piece="car:1"]')!;
	const done = perform(root, async () => car.setAttribute('data-at', '90 100 80 40'), 300, [], false);
	await settle();
	expect(flights).toHaveLength(1);
	expect(flights[0]!.element).toBe(car);
	expect(flights[0]!.frames[0]!.transform).toBe('translate(-90px, 0px) scale(1)');
	expect(flights[0]!.options.duration).toBe(300);
	flights[0]!.finish();
	await done;
});

test('a new piece flies from its place above everything, and is seen only once', async () => {
	set('');
	const moves = [{ piece: 'pile:1', from: 'seat-1', delay: 60 }];
	const done = perform(
		root,
		async () => draw('<b class="laid" data-piece="pile:1" data-at="400 300 80 112" data-lit="true">7</b>'),
		320,
		moves,
		false,
	);
	await settle();
	const own = root.querySelector('[data-piece="pile:1"]')!;
	const hidden = flights.find((one) => one.element === own)!;
	expect(hidden.frames).toEqual([{ opacity: 0 }, { opacity: 0 }]);
	expect(hidden.options.duration).toBe(380);
	const copy = flights.find((one) => one.element !== own)!;
	expect(layer().contains(copy.element)).toBe(true);
	expect((copy.element as HTMLElement).style.left).toBe('400px');
	expect((copy.element as HTMLElement).style.top).toBe('200px');
	expect(copy.frames[0]!.transform).toBe('translate(-410px, -226px) scale(0.5)');
	expect(copy.options).toMatchObject({ duration: 320, delay: 60 });
	// It looks the same up there: what it stands in lends it its style, but neither a box nor a name.
	const shell = copy.element.parentElement!;
	expect(shell.className).toBe('scene');
	expect(shell.dataset.shell).toBe('');
	expect(shell.style.getPropertyValue('--card')).toBe('80px');
	expect(layer().querySelector('[data-piece], [data-lit]')).toBeNull();
	for (const one of flights) one.finish();
	await done;
	expect(layer().childElementCount).toBe(0);
});

test('a card of the hand that lies on the table flies there, not a second one', async () => {
	set('<button data-piece="card:7" data-at="50 500 100 140"></button>');
	const done = perform(root, async () => draw('<b data-piece="card:7" data-at="400 300 80 112"></b>'), 320, [], false);
	await settle();
	expect(layer().querySelectorAll('b')).toHaveLength(1);
	expect(layer().querySelector('button')).toBeNull();
	for (const one of flights) one.finish();
	await done;
	expect(layer().childElementCount).toBe(0);
});

test('what leaves goes to its owner and is gone', async () => {
	set('<i data-piece="car:1" data-at="200 300 80 40"></i>');
	const done = perform(root, async () => draw(''), 500, [{ piece: 'car:1', to: 'seat-1', delay: 70 }], false);
	await settle();
	expect(flights).toHaveLength(1);
	expect(layer().contains(flights[0]!.element)).toBe(true);
	expect(flights[0]!.frames.at(-1)).toEqual({ transform: 'translate(-210px, -190px) scale(0.5)', opacity: 0 });
	flights[0]!.finish();
	await done;
	expect(layer().childElementCount).toBe(0);
});

test('what was to leave and is still there leaves no copy behind', async () => {
	set('<i data-piece="car:1" data-at="200 300 80 40"></i>');
	await perform(root, async () => {}, 500, [{ piece: 'car:1', to: 'seat-1' }], false);
	expect(flights).toHaveLength(0);
	expect(layer().childElementCount).toBe(0);
});

test('nothing comes from the corner: what was not drawn has no place', async () => {
	set('<i data-piece="car:1"></i>');
	const car = root.querySelector('[data-piece]')!;
	await perform(
		root,
		async () => car.setAttribute('data-at', '400 300 80 40'),
		300,
		[{ piece: 'car:1', from: 'gone' }],
		false,
	);
	expect(flights).toHaveLength(0);
});

test('a tap finishes everything at once', async () => {
	set('<i data-piece="car:1" data-at="200 300 80 40"></i>');
	const done = perform(
		root,
		async () => draw('<b data-piece="x" data-at="9 9 9 9"></b>'),
		500,
		[
			{ piece: 'car:1', to: 'seat-1' },
			{ piece: 'x', from: 'seat-1' },
		],
		false,
	);
	await settle();
	finishAll();
	await done;
	expect(layer().childElementCount).toBe(0);
});

test('without frames, as in a hidden tab, everything arrives all the same', async () => {
	let arrived = false;
	void animate(root, [{ opacity: 0 }, { opacity: 1 }], { duration: 300, delay: 100 }).then(() => {
		arrived = true;
	});
	await vi.advanceTimersByTimeAsync(700);
	expect(arrived).toBe(false);
	await vi.advanceTimersByTimeAsync(200);
	expect(arrived).toBe(true);
});

test('without motion nothing travels; what came is outlined for a moment', async () => {
	set('<i data-piece="car:1" data-at="0 100 80 40"></i>');
	const first = root.querySelector('[data-piece="car:1"]')!;
	const change = async () => {
		first.setAttribute('data-at', '90 100 80 40');
		root.querySelector('.scene')!.insertAdjacentHTML('beforeend', '<b data-piece="car:2" data-at="300 100 80 40"></b>');
	};
	await perform(root, change, 0, [{ piece: 'car:2', from: 'seat-1' }], true);
	expect(flights.every((one) => one.frames.every((frame) => frame.transform === undefined))).toBe(true);
	const second = root.querySelector('[data-piece="car:2"]')!;
	expect(second.classList.contains('changed')).toBe(true);
	// What only made room is not what happened.
	expect(first.classList.contains('changed')).toBe(false);
	await vi.advanceTimersByTimeAsync(1600);
	expect(second.classList.contains('changed')).toBe(false);
	expect(layer().childElementCount).toBe(0);
});
