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
}

const QUIET = -56;

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
	[name, voices, quiet]: readonly [SoundName, Voice[], number],
): Promise<Heard> {
	const rate = 44_100;
	const audio = new OfflineAudioContext(1, rate * 1.5, rate);
	sounds.score(audio, audio.destination, name, 0);
	const samples = (await audio.startRendering()).getChannelData(0);
	const decibels = Array.from(samples, (one) => 20 * Math.log10(Math.abs(one)));
	const loudest = (from: number, to: number) =>
		decibels.slice(Math.floor(from * rate), Math.ceil(to * rate)).reduce((most, one) => Math.max(most, one), -200);
	return {
		peak: loudest(0, 1.5),
		long: decibels.findLastIndex((one) => one > quiet) / rate,
		voices: voices.map(({ at = 0, long }) => loudest(at, at + long)),
	};
}

test('every sound can be heard, is not distorted, and ends', { tag: '@quick' }, async ({ view }) => {
	// Its text is what runs in the page.
	const work = new Function('job', `${await script()}; return (${render})(sounds, job);`);
	for (const name of SOUND_NAMES) {
		const { peak, voices } = recipe(name);
		const heard = await view.evaluate(work as (job: unknown) => Promise<Heard>, [name, voices, QUIET] as const);
		expect.soft(Math.abs(heard.peak - peak), `${name} is as loud as it is meant to be: ${heard.peak}`).toBeLessThan(3);
		const end = Math.max(...voices.map(({ at = 0, long }) => at + long));
		expect.soft(heard.long, `${name} ends`).toBeLessThan(end + 0.02);
		expect.soft(heard.long, `${name} lasts`).toBeGreaterThan(end * 0.5);
		for (const [i, { share = 1 }] of voices.entries())
			expect.soft(heard.voices[i]! - peak, `${name}, voice ${i}`).toBeGreaterThan(20 * Math.log10(share) - 4);
	}
});
