// What a screen reader is told. Polite: one sentence per event. Urgent: only that it is your turn, or a window.
import { untrack } from 'svelte';

export const live = $state({ polite: [] as { id: number; text: string }[], urgent: '' });

const KEPT = 6;
let count = 0;

export function announce(text: string): void {
	// Whoever announces something from an effect does not want to hear of it again.
	const before = untrack(() => live.polite);
	live.polite = [...before.slice(1 - KEPT), { id: ++count, text }];
}

export function urge(text: string): void {
	// The same sentence twice is read only if the region was empty in between.
	live.urgent = '';
	queueMicrotask(() => {
		live.urgent = text;
	});
}

/** The browser's own voice, for those who cannot read yet. */
export function readAloud(text: string, language: string): void {
	const voice = globalThis.speechSynthesis;
	if (!voice || !text) return;
	voice.cancel();
	const words = new SpeechSynthesisUtterance(text);
	words.lang = language;
	words.rate = 0.95;
	voice.speak(words);
}

export const canRead = (): boolean => 'speechSynthesis' in globalThis;
