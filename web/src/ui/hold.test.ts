import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hold } from './hold';

let button: HTMLButtonElement;
let told: string[];
const press = (type: string, x = 5) =>
	button.dispatchEvent(
		Object.assign(new MouseEvent(type, { clientX: x, clientY: 5, bubbles: true, cancelable: true })),
	);

beforeEach(() => {
	vi.useFakeTimers();
	told = [];
	button = document.createElement('button');
	document.body.append(button);
	hold(() => told.push('held'))(button);
	document.body.addEventListener('click', tapped);
});
afterEach(() => {
	document.body.removeEventListener('click', tapped);
	button.remove();
	vi.useRealTimers();
});
const tapped = () => told.push('tapped');

it('a tap is a tap', () => {
	press('pointerdown');
	vi.advanceTimersByTime(120);
	press('pointerup');
	press('click');
	vi.advanceTimersByTime(2000);
	expect(told).toEqual(['tapped']);
});

it('a long press explains, and what ends it plays nothing', () => {
	press('pointerdown');
	vi.advanceTimersByTime(700);
	press('pointerup');
	press('click');
	expect(told).toEqual(['held']);
	press('pointerdown');
	press('pointerup');
	press('click');
	expect(told).toEqual(['held', 'tapped']);
});

it('a finger that wanders off means neither', () => {
	press('pointerdown');
	press('pointermove', 60);
	vi.advanceTimersByTime(700);
	expect(told).toEqual([]);
});

it('the other button of a mouse and the question mark explain too', () => {
	press('contextmenu');
	button.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
	expect(told).toEqual(['held', 'held']);
});
