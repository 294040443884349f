/** The sounds of the table. They are never the only sign of anything, so everything here may fail in silence. */

import { recipe, type SoundName, type Voice } from './recipes';

export { SOUND_NAMES, type SoundName } from './recipes';

/** Two sounds closer than this would be one noise. */
const APART = 0.06;
/** What others do sounds from further away. */
const FAR = 0.5;
const SILENCE = 0.0001;

let context: AudioContext | null = null;
let master: GainNode | null = null;
let noise: AudioBuffer | null = null;
let volume = 0.5;
let music = true;
let last = Number.NEGATIVE_INFINITY;

/** 0 is mute, 1 is loud; a table begins at half. */
export function setVolume(value: number): void {
	volume = Math.min(1, Math.max(0, value));
	if (master !== null) master.gain.value = volume;
}

/** Without music plain signals stand in for the tunes. */
export function setMusic(on: boolean): void {
	music = on;
}

/** Browsers allow sound only after somebody touched the page: call this from any gesture. */
export function unlock(): void {
	if (context === null) open();
	if (context !== null && context.state !== 'running') void context.resume().catch(() => {});
}

/** Unlocks with a touch or key, and again after the device has slept. Returns a function that stops listening. */
export function unlockOnGesture(page: EventTarget): () => void {
	const kinds = ['pointerdown', 'keydown'];
	for (const kind of kinds) page.addEventListener(kind, unlock, true);
	return () => {
		for (const kind of kinds) page.removeEventListener(kind, unlock, true);
	};
}

function open(): void {
	const Context = globalThis.AudioContext;
	if (Context === undefined) return;
	try {
		context = new Context();
		master = context.createGain();
		master.gain.value = volume;
		master.connect(context.destination);
	} catch {
		// A device without an audio output.
		context = null;
		master = null;
	}
}

export interface How {
	/** How far along something is: it raises the hum of a racing car space by space. */
	step?: number | undefined;
	/** Somebody else's doing. */
	far?: boolean;
}

/** Plays a sound, and says whether it did. */
export function play(name: SoundName, how: How = {}): boolean {
	if (context === null || master === null || context.state !== 'running') return false;
	if (volume === 0 || document.hidden) return false;
	const now = context.currentTime;
	if (now - last < APART) return false;
	last = now;
	score(context, master, heardAs(name), now, how);
	return true;
}

const heardAs = (name: SoundName): SoundName => (music ? name : (recipe(name).tune ?? name));

/** Everything that sounds of one sound, from then on; also for a context that only writes it down. */
export function score(audio: BaseAudioContext, out: AudioNode, name: SoundName, now: number, how: How = {}): void {
	const { peak, voices } = recipe(name, how.step);
	const loud = 10 ** (peak / 20) * (how.far ? FAR : 1);
	for (const voice of voices) sound(audio, out, voice, now, loud);
}

function sound(audio: BaseAudioContext, out: AudioNode, voice: Voice, now: number, loud: number): void {
	const start = now + (voice.at ?? 0);
	const end = start + voice.long;
	const envelope = audio.createGain();
	shapeLoudness(envelope.gain, voice, start, loud * (voice.share ?? 1));
	envelope.connect(out);
	const source = voice.wave === 'noise' ? brushed(audio, envelope, voice, start) : toned(audio, envelope, voice, start);
	source.onended = () => envelope.disconnect();
	source.start(start);
	source.stop(end + 0.02);
}

function shapeLoudness(gain: AudioParam, voice: Voice, start: number, peak: number): void {
	const risen = start + (voice.attack ?? 0.003);
	const end = start + voice.long;
	gain.setValueAtTime(SILENCE, start);
	gain.exponentialRampToValueAtTime(peak, risen);
	if (voice.held) gain.setValueAtTime(peak, Math.max(risen, end - 0.05));
	gain.exponentialRampToValueAtTime(SILENCE, end);
}

function slide(pitch: AudioParam, voice: Voice, start: number): void {
	pitch.setValueAtTime(voice.from, start);
	if (voice.to !== undefined) pitch.exponentialRampToValueAtTime(voice.to, start + voice.long);
}

function toned(audio: BaseAudioContext, out: AudioNode, voice: Voice, start: number): AudioScheduledSourceNode {
	const tone = audio.createOscillator();
	tone.type = voice.wave as OscillatorType;
	slide(tone.frequency, voice, start);
	tone.connect(out);
	return tone;
}

/** Noise below a frequency that sinks: a brush over paper. */
function brushed(audio: BaseAudioContext, out: AudioNode, voice: Voice, start: number): AudioScheduledSourceNode {
	const filter = audio.createBiquadFilter();
	filter.type = 'lowpass';
	slide(filter.frequency, voice, start);
	// Most of the noise lies above that frequency: what is left is made as loud as a tone.
	const louder = audio.createGain();
	louder.gain.value = 0.75 * Math.sqrt(audio.sampleRate / 2 / Math.max(voice.from, voice.to ?? 0));
	filter.connect(louder);
	louder.connect(out);
	const source = audio.createBufferSource();
	source.buffer = noise ??= whiteNoise(audio);
	source.connect(filter);
	return source;
}

/** The same every time: by chance its loudest sample would be a third louder or softer each time the page is opened. */
function whiteNoise(audio: BaseAudioContext): AudioBuffer {
	const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.5), audio.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let i = 0, drawn = 1; i < samples.length; i++) {
		drawn = (Math.imul(drawn, 1664525) + 1013904223) | 0;
		samples[i] = drawn / 2 ** 31;
	}
	return buffer;
}
