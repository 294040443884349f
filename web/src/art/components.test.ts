import { type Component, flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { chairLook } from './colour';
import Digits from './Digits.svelte';
import Driver from './Driver.svelte';
import Icon from './Icon.svelte';
import Robot from './Robot.svelte';
import Vehicle from './Vehicle.svelte';

let shown: Record<string, unknown> | null = null;

// biome-ignore lint/suspicious/noExplicitAny: the props of four components.
type Wrapper = Component<any>;

function svgOf(component: Wrapper, props: Record<string, unknown>): SVGSVGElement {
	shown = mount(component, { target: document.body, props });
	flushSync();
	return document.querySelector('svg')!;
}

afterEach(async () => {
	if (shown !== null) await unmount(shown);
	shown = null;
});

describe('wrappers', () => {
	it.each([
		['Driver', Driver, { name: 'lion', bot: true }],
		['Robot', Robot, { level: '5', look: chairLook('red') }],
		['Icon', Icon, { name: 'home' }],
		['Vehicle', Vehicle, { kind: 'van', number: 7 }],
		['Digits', Digits, { text: '27', label: '' }],
	] as [string, Wrapper, Record<string, unknown>][])(
		'%s draws, and is silent without a label',
		(_, component, props) => {
			const svg = svgOf(component, props);
			expect(svg.querySelectorAll('path').length).toBeGreaterThan(0);
			expect(svg.querySelector('path')!.namespaceURI).toBe('http://www.w3.org/2000/svg');
			expect(svg.getAttribute('aria-hidden')).toBe('true');
			expect(svg.getAttribute('role')).toBeNull();
			expect(svg.outerHTML).not.toContain('style=');
		},
	);

	it.each([
		['Driver', Driver, { name: 3 }],
		['Robot', Robot, { level: '1', look: chairLook('') }],
		['Icon', Icon, { name: 'home' }],
		['Vehicle', Vehicle, { kind: 'hatch', view: 'side' }],
	] as [string, Wrapper, Record<string, unknown>][])('%s says its label', (_, component, props) => {
		const svg = svgOf(component, { ...props, label: 'A name' });
		expect(svg.getAttribute('role')).toBe('img');
		expect(svg.getAttribute('aria-label')).toBe('A name');
		expect(svg.getAttribute('aria-hidden')).toBeNull();
	});

	it('figures are read as figures', () => {
		expect(svgOf(Digits, { text: '+4' }).getAttribute('aria-label')).toBe('+4');
	});

	it('the box of a vehicle turns with it', () => {
		const box = svgOf(Vehicle, { kind: 'hatch', heading: -90 }).getAttribute('viewBox')!.split(' ').map(Number);
		expect(box[2]!).toBeCloseTo(52 + 16, 5);
		expect(box[3]!).toBeCloseTo(86 + 16, 5);
	});
});
