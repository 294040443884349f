// The one queue of everything that the screen says. What waits in it is done one after the other: what happened is told, what is
// asked comes after it, and so does the change of person at this device. Nothing overtakes.
import { tick } from 'svelte';
import type { Beat, GameEvent, Gesture, Heard, RoundEnd, Teller, Told } from '../contract';
import { pace, reducedMotion } from '../prefs.svelte';
import { play as sound } from '../sound/sound';
import { finishAll, perform } from './motion';

/** After a longer absence only the end is shown, not the whole way there. */
const MOST_TOLD = 24;
/** The last step to the truth. */
const SETTLE = 160;
/** Without motion nothing needs longer than this to be seen, unless it has a least of its own. */
const STILL_REST = 300;
/** With every item that waits, the one that is told goes so much faster. */
const CATCH_UP = 0.5;
/** Whoever goes on to the own turn sees what must be seen for so long in all. */
const MOST_RUSHED = 6000;
/** Whoever does not roll for so long is not waited for: the others, who have seen it already, would wait for them. */
const PATIENCE = 10_000;

type Item = () => void | Promise<void>;

/** Thrown through what was being told when something else is to be drawn at once. */
class Cut extends Error {}

export class Stage<V = unknown> implements Told {
	/** What is drawn. */
	shown: V = $state.raw() as V;
	/** What is being told, in words. */
	caption = $state('');
	round: RoundEnd | null = $state.raw(null);
	busy = $state(false);
	gesture: Gesture | null = $state.raw(null);
	/** The element that holds the table. */
	root: HTMLElement | null = null;
	/** What is told, in words for a voice, when it is seen and not before. */
	aloud: (words: string) => void = () => {};
	/** Done when all that has come in is told. */
	told: Promise<void> = Promise.resolve();

	/** How briskly it is told here: 1 is usual, less is quicker. */
	tempo = 1;

	private queue: Item[] = [];
	private hurry = false;
	/** Nobody waits for what is told, until somebody here is asked again. */
	private rushing = false;
	/** By then, while it goes on, nothing is owed any more. */
	private patience = 0;
	private paused = false;
	/** Rises with every cut. */
	private scene = 0;
	/** Ends the pause that is being made. */
	private wake: () => void = () => {};

	constructor(
		readonly game: Teller<V>,
		first: V,
		/** An event in words. */
		private readonly words: (event: GameEvent) => string,
		/** Said to those who cannot see it. */
		private readonly announce: (sentence: string) => void,
		/** The same shorter, for the line on the screen; empty: the same words. */
		private readonly brief: (event: GameEvent) => string = () => '',
		/** What is said only to those who listen. */
		private readonly aside: (heard: Heard) => string = () => '',
		/** Who it is about: the people here, or somebody far away. */
		private readonly here: (seat: number) => boolean = () => true,
		/** Asks for what somebody is to do with an own hand; false: it does itself. */
		private readonly call: (gesture: Gesture) => boolean = () => false,
	) {
		this.shown = first;
	}

	/** Do this after all that has come in before it. */
	push(item: Item): void {
		this.queue.push(item);
		this.go();
	}

	/** Do this next, as soon as what is being told has been seen. */
	pushNext(item: Item): void {
		this.queue.unshift(item);
		this.go();
	}

	/** Nobody can see the table, such as behind a door: what comes in waits. */
	pause(): void {
		this.paused = true;
	}

	resume(): void {
		this.paused = false;
		this.go();
	}

	private go(): void {
		if (!this.busy && !this.paused && this.queue.length) this.told = this.run(this.scene);
	}

	/** Come to the end of what is being told. What everybody must have seen is still seen for as long as it takes. */
	finish(): void {
		if (!this.busy) return;
		this.hurry = true;
		this.wake();
		finishAll();
	}

