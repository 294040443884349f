import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recipe, SOUND_NAMES } from './recipes';

/** Counts what is made, and lets time pass by hand. */
class FakeAudio {
	static made: FakeAudio[] = [];
	state = 'suspended';
	currentTime = 1;
	sampleRate = 8000;
	destination = {};
	sources = 0;
	filters = 0;
	gains: { gain: FakeParam }[] = [];

	constructor() {
		FakeAudio.made.push(this);
	}
	resume() {
		this.state = 'running';
		return Promise.resolve();
	}
	private node() {
		return { connect: () => {}, disconnect: () => {} };
	}
	createGain() {
		const made = { ...this.node(), gain: new FakeParam() };
		this.gains.push(made);
		return made;
	}
	createOscillator() {
		this.sources++;
		return { ...this.node(), type: '', frequency: new FakeParam(), start: () => {}, stop: () => {}, onended: null };
	}
	createBufferSource() {
		this.sources++;
		return { ...this.node(), buffer: null, start: () => {}, stop: () => {}, onended: null };
	}
	createBiquadFilter() {
		this.filters++;
		return { ...this.node(), type: '', frequency: new FakeParam() };
	}
	createBuffer(_channels: number, length: number) {
		return { getChannelData: () => new Float32Array(length) };
	}
}

class FakeParam {
	value = 0;
	peak = 0;
	setValueAtTime(value: number) {
		this.peak = Math.max(this.peak, value);
	}
	exponentialRampToValueAtTime(value: number) {
		this.peak = Math.max(this.peak, value);
	}
}

/** The module anew, as after a reload. */
async function fresh() {
	vi.resetModules();
	return import('./sound');
}

let hidden = false;

beforeEach(() => {
	FakeAudio.made = [];
	hidden = false;
	vi.stubGlobal('AudioContext', FakeAudio);
	vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe('recipes', () => {
	it('keep the peaks and stay short', () => {
		const peaks = (
			['select', 'laid', 'turn', 'reveal', 'taken', 'horn', 'tow', 'drive', 'bump', 'die', 'tick', 'win'] as const
		).map((name) => recipe(name).peak);
		expect(peaks).toEqual([-26, -20, -18, -22, -18, -22, -24, -24, -18, -20, -24, -16]);
		for (const name of SOUND_NAMES) {
			for (const voice of recipe(name).voices) expect((voice.at ?? 0) + voice.long).toBeLessThanOrEqual(1);
		}
	});

	it('count as the table says', () => {
		expect(recipe('tow').voices.length).toBe(3);
		expect(recipe('die').voices.length).toBe(6);
		expect(recipe('horn').voices.length).toBe(2);
		expect(new Set(recipe('win').voices.map((voice) => voice.at)).size).toBe(5);
		const gaps = recipe('die')
			.voices.map((voice) => voice.at!)
			.map((at, i, all) => at - (all[i - 1] ?? at));
		for (let i = 2; i < gaps.length; i++) expect(gaps[i]!).toBeGreaterThan(gaps[i - 1]!);
	});

	it('a racing car hums higher with each space', () => {
		expect(recipe('drive', 3).voices[0]!.from).toBeGreaterThan(recipe('drive', 2).voices[0]!.from);
	});
});

describe('play', () => {
	it('is silent before the first gesture', async () => {
		const sound = await fresh();
		expect(sound.play('turn')).toBe(false);
		expect(FakeAudio.made.length).toBe(0);
	});

	it('a gesture unlocks it, also after the device slept', async () => {
		const sound = await fresh();
		const page = new EventTarget();
		const stop = sound.unlockOnGesture(page);
		page.dispatchEvent(new Event('pointerdown'));
		expect(sound.play('turn')).toBe(true);
		const audio = FakeAudio.made[0]!;
		audio.currentTime += 1;
		audio.state = 'interrupted';
		expect(sound.play('turn')).toBe(false);
		page.dispatchEvent(new Event('keydown'));
		expect(sound.play('turn')).toBe(true);
		expect(FakeAudio.made.length).toBe(1);
		stop();
		audio.state = 'suspended';
		page.dispatchEvent(new Event('keydown'));
		expect(audio.state).toBe('suspended');
	});

	it('makes one source per voice and never louder than its peak', async () => {
		const sound = await fresh();
		sound.unlock();
		const audio = FakeAudio.made[0]!;
		for (const name of SOUND_NAMES) {
			const [before, gains] = [audio.sources, audio.gains.length];
			audio.currentTime += 2;
			expect(sound.play(name)).toBe(true);
			const { voices, peak } = recipe(name);
			expect(audio.sources - before).toBe(voices.length);
			const loudest = Math.max(...audio.gains.slice(gains).map((made) => made.gain.peak));
			const share = Math.max(...voices.map((voice) => voice.share ?? 1));
			expect(20 * Math.log10(loudest / share), name).toBeCloseTo(peak, 3);
		}
		const brushed = SOUND_NAMES.flatMap((name) => recipe(name).voices).filter((voice) => voice.wave === 'noise');
		expect(audio.filters).toBe(brushed.length);
	});

	it('is softer for what somebody far away does', async () => {
		const sound = await fresh();
		sound.unlock();
		const audio = FakeAudio.made[0]!;
		const loudest = () => Math.max(...audio.gains.slice(1).map((made) => made.gain.peak));
		expect(sound.play('laid', { far: true })).toBe(true);
		const far = loudest();
		audio.currentTime += 2;
		expect(sound.play('laid')).toBe(true);
		expect(far / loudest()).toBeCloseTo(0.5, 5);
	});

	it('without music a plain signal stands in for every tune', async () => {
		const sound = await fresh();
		sound.unlock();
		const audio = FakeAudio.made[0]!;
		for (const name of SOUND_NAMES) {
			const { tune } = recipe(name);
			for (const music of [true, false]) {
				sound.setMusic(music);
				const before = audio.sources;
				audio.currentTime += 2;
				expect(sound.play(name)).toBe(true);
				const { voices } = recipe(music ? name : (tune ?? name));
				expect(audio.sources - before, `${name} ${music}`).toBe(voices.length);
			}
		}
	});

	it('never two within 60 ms', async () => {
		const sound = await fresh();
		sound.unlock();
		const audio = FakeAudio.made[0]!;
		expect(sound.play('laid')).toBe(true);
		audio.currentTime += 0.05;
		expect(sound.play('turn')).toBe(false);
		audio.currentTime += 0.02;
		expect(sound.play('turn')).toBe(true);
	});

	it('begins at half volume, can be muted, and keeps within its bounds', async () => {
		const sound = await fresh();
		sound.unlock();
		const audio = FakeAudio.made[0]!;
		expect(audio.gains[0]!.gain.value).toBe(0.5);
		sound.setVolume(0);
		expect(sound.play('win')).toBe(false);
		sound.setVolume(7);
		expect(audio.gains[0]!.gain.value).toBe(1);
		expect(sound.play('win')).toBe(true);
	});

	it('is silent in a hidden tab', async () => {
		const sound = await fresh();
		sound.unlock();
		hidden = true;
		expect(sound.play('turn')).toBe(false);
		hidden = false;
		expect(sound.play('turn')).toBe(true);
	});

	it('does without an AudioContext, or with one that fails', async () => {
		vi.stubGlobal('AudioContext', undefined);
		let sound = await fresh();
		sound.unlock();
		expect(sound.play('turn')).toBe(false);
		vi.stubGlobal(
			'AudioContext',
			class {
				constructor() {
					throw new Error('no device');
				}
			},
		);
		sound = await fresh();
		sound.unlock();
		expect(sound.play('turn')).toBe(false);
	});
});
