// What is read aloud is spoken by this device or not at all. A headless browser has no voices: they are played here.
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { canRead, readAloud } from './live.svelte';

/** There before the page is: it listens to them from its beginning. */
const { engine, heard } = vi.hoisted(() => {
	const heard: { text: string }[] = [];
	const engine = Object.assign(new EventTarget(), {
		voices: [] as { lang: string; localService: boolean; default: boolean }[],
		getVoices: (): unknown[] => engine.voices,
		speak: (said: { text: string }) => heard.push(said),
		cancel: () => {},
	});
	class SpeechSynthesisUtterance {
		constructor(readonly text: string) {}
	}
	Object.assign(globalThis, { speechSynthesis: engine, SpeechSynthesisUtterance });
	return { engine, heard };
});
const voice = (lang: string, localService: boolean) => ({ lang, localService, default: false });

it('only a voice of the device reads aloud, and the ways to it come with that voice', () => {
	const offered: boolean[] = [];
	const over = $effect.root(() => {
		$effect(() => {
			offered.push(canRead());
		});
	});
	flushSync();
	engine.voices = [voice('en-US', false)];
	engine.dispatchEvent(new Event('voiceschanged'));
	flushSync();
	readAloud('My cards', 'en');
	expect(heard).toEqual([]);
	expect(offered).not.toContain(true);

	engine.voices = [voice('en-US', false), voice('en-GB', true)];
	engine.dispatchEvent(new Event('voiceschanged'));
	flushSync();
	readAloud('My cards', 'en');
	expect(heard).toMatchObject([{ text: 'My cards', lang: 'en-GB', voice: engine.voices[1] }]);
	expect(offered.at(-1)).toBe(true);
	over();
});

it('nothing is read again when other voices come', () => {
	heard.length = 0;
	engine.voices = [voice('en-GB', true)];
	const over = $effect.root(() => {
		$effect(() => readAloud('Your turn', 'en'));
	});
	flushSync();
	engine.dispatchEvent(new Event('voiceschanged'));
	flushSync();
	expect(heard).toHaveLength(1);
	over();
});