	/**
	 * Go on to the next question: what must be seen is seen as it comes, but for no longer than `MOST_RUSHED` in all. For
	 * whoever plays alone against robots: nobody else could miss anything.
	 */
	rush(): void {
		if (this.rushing) return;
		this.rushing = true;
		this.patience = performance.now() + MOST_RUSHED;
		this.finish();
	}

	/** It has come. */
	arrive(): void {
		this.rushing = false;
	}

	/** What somebody was to do is done, or no longer waited for. */
	release(): void {
		if (this.gesture) this.wake();
	}

	/** Drop all that waits and draw this now: a jump in a replay. */
	cut(view: V): void {
		this.scene += 1;
		this.queue = [];
		this.paused = false;
		this.hurry = false;
		this.rushing = false;
		this.busy = false;
		this.caption = '';
		this.round = null;
		this.wake();
		finishAll();
		this.shown = view;
	}

	private async run(scene: number): Promise<void> {
		this.busy = true;
		this.hurry = this.rushing;
		try {
			while (this.queue.length && !this.paused) {
				await this.queue.shift()!();
				if (scene !== this.scene) return;
			}
		} catch (error) {
			if (error instanceof Cut) return;
			this.rest();
			throw error;
		}
		this.rest();
	}

	private rest(): void {
		this.hurry = this.rushing;
		this.busy = false;
		this.caption = '';
		this.round = null;
	}

	/**
	 * Tell these events as `me` sees them, and then draw the truth. `due`: somebody here is asked then, on the clock of
	 * `performance.now()`. `seen` hears of every event when its words come. What somebody `missed` is
	 * caught up with: a round that ended meanwhile is not put before the one that is played.
	 */
	async tell(
		events: GameEvent[],
		view: V,
		me: number | null,
		due: number | null,
		seen: (event: GameEvent) => void,
		missed = false,
	): Promise<void> {
		if (events.length > MOST_TOLD || (this.rushing && performance.now() >= this.patience)) {
			for (const event of events) seen(event);
			for (const event of events.slice(-3)) this.say(this.words(event));
			this.shown = view;
			return;
		}
		const acts = this.plan(events, view, me, missed);
		const speed = this.speed(
			acts.flatMap((act) => act.beats),
			due,
		);
		for (const { event, beats } of acts) {
			const speaker = beats.find((beat) => beat.speaks) ?? beats.find((beat) => !beat.gesture);
			const speak = (beat?: Beat<V>) => {
				seen(event);
				this.speak(event, beat);
			};
			if (!speaker) speak();
			for (const beat of beats) {
				if (beat.gesture) {
					if (due === null && !missed) await this.leave(beat, beat.gesture);
					continue;
				}
				if (beat === speaker) speak(beat);
				else if (beat.line) this.caption = this.aside(beat.line);
				await this.show(beat, speed, !this.concerns(event));
			}
		}
		if (events.length) await this.draw({ view, ms: this.game.settle ?? SETTLE }, speed);
		else this.shown = view;
	}

	/** Every event is turned into beats once, from what is drawn now on. */
	private plan(
		events: GameEvent[],
		truth: V,
		me: number | null,
		missed: boolean,
	): { event: GameEvent; beats: Beat<V>[] }[] {
		let view = this.shown;
		return events.map((event) => {
			const found = this.game.tell(view, event, me, truth);
			const told = !found ? [] : Array.isArray(found) ? found : [found];
			const beats = missed ? told.map((beat) => (beat.round ? { view: beat.view } : beat)) : told;
			view = beats.at(-1)?.view ?? view;
			return { event, beats };
		});
	}

	/** What lengths are multiplied with: below the usual when more waits, or when a clock starts for somebody here. */
	private speed(beats: Beat<V>[], due: number | null): number {
		const usual = (this.tempo * pace()) / (1 + CATCH_UP * this.queue.length);
		if (due === null) return usual;
		const whole = beats.reduce((sum, beat) => sum + lengthOf(beat), this.game.settle ?? SETTLE);
		return Math.max(0, Math.min(usual, (due - performance.now()) / whole));
	}

