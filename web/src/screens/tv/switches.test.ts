// The four switches of a big screen: what keys do there.
import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { prefs } from '../../prefs.svelte';
import { Narrator } from '../../table/narrator.svelte';
import Switches from './Switches.svelte';

it('has the arrows and the M of a remote control, and leaves those of the browser alone', async () => {
	const shown = mount(Switches, { target: document.body, props: { narrator: new Narrator(() => 'en'), home: '/' } });
	flushSync();
	const press = (key: string, held = {}): boolean => {
		const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...held });
		document.body.dispatchEvent(event);
		return event.defaultPrevented;
	};
	const volume = prefs.volume;
	for (const held of [{ altKey: true }, { metaKey: true }, { ctrlKey: true }]) {
		expect(press('ArrowLeft', held)).toBe(false);
		press('m', held);
	}
	expect([document.activeElement, prefs.volume]).toEqual([document.body, volume]);
	expect(press('ArrowRight')).toBe(true);
	expect(document.activeElement?.tagName).toBe('BUTTON');
	press('m');
	expect(prefs.volume).toBe(volume ? 0 : 0.5);
	await unmount(shown);
});
