// Every sound as samples, written down by the browser itself: it can be heard, it never distorts, and it is over when it should be.
import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import { recipe, SOUND_NAMES, type SoundName, type Voice } from '../../src/sound/recipes';
import { expect, test } from '../fixtures';

interface Heard {
	/** The loudest sample, in decibels below the loudest there is. */
	peak: number;
	/** Seconds until the last sample that can be heard. */
	long: number;
	/** The loudest sample of each voice, in its own time. */
	voices: number[];
	/** How loud it seems: the mean power of its loudest `MOMENT`, in decibels. */
	level: number;
}

const QUIET = -56;
/** Seconds in which an ear adds up what it hears. */
const MOMENT = 0.02;
/** All sounds lie in these, in decibels: nothing startles beside the others, and nothing is lost. */
const PEAKS = [-28, -14] as const;
const LEVELS = [-42, -20] as const;

/** The sounds as the table makes them, as a script for any page. */
async function script(): Promise<string> {
	const built = (await build({
		configFile: false,
		logLevel: 'silent',
		build: {
			write: false,
			lib: { entry: resolve(import.meta.dirname, '../../src/sound/sound.ts'), formats: ['iife'], name: 'sounds' },
		},
	})) as Rolldown.RolldownOutput[];
	return built[0]!.output[0].code;
}

/** Runs in the page. */
async function render(
	sounds: typeof import('../../src/sound/sound'),
	[name, voices, quiet, moment]: readonly [SoundName, Voice[], number, number],
): Promise<Heard> {
	const rate = 44_100;
	const audio = new OfflineAudioContext(1, rate * 1.5, rate);
	sounds.score(audio, audio.destination, name, 0);
	const samples = (await audio.startRendering()).getChannelData(0);
	const decibels = Array.from(samples, (one) => 20 * Math.log10(Math.abs(one)));
	const loudest = (from: number, to: number) =>
		decibels.slice(Math.floor(from * rate), Math.ceil(to * rate)).reduce((most, one) => Math.max(most, one), -200);
	const power = (from: number) => {
		const some = samples.subarray(from, from + moment * rate);
		return some.reduce((sum, one) => sum + one * one, 0) / (moment * rate);
	};
	const moments = Array.from({ length: 150 }, (_, i) => power(Math.floor((i * rate) / 100)));
	return {
		level: 10 * Math.log10(Math.max(...moments)),
		peak: loudest(0, 1.5),
		long: decibels.findLastIndex((one) => one > quiet) / rate,
		voices: voices.map(({ at = 0, long }) => loudest(at, at + long)),
	};
}

test('every sound can be heard, is not distorted, and ends', { tag: '@quick' }, async ({ view }) => {
	// Its text is what runs in the page.
	const work = new Function('job', `${await script()}; return (${render})(sounds, job);`);
	const levels: Record<string, string> = {};
	for (const name of SOUND_NAMES) {
		const { peak, voices } = recipe(name);
		const heard = await view.evaluate(work as (job: unknown) => Promise<Heard>, [name, voices, QUIET, MOMENT] as const);
		expect.soft(Math.abs(heard.peak - peak), `${name} is as loud as it is meant to be: ${heard.peak}`).toBeLessThan(3);
		const end = Math.max(...voices.map(({ at = 0, long }) => at + long));
		expect.soft(heard.long, `${name} ends`).toBeLessThan(end + 0.02);
		expect.soft(heard.long, `${name} lasts`).toBeGreaterThan(end * 0.5);
		for (const [i, { share = 1 }] of voices.entries())
			expect.soft(heard.voices[i]! - peak, `${name}, voice ${i}`).toBeGreaterThan(20 * Math.log10(share) - 4);
		levels[name] = heard.level.toFixed(1);
		for (const [value, [low, high]] of [
			[heard.peak, PEAKS],
			[heard.level, LEVELS],
		] as const) {
			expect.soft(value, `${name} is loud enough`).toBeGreaterThan(low);
			expect.soft(value, `${name} is not too loud`).toBeLessThan(high);
		}
	}
	if (process.env.SAY) console.log(levels);
});
