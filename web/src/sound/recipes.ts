/** What the sounds are made of: short strikes, slides and noise, one recipe per thing that happens. No files. */

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
	/** It is a tune; where somebody wants none, this signal says the same. */
	tune?: 'knock' | 'nod' | 'turbo';
}

const [E4, G4, C5, E5, G5, A5, C6, E6] = [329.63, 392, 523.25, 659.26, 783.99, 880, 1046.5, 1318.5];

/** A wooden bar: the note and a short overtone two octaves above. */
function marimba(pitch: number, at: number): Voice[] {
	return [
		{ wave: 'sine', from: pitch, at, long: 0.34 },
		{ wave: 'sine', from: pitch * 4, at, long: 0.07, share: 0.22 },
	];
}

const bars = (apart: number, ...pitches: number[]): Voice[] => pitches.flatMap((pitch, i) => marimba(pitch, i * apart));

const click = (at: number, pitch = 1800, share = 1): Voice => ({
	wave: 'triangle',
	from: pitch,
	at,
	long: 0.02,
	share,
});

const clicks = (pitch: number, ...times: number[]): Voice[] => times.map((at, i) => click(at, pitch - i * 90));

/** Something heavy comes down; the click lets small loudspeakers say it, too. */
const thump = (from: number, to: number, long: number, at = 0): Voice[] => [
	{ wave: 'sine', from, to, at, long },
	{ ...click(at), share: 0.5 },
];

/** A brush over paper, a hiss of tyres. */
const brush = (from: number, to: number, long: number, at = 0, share = 1): Voice => ({
	wave: 'noise',
	from,
	to,
	at,
	long,
	share,
	attack: long / 3,
});

/** A strike of noise, such as a hand or a sheet of metal. */
const smack = (from: number, to: number, long: number, at = 0, share = 1): Voice => ({
	...brush(from, to, long, at, share),
	attack: 0.004,
});

const slide = (from: number, to: number, long: number, at = 0, wave: OscillatorType = 'sine'): Voice => ({
	wave,
	from,
	to,
	at,
	long,
	attack: 0.03,
	held: true,
});

const horn = (pitch: number, at: number, long = 0.24, share = 1): Voice => ({
	wave: 'triangle',
	from: pitch,
	at,
	long,
	share,
	attack: 0.03,
	held: true,
});

function hum(step: number): Voice {
	const pitch = 90 * 1.08 ** Math.min(12, Math.max(0, step));
	return { wave: 'triangle', from: pitch, to: pitch * 1.06, long: 0.12, attack: 0.02, held: true };
}

/** Engines, which slide up or down from one pitch to another. */
const engine = (from: number, to: number, long: number, at = 0): Voice => slide(from, to, long, at, 'triangle');

