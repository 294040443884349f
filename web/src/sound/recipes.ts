/** What the sounds are made of: short strikes, slides and noise, one recipe per event. No files. */

export const SOUND_NAMES = [
	'select',
	'laid',
	'turn',
	'reveal',
	'taken',
	'horn',
	'tow',
	'drive',
	'bump',
	'die',
	'tick',
	'win',
] as const;

export type SoundName = (typeof SOUND_NAMES)[number];

/** One sounding thing. Times are in seconds from the start of the sound. */
export interface Voice {
	/** A wave, or brushed noise below a frequency. */
	wave: OscillatorType | 'noise';
	from: number;
	/** Where the pitch slides to by the end. */
	to?: number;
	at?: number;
	long: number;
	/** Loudness beside the other voices of the sound, 1 by itself. */
	share?: number;
	/** Seconds until it is at its loudest. */
	attack?: number;
	/** Keeps its loudness until shortly before the end, as a horn does. */
	held?: boolean;
}

export interface Recipe {
	/** Peak in decibels at full volume. */
	peak: number;
	voices: Voice[];
}

/** A wooden bar: the note and a short overtone two octaves above. */
function marimba(pitch: number, at: number): Voice[] {
	return [
		{ wave: 'sine', from: pitch, at, long: 0.34 },
		{ wave: 'sine', from: pitch * 4, at, long: 0.07, share: 0.22 },
	];
}

function click(at: number, pitch = 1800): Voice {
	return { wave: 'triangle', from: pitch, at, long: 0.02 };
}

const [C5, E5, G5, A5, C6, E6] = [523.25, 659.26, 783.99, 880, 1046.5, 1318.5];

/** `step` is how far along something is: a racing car hums higher with each space. */
export function recipe(name: SoundName, step = 0): Recipe {
	switch (name) {
		case 'select':
			return { peak: -26, voices: [click(0)] };
		case 'laid':
			return {
				peak: -20,
				voices: [
					{ wave: 'sine', from: 140, to: 95, long: 0.08 },
					{ ...click(0), share: 0.5 },
				],
			};
		case 'turn':
			return { peak: -18, voices: [...marimba(E5, 0), ...marimba(A5, 0.14)] };
		case 'reveal':
			return { peak: -22, voices: [{ wave: 'noise', from: 2200, to: 900, long: 0.15, attack: 0.05 }] };
		case 'taken':
			return { peak: -18, voices: [{ wave: 'sine', from: 880, to: 330, long: 0.4, attack: 0.03, held: true }] };
		case 'horn':
			return { peak: -22, voices: [horn(440, 0), horn(349.2, 0.26)] };
		case 'tow':
			return {
				peak: -24,
				voices: [0, 0.2, 0.4].map((at) => ({ wave: 'sine', from: 1000, at, long: 0.09, held: true })),
			};
		case 'drive':
			return { peak: -24, voices: [hum(step)] };
		case 'bump':
			return {
				peak: -18,
				voices: [
					{ wave: 'sine', from: 150, to: 320, long: 0.09 },
					{ wave: 'sine', from: 300, to: 130, at: 0.09, long: 0.2, share: 0.7 },
				],
			};
		case 'die':
			return { peak: -20, voices: [0, 0.07, 0.16, 0.27, 0.41, 0.6].map((at, i) => click(at, 1500 - i * 90)) };
		case 'tick':
			return { peak: -24, voices: [click(0, 1200)] };
		case 'win':
			return { peak: -16, voices: [C5, E5, G5, C6, E6].flatMap((pitch, i) => marimba(pitch, i * 0.11)) };
	}
}

function horn(pitch: number, at: number): Voice {
	return { wave: 'triangle', from: pitch, at, long: 0.24, attack: 0.03, held: true };
}

function hum(step: number): Voice {
	const pitch = 90 * 1.08 ** Math.min(12, Math.max(0, step));
	return { wave: 'triangle', from: pitch, to: pitch * 1.06, long: 0.12, attack: 0.02, held: true };
}
