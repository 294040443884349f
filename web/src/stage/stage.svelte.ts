// Events come in, are told one after the other, and then the truth is drawn. Nobody waits for the telling:
// whoever may act acts, and the rest is shown at once.
import { tick } from 'svelte';
import type { Beat, GameEvent, Teller, Told } from '../contract';
import { pace, reducedMotion } from '../prefs.svelte';
import { play as sound } from '../sound/sound';
import { finishAll, perform } from './motion';

/** Longer than this nobody waits before the next may act. */
const PATIENCE = 2500;
/** And no longer than this when a clock runs for them. */
const PRESSED = 600;
/** After a longer absence only the end is shown, not the whole way there. */
const MOST_TOLD = 24;
/** The last step to the truth. */
const SETTLE = 160;
/** So fast that nobody could see it: then it is shown at once. */
const BLINK = 0.12;

interface Act<V> {
	events: GameEvent[];
	view: V;
	/** By then it is told, on the clock of `performance.now()`. */
	due: number;
}

export class Stage<V = unknown> implements Told {
	/** What is drawn. */
	shown: V = $state.raw() as V;
	/** What is being told, in words. */
	caption = $state('');
	busy = $state(false);
	/** The element that holds the table. */
	root: HTMLElement | null = null;
	/** Done when all that has come in is told. */
	told: Promise<void> = Promise.resolve();

	private queue: Act<V>[] = [];
	private hurry = false;
	/** Ends the pause that is being made. */
	private wake: () => void = () => {};

	constructor(
		readonly game: Teller<V>,
		readonly me: number | null,
		first: V,
		/** An event in words. */
		private readonly words: (event: GameEvent) => string,
		/** Said to those who cannot see it. */
		private readonly announce: (sentence: string) => void,
		/** The same shorter, for the line on the screen; empty: the same words. */
		private readonly brief: (event: GameEvent) => string = () => '',
	) {
		this.shown = first;
	}

	/** `pressed`: somebody here is asked and has little time. */
	push(events: GameEvent[], view: V, pressed = false): void {
		const told = events.length > MOST_TOLD ? [] : events;
		if (!told.length && events.length) {
			for (const event of events.slice(-3)) this.say(this.words(event));
		}
		const patience = (pressed ? PRESSED : PATIENCE) * Math.max(1, pace());
		this.queue.push({ events: told, view, due: performance.now() + patience });
		if (!this.busy) this.told = this.run();
	}

	/** Show the truth at once. */
	finish(): void {
		if (!this.busy) return;
		this.hurry = true;
		this.wake();
		finishAll();
	}

	/** How long these events take at the usual speed, told from `view` on. */
	private length(view: V, events: GameEvent[]): number {
		let sum = SETTLE;
		for (const event of events) {
			for (const beat of this.beats(view, event)) {
				const last = Math.max(0, ...(beat.moves ?? []).map((move) => move.delay ?? 0));
				sum += (beat.ms ?? 0) + (beat.ms ? last : 0) + (beat.rest ?? 0);
				view = beat.view;
			}
		}
		return sum;
	}

	/** Below 1: shorter than usual, so that all that waits is told before the last of it is due. */
	private fit(act: Act<V>, left: GameEvent[]): number {
		let all = this.length(this.shown, left);
		let view = act.view;
		for (const next of this.queue) {
			all += this.length(view, next.events);
			view = next.view;
		}
		const due = (this.queue.at(-1) ?? act).due;
		const fit = Math.min(1, (due - performance.now()) / (all * (pace() || 1)));
		return fit < BLINK ? 0 : fit;
	}

	private beats(view: V, event: GameEvent): Beat<V>[] {
		const found = this.game.tell(view, event, this.me);
		return !found ? [] : Array.isArray(found) ? found : [found];
	}

	private async run(): Promise<void> {
		this.busy = true;
		while (this.queue.length) {
			const act = this.queue.shift()!;
			let fit = 1;
			for (const [i, event] of act.events.entries()) {
				fit = this.fit(act, act.events.slice(i));
				await this.tell(event, fit);
			}
			await this.draw({ view: act.view, ms: act.events.length ? SETTLE : 0 }, fit);
			if (!this.queue.length) this.hurry = false;
		}
		this.busy = false;
		this.caption = '';
	}

	private async tell(event: GameEvent, fit: number): Promise<void> {
		const beats = this.beats(this.shown, event);
		const own = beats[0]?.text;
		this.say(own ?? this.words(event), own ?? this.brief(event));
		for (const beat of beats) {
			if (beat.sound && !this.hurry) sound(beat.sound);
			const began = performance.now();
			await this.draw(beat, fit);
			// Nothing of it may be on this screen, such as others drawing cards: the words still take their time.
			const short = began + ((beat.ms ?? 0) + (beat.rest ?? 0)) * fit * pace() - performance.now();
			if (short > 0 && !reducedMotion()) await this.pause(short);
		}
	}

	private async draw(beat: Beat<V>, fit: number): Promise<void> {
		const speed = fit * pace();
		const change = async () => {
			this.shown = beat.view;
			await tick();
		};
		const still = reducedMotion();
		const ms = this.hurry || still || document.hidden ? 0 : (beat.ms ?? 0) * speed;
		const moves = (beat.moves ?? []).map((move) => ({ ...move, delay: (move.delay ?? 0) * speed }));
		if (this.root) await perform(this.root, change, ms, moves, still);
		else await change();
		const rest = this.hurry ? 0 : still ? Math.min(beat.rest ?? 0, 300) * fit : (beat.rest ?? 0) * speed;
		if (rest > 0) await this.pause(rest);
	}

	/** A pause that a tap ends, and that nobody needs who does not look. */
	private async pause(ms: number): Promise<void> {
		if (this.hurry || document.hidden) return;
		const away = () => document.hidden && this.wake();
		document.addEventListener('visibilitychange', away);
		await new Promise<void>((done) => {
			const over = setTimeout(done, ms);
			this.wake = () => {
				clearTimeout(over);
				done();
			};
		});
		document.removeEventListener('visibilitychange', away);
	}

	private say(sentence: string, short = ''): void {
		if (!sentence) return;
		this.caption = short || sentence;
		this.announce(sentence);
	}
}