/** `step` is how far along something is: a racing car hums higher with each space, points tick higher as they add up. */
const RECIPES = {
	// Fingers and turns
	select: { peak: -26, voices: [click(0)] },
	turn: { peak: -18, tune: 'knock', voices: bars(0.14, E5, A5) },
	knock: { peak: -18, voices: [...thump(320, 240, 0.07), ...thump(420, 320, 0.07, 0.14)] },
	nod: { peak: -22, voices: thump(260, 200, 0.09) },
	tick: { peak: -24, voices: [click(0, 1200)] },
	shrug: { peak: -25, voices: [slide(240, 190, 0.12)] },
	say: { peak: -22, voices: [slide(420, 560, 0.07), slide(520, 430, 0.08, 0.09)] },
	// Cards
	laid: { peak: -20, voices: thump(140, 95, 0.08) },
	drawn: { peak: -23, voices: [brush(3200, 1800, 0.1)] },
	dealt: { peak: -20, voices: [0, 0.07, 0.14, 0.21].map((at) => smack(2800, 1500, 0.06, at)) },
	shuffled: { peak: -19, voices: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3].map((at) => smack(3600, 2400, 0.04, at)) },
	opened: { peak: -22, voices: [brush(1600, 2600, 0.09), ...thump(170, 120, 0.07, 0.1)] },
	reveal: { peak: -22, voices: [brush(2200, 900, 0.15)] },
	flipped: { peak: -22, voices: [brush(1500, 3000, 0.08), click(0.09, 1500)] },
	closed: { peak: -23, voices: [slide(392, 330, 0.13), slide(330, 262, 0.17, 0.15)] },
	sealed: { peak: -21, voices: [click(0, 900), click(0.06, 1300, 0.7)] },
	pocketed: { peak: -21, voices: [brush(1800, 700, 0.09), click(0.1, 700)] },
	thrown: { peak: -23, voices: [brush(900, 3400, 0.08), ...thump(120, 90, 0.06, 0.09)] },
	buried: { peak: -21, voices: [brush(900, 350, 0.24), ...thump(110, 80, 0.08, 0.22)] },
	swapped: { peak: -22, voices: [slide(330, 560, 0.2), { ...slide(560, 330, 0.2, 0.2), share: 0.8 }] },
	fetched: { peak: -20, voices: [slide(262, 524, 0.2), horn(524, 0.2, 0.16)] },
	painted: { peak: -23, voices: [brush(2600, 4600, 0.2)] },
	turned: { peak: -22, voices: [slide(300, 520, 0.14), slide(520, 300, 0.16, 0.15)] },
	halted: { peak: -21, voices: [brush(3600, 1500, 0.16), ...thump(200, 150, 0.08, 0.16)] },
	mounting: { peak: -21, voices: [slide(300, 380, 0.1), slide(380, 480, 0.12, 0.11)] },
	paid: { peak: -21, voices: [slide(520, 300, 0.2), brush(2600, 1500, 0.1, 0.08, 0.5)] },
	taken: { peak: -18, voices: [slide(880, 330, 0.4)] },
	caught: { peak: -22, voices: [0, 0.06, 0.12, 0.18].map((at) => slide(1900, 2150, 0.06, at)) },
	forgotten: { peak: -23, voices: [slide(440, 415, 0.1), slide(330, 262, 0.22, 0.13)] },
	slap: {
		peak: -17,
		voices: [{ wave: 'sine', from: 150, to: 70, long: 0.16, share: 0.8 }, smack(2400, 600, 0.08, 0, 0.5)],
	},
	stamp: { peak: -17, voices: [...thump(210, 110, 0.1), brush(1400, 700, 0.08, 0.12, 0.4)] },
	passedOn: { peak: -20, voices: [brush(900, 2600, 0.12), ...thump(160, 110, 0.08, 0.12)] },
	ratchet: { peak: -19, voices: clicks(1500, 0, 0.05, 0.1, 0.15, 0.2, 0.25) },
	skipped: { peak: -22, voices: [slide(420, 320, 0.12), slide(320, 230, 0.16, 0.13)] },
	shutter: { peak: -19, voices: [0, 0.07, 0.14, 0.21, 0.28, 0.35].map((at, i) => smack(900 + i * 180, 600, 0.06, at)) },
	shut: {
		peak: -21,
		voices: [...[0, 0.06, 0.12].map((at, i) => smack(1500 - i * 300, 600, 0.05, at)), ...thump(120, 80, 0.1, 0.19)],
	},
	garaged: { peak: -22, voices: [engine(120, 90, 0.26), ...thump(130, 90, 0.08, 0.28)] },
	home: { peak: -18, tune: 'nod', voices: bars(0.1, C5, E5, G5) },
	// The road
	parked: { peak: -20, voices: [engine(110, 95, 0.1), ...thump(140, 95, 0.08, 0.11)] },
	hooked: { peak: -20, voices: [...thump(190, 150, 0.06), click(0.05, 900), click(0.11, 1400, 0.7)] },
	squeezed: { peak: -21, voices: [slide(500, 640, 0.1), ...thump(150, 100, 0.08, 0.12)] },
	front: { peak: -21, voices: [brush(700, 2200, 0.14), ...thump(140, 95, 0.08, 0.14)] },
	begun: { peak: -21, voices: [engine(95, 130, 0.16), ...thump(150, 100, 0.08, 0.17)] },
	named: { peak: -20, voices: clicks(1300, 0, 0.09) },
	tooLow: { peak: -20, voices: [slide(520, 300, 0.24), horn(262, 0.22, 0.14, 0.7)] },
	jam: {
		peak: -17,
		voices: [
			horn(392, 0, 0.16, 0.5),
			horn(466, 0.05, 0.16, 0.5),
			horn(349, 0.24, 0.14, 0.6),
			horn(440, 0.31, 0.2, 0.5),
		],
	},
	count: (step) => ({
		peak: -22,
		voices: marimba(C5 * 2 ** (Math.min(12, step) / 12), 0).map((one) => ({ ...one, long: one.long / 2 })),
	}),
	horn: { peak: -22, voices: [horn(440, 0), horn(349.2, 0.26)] },
	siren: { peak: -22, voices: [slide(480, 720, 0.2, 0, 'triangle'), slide(720, 480, 0.24, 0.21, 'triangle')] },
	chirp: { peak: -24, voices: [slide(560, 720, 0.1, 0, 'triangle')] },
	tow: { peak: -24, voices: [0, 0.2, 0.4].map((at) => ({ wave: 'sine', from: 1000, at, long: 0.09, held: true })) },
	squeal: { peak: -19, voices: [slide(1650, 1050, 0.34, 0, 'triangle'), brush(4200, 1800, 0.36, 0, 0.35)] },
	followed: { peak: -21, voices: [slide(900, 760, 0.12, 0, 'triangle'), ...thump(140, 95, 0.08, 0.13)] },
	convoy: { peak: -22, voices: [engine(82, 124, 0.34), engine(124, 78, 0.4, 0.34)] },
	yours: { peak: -23, voices: [slide(392, 523, 0.12)] },
	letGo: { peak: -23, voices: [brush(1400, 700, 0.12)] },
	empty: { peak: -20, voices: [click(0, 700), click(0.1, 560)] },
	found: { peak: -18, tune: 'nod', voices: bars(0.12, G5, C6) },
	// The race
	ready: { peak: -19, voices: [...clicks(1100, 0, 0.12), click(0.24, 1500)] },
	die: { peak: -20, voices: [0, 0.07, 0.16, 0.27, 0.41, 0.6].map((at, i) => click(at, 1500 - i * 90)) },
	drive: (step) => ({ peak: -24, voices: [hum(step)] }),
	started: { peak: -22, voices: [engine(70, 150, 0.3)] },
	straight: { peak: -22, voices: [engine(100, 260, 0.28)] },
	turbo: { peak: -20, voices: [engine(110, 440, 0.36), brush(900, 3600, 0.3, 0, 0.4)] },
	special: { peak: -21, voices: [brush(1200, 2800, 0.1), slide(523, 784, 0.14, 0.1)] },
	glided: { peak: -24, voices: [slide(300, 380, 0.12)] },
	rolledBack: { peak: -23, voices: [engine(150, 90, 0.26)] },
	bump: {
		peak: -18,
		voices: [
			{ wave: 'sine', from: 150, to: 320, long: 0.09 },
			{ wave: 'sine', from: 300, to: 130, at: 0.09, long: 0.2, share: 0.7 },
		],
	},
	crash: { peak: -17, voices: [...thump(180, 70, 0.16), smack(3000, 900, 0.14, 0, 0.5), click(0.16, 2100, 0.5)] },
	blocked: { peak: -20, voices: thump(120, 80, 0.12) },
	rolling: { peak: -23, voices: [brush(500, 700, 0.14), click(0.05, 800, 0.6), click(0.11, 760, 0.6)] },
	gravel: { peak: -18, voices: [0, 0.05, 0.09, 0.15, 0.2, 0.27].map((at) => smack(1700, 700, 0.05, at)) },
	skid: { peak: -20, voices: [slide(1300, 800, 0.2, 0, 'triangle'), brush(3400, 1500, 0.24, 0, 0.35)] },
	mirror: {
		peak: -23,
		voices: [
			{ wave: 'sine', from: 1760, long: 0.3 },
			{ wave: 'sine', from: 2637, at: 0.06, long: 0.26, share: 0.5 },
		],
	},
	finish: { peak: -16, tune: 'turbo', voices: bars(0.11, G4, C5, E5, G5, C6) },
	flag: { peak: -18, tune: 'nod', voices: bars(0.12, E4, G4, C5) },
	win: { peak: -16, tune: 'nod', voices: bars(0.11, C5, E5, G5, C6, E6) },
} satisfies Record<string, Recipe | ((step: number) => Recipe)>;

export type SoundName = keyof typeof RECIPES;

export const SOUND_NAMES = Object.keys(RECIPES) as SoundName[];

export function recipe(name: SoundName, step = 0): Recipe {
	const found: Recipe | ((step: number) => Recipe) = RECIPES[name];
	return typeof found === 'function' ? found(step) : found;
}
