// A voice that never tells of another table than the one on the screen. The voices of a browser are played here: a headless one has none.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Narrator, voiceFor } from './narrator.svelte';

interface Said {
	text: string;
	voice: SpeechSynthesisVoice | null;
	lang: string;
	onend?: () => void;
	onerror?: (event: { error: string }) => void;
}

const voice = (lang: string, localService = true, isDefault = false) =>
	({ lang, localService, default: isDefault, name: `${lang} ${localService}` }) as SpeechSynthesisVoice;

function engineWith(voices: SpeechSynthesisVoice[]) {
	const heard: Said[] = [];
	const far = new EventTarget();
	const engine = Object.assign(far, {
		voices,
		cancelled: 0,
		getVoices: () => engine.voices,
		speak: (said: unknown) => {
			heard.push(said as Said);
		},
		cancel: () => {
			engine.cancelled += 1;
		},
	});
	return { engine: engine as typeof engine & SpeechSynthesis, heard };
}

class Utterance {
	voice = null;
	lang = '';
	constructor(readonly text: string) {}
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe('the voice', () => {
	it('is one of the device itself, for the language', () => {
		const { engine } = engineWith([voice('en-US', false), voice('de-DE'), voice('en_GB'), voice('en-AU', true, true)]);
		expect(voiceFor('en', engine)?.lang).toBe('en-AU');
		expect(voiceFor('de', engine)?.lang).toBe('de-DE');
		expect(voiceFor('fi', engine)).toBeUndefined();
		// A voice that speaks elsewhere would be told all that happens.
		expect(voiceFor('en', engineWith([voice('en-US', false)]).engine)).toBeUndefined();
	});
});

describe('what is told', () => {
	let language = 'en';
	function telling(voices = [voice('en-GB')]) {
		language = 'en';
		const found = engineWith(voices);
		const narrator = new Narrator(() => language, found.engine);
		narrator.turn(true);
		return { ...found, narrator };
	}
	const texts = (heard: Said[]) => heard.map((one) => one.text);

	it('comes one after the other, in its order', () => {
		const { narrator, heard } = telling();
		narrator.tell('one');
		narrator.tell('two');
		narrator.tell('three');
		expect(texts(heard)).toEqual(['one']);
		heard[0]!.onend!();
		heard[1]!.onend!();
		expect(texts(heard)).toEqual(['one', 'two', 'three']);
	});

	it('is left out where it lags: what came last is told', () => {
		const { narrator, heard } = telling();
		for (const words of ['one', 'two', 'three', 'four', 'five']) narrator.tell(words);
		heard[0]!.onend!();
		heard[1]!.onend!();
		expect(texts(heard)).toEqual(['one', 'four', 'five']);
	});

	it('is left out when it is long over', () => {
		const { narrator, heard } = telling();
		narrator.tell('a rather long sentence about many cars');
		narrator.tell('long over');
		vi.advanceTimersByTime(5500);
		narrator.tell('now');
		heard[0]!.onend!();
		expect(texts(heard)).toEqual(['a rather long sentence about many cars', 'now']);
	});

	it('goes on after a voice that never says it is done', () => {
		const { narrator, heard, engine } = telling();
		narrator.tell('one');
		vi.advanceTimersByTime(4000);
		narrator.tell('two');
		vi.advanceTimersByTime(1000);
		expect(texts(heard)).toEqual(['one', 'two']);
		expect(engine.cancelled).toBe(1);
		// What it says of the first afterwards starts nothing.
		heard[0]!.onend!();
		expect(texts(heard)).toEqual(['one', 'two']);
	});

	it('is silent at once when it is switched off, and from then on', () => {
		const { narrator, heard, engine } = telling();
		narrator.tell('one');
		narrator.tell('two');
		narrator.turn(false);
		expect(engine.cancelled).toBe(1);
		heard[0]!.onend!();
		narrator.tell('three');
		expect(texts(heard)).toEqual(['one']);
		narrator.turn(true);
		narrator.tell('four');
		expect(texts(heard)).toEqual(['one', 'four']);
	});

	it('speaks the language that is set now', () => {
		const { narrator, heard } = telling([voice('en-GB'), voice('fi-FI')]);
		narrator.tell('one');
		language = 'fi';
		narrator.hush();
		narrator.tell('kaksi');
		expect(heard.map((one) => one.lang)).toEqual(['en-GB', 'fi-FI']);
	});

	it('says why nothing is heard: no voice, until there is one', () => {
		const { narrator, heard, engine } = telling([voice('en-US', false)]);
		narrator.tell('one');
		expect(heard).toEqual([]);
		expect(narrator.hindrance).toBe('no_voice');
		engine.voices = [voice('en-US')];
		engine.dispatchEvent(new Event('voiceschanged'));
		expect(narrator.hindrance).toBe('');
		expect(new Narrator(() => 'en', undefined).hindrance).toBe('no_voice');
	});

	it('says why nothing is heard: the browser wants a key first', () => {
		const { narrator, heard } = telling();
		narrator.tell('one');
		heard[0]!.onerror!({ error: 'not-allowed' });
		expect(narrator.hindrance).toBe('blocked');
		narrator.tell('two');
		expect(texts(heard)).toEqual(['one']);
		narrator.touched();
		narrator.tell('three');
		expect(texts(heard)).toEqual(['one', 'three']);
	});
});
