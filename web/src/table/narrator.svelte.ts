// What happens, told to a room by the browser's own voice. Sentences come when they are seen and wait here for their turn; a voice
// that falls behind leaves out what is long over, for it is never to tell of another table than the one on the screen.

/** So many sentences wait at most; then the oldest is left out. */
const WAITING = 2;
/** What had to wait longer is over, in milliseconds. */
const OVER = 5000;
/** A voice that never says that it has come to its end is not waited for: so long at least, and so long for each letter. */
const LEAST = 4000;
const LETTER = 150;

/** Why nothing is heard: the device has no voice for the language, or its browser first wants a key or a tap. */
export type Hindrance = '' | 'no_voice' | 'blocked';

/** What browsers know of voices comes late: whatever depends on them looks again. */
const voices = $state({ changes: 0 });
globalThis.speechSynthesis?.addEventListener?.('voiceschanged', () => {
	voices.changes += 1;
});

/**
 * A voice of the device itself for a language. Others are spoken elsewhere: what happens at a table would leave the house.
 */
export function voiceFor(language: string, engine = globalThis.speechSynthesis): SpeechSynthesisVoice | undefined {
	void voices.changes;
	const ours = (engine?.getVoices?.() ?? []).filter(
		(voice) => voice.localService && voice.lang.toLowerCase().replace('_', '-').split('-')[0] === language,
	);
	return ours.find((voice) => voice.default) ?? ours[0];
}

export class Narrator {
	on = $state(false);
	/** What browsers know of voices comes late, and may change. */
	private heard = $state(0);
	private blocked = $state(false);
	private waiting: { words: string; at: number }[] = [];
	/** What is being said; null: silence. */
	private saying: SpeechSynthesisUtterance | null = null;
	private limit: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly language: () => string,
		private readonly engine: SpeechSynthesis | undefined = globalThis.speechSynthesis,
	) {
		this.engine?.addEventListener?.('voiceschanged', this.changed);
	}

	private readonly changed = (): void => {
		this.heard += 1;
	};

	/** Why nothing would be heard. */
	get hindrance(): Hindrance {
		void this.heard;
		if (!voiceFor(this.language(), this.engine)) return 'no_voice';
		return this.blocked ? 'blocked' : '';
	}

	/** Switched on or off; off is silent at once. */
	turn(on: boolean): void {
		this.on = on;
		if (!on) this.hush();
	}

	/** Somebody pressed something: now the browser lets it speak. */
	touched(): void {
		this.blocked = false;
	}

	/** Told as soon as what is being said has been said. */
	tell(words: string): void {
		if (!this.on || !words.trim() || this.hindrance) return;
		this.waiting = [...this.waiting, { words, at: performance.now() }].slice(-WAITING);
		this.next();
	}

	/** Nothing more is said, and nothing waits. */
	hush(): void {
		this.waiting = [];
		this.end();
		this.engine?.cancel();
	}

	/** Nobody listens any more. */
	stop(): void {
		this.turn(false);
		this.engine?.removeEventListener?.('voiceschanged', this.changed);
	}

	private next(): void {
		if (this.saying) return;
		const now = performance.now();
		const due = this.waiting.find((one) => now - one.at <= OVER);
		this.waiting = due ? this.waiting.slice(this.waiting.indexOf(due) + 1) : [];
		if (due) this.speak(due.words);
	}

	private speak(words: string): void {
		const voice = voiceFor(this.language(), this.engine);
		if (!voice || !this.engine) return;
		const said = new SpeechSynthesisUtterance(words);
		said.voice = voice;
		said.lang = voice.lang;
		const done = () => {
			if (this.saying !== said) return;
			this.end();
			this.next();
		};
		said.onend = done;
		said.onerror = ({ error }) => {
			if (error === 'not-allowed') {
				this.blocked = true;
				this.waiting = [];
			}
			done();
		};
		this.saying = said;
		this.limit = setTimeout(
			() => {
				this.engine?.cancel();
				done();
			},
			LEAST + LETTER * words.length,
		);
		this.engine.speak(said);
	}

	private end(): void {
		clearTimeout(this.limit);
		this.saying = null;
	}
}