	/** Something that people here do, or that is done to them; what names nobody is about all. */
	private concerns({ seat, by }: GameEvent): boolean {
		const named = [seat, by].filter((one) => typeof one === 'number');
		return !named.length || named.some(this.here);
	}

	/** Left to somebody's own hand. A clock is never held up, nor what has come in meanwhile. */
	private async leave(beat: Beat<V>, gesture: Gesture): Promise<void> {
		if (this.hurry || this.queue.length || document.hidden || !this.call(gesture)) return;
		if (beat.sound) sound(beat.sound);
		await this.draw(beat, 0);
		this.gesture = gesture;
		try {
			await this.wait(PATIENCE);
		} finally {
			this.gesture = null;
		}
	}

	private async show(beat: Beat<V>, speed: number, far: boolean): Promise<void> {
		if (beat.sound && !this.hurry) sound(beat.sound, { step: beat.step, far });
		const began = performance.now();
		await this.draw(beat, speed);
		// Nothing of it may be on this screen, such as others drawing cards: the words still take their time.
		const still = reducedMotion();
		const wanted = still ? Math.min(beat.rest ?? 0, STILL_REST) : ((beat.ms ?? 0) + (beat.rest ?? 0)) * speed;
		const left = () => began + (this.hurry ? 0 : wanted) - performance.now();
		if (left() > 0) await this.wait(left());
		const until = began + (beat.least ?? 0);
		const owed = (this.rushing ? Math.min(until, this.patience) : until) - performance.now();
		if (owed > 0) await this.wait(owed, true);
	}

	private async draw(beat: Beat<V>, speed: number): Promise<void> {
		const scene = this.scene;
		const change = async () => {
			this.shown = beat.view;
			this.round = beat.round ?? null;
			await tick();
		};
		const still = reducedMotion();
		const ms = this.hurry || still || document.hidden ? 0 : (beat.ms ?? 0) * speed;
		const moves = (beat.moves ?? []).map((move) => ({ ...move, delay: (move.delay ?? 0) * speed }));
		if (this.root) await perform(this.root, change, ms, moves, still);
		else await change();
		if (scene !== this.scene) throw new Cut();
	}

	/** A pause that nobody needs who does not look; a tap ends it, unless it is `owed` to everybody. */
	async wait(ms: number, owed = false): Promise<void> {
		const scene = this.scene;
		if (document.hidden || (this.hurry && !owed)) return;
		await new Promise<void>((done) => {
			const end = () => {
				clearTimeout(over);
				document.removeEventListener('visibilitychange', away);
				done();
			};
			const away = () => document.hidden && end();
			const over = setTimeout(end, ms);
			document.addEventListener('visibilitychange', away);
			this.wake = () => {
				if (!owed || scene !== this.scene) end();
			};
		});
		if (scene !== this.scene) throw new Cut();
	}

	/** The words of an event, as the beat that brings them has it. */
	private speak(event: GameEvent, beat?: Beat<V>): void {
		const more = (beat?.heard ?? []).map((one) => this.aside(one));
		const sentence = beat?.text ?? this.words(event);
		const line = beat?.plain || !sentence ? '' : (beat?.text ?? (this.brief(event) || sentence));
		this.say(sentence, line, more);
	}

	/** `line` is what stands on the screen, `more` only for those who listen. */
	private say(sentence: string, line = sentence, more: string[] = []): void {
		if (line) this.caption = line;
		const all = [sentence, ...more].filter(Boolean).join(' ');
		if (all) this.announce(all);
		const spoken = line || sentence;
		if (spoken) this.aloud(spoken);
	}
}

/** How long a beat takes at the usual speed. */
export function lengthOf(beat: Beat<unknown>): number {
	const last = Math.max(0, ...(beat.moves ?? []).map((move) => move.delay ?? 0));
	return Math.max((beat.ms ?? 0) + (beat.ms ? last : 0) + (beat.rest ?? 0), beat.least ?? 0);
}
