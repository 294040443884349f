// A camera is on for as long as somebody looks through it. The camera is played here.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../test-wait';
import Scan from './Scan.svelte';

afterEach(() => vi.unstubAllGlobals());

it('goes out again where it was allowed only after nobody looked any more', async () => {
	const stop = vi.fn();
	let allow = (_: object) => {};
	const asked = new Promise<object>((done) => {
		allow = done;
	});
	vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: () => asked } });
	const shown = mount(Scan, { target: document.body, props: { onfound: () => {} } });
	flushSync();
	await unmount(shown);
	allow({ getTracks: () => [{ stop }] });
	await eventually(() => expect(stop).toHaveBeenCalled());
});
