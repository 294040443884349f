// What a screen reader is told. Polite: one sentence per event. Urgent: only that it is your turn, or a window.
import { untrack } from 'svelte';
import { prefs } from '../prefs.svelte';
import { voiceFor } from './narrator.svelte';

export const live = $state({ polite: [] as { id: number; text: string }[], urgent: '' });

const KEPT = 6;
let count = 0;

export function announce(text: string): void {
	// Whoever announces something from an effect does not want to hear of it again.
	const before = untrack(() => live.polite);
	live.polite = [...before.slice(1 - KEPT), { id: ++count, text }];
}

/** Somebody else looks now: what was said before is no longer there. */
export function forget(): void {
	live.polite = [];
}

export function urge(text: string): void {
	// The same sentence twice is read only if the region was empty in between.
	live.urgent = '';
	queueMicrotask(() => {
		live.urgent = text;
	});
}

/** A voice of the device itself, for those who cannot read yet. Without one nothing is said: see `voiceFor`. */
export function readAloud(text: string, language: string): void {
	// Nothing is read again because another voice has come.
	const voice = untrack(() => voiceFor(language));
	if (!voice || !text) return;
	speechSynthesis.cancel();
	const words = new SpeechSynthesisUtterance(text);
	words.lang = voice.lang;
	words.voice = voice;
	words.rate = 0.95;
	speechSynthesis.speak(words);
}

/** Said at once to whoever listens; and aloud, perhaps in fewer words, for whoever wants that. */
export function callOut(words: string, aloud = words): void {
	urge(words);
	if (prefs.aloud) readAloud(aloud, prefs.language);
}

export const canRead = (): boolean => voiceFor(prefs.language) !== undefined;
