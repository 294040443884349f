// What the person is about to do: the target looked at, the vehicle picked, and a drive of several steps under way.

import type { Play } from '../../contract';
import { play as sound } from '../../sound/sound';
import { drivesWith, type Hint, movable, type Target, targetsOf } from './targets';
import { racer, type Shown } from './view';

const PATIENCE = 2500;

export class Aim {
	/** Tapped once: shown, and done by a second tap or the main button. */
	chosen = $state('');
	/** Under the mouse or the focus. */
	peeked = $state('');
	/** The vehicle picked for a Traffic card. */
	vehicle = $state('');
	/** The answer whose drives are shown before it is given. */
	asking = $state('');
	/** A drive is under way: nothing is lit until it is over. */
	driving = $state(false);
	/** Its steps that are still to be sent, and the question that the last one answered. */
	private plan: number[] = [];
	private planned = -1;

	readonly targets: Target[] = $derived.by(() => this.find());
	readonly target: Target | null = $derived.by(
		() =>
			this.targets.find((one) => one.id === this.peeked) ?? this.targets.find((one) => one.id === this.chosen) ?? null,
	);

	constructor(private readonly play: Play) {
		// A new question: nothing is chosen yet, and the server is asked what the choices lead to.
		$effect(() => {
			const asked = `${play.ask?.n}.${play.me}`;
			if (asked) this.forget();
			if (play.mine) void play.wantHints();
		});
		$effect(() => this.goOn());
	}

	/** What is asked of the person who looks. */
	readonly kind: string = $derived.by(() => (this.play.mine ? (this.play.ask?.kind ?? '') : ''));

	/** Whose car has which colour. */
	get chairs(): Play['chairs'] {
		return this.play.chairs;
	}

	get colour(): string {
		return racer(this.play.me ?? 0, this.play.chairs);
	}

	/** The newest truth, which may be ahead of what is drawn. */
	readonly truth: Shown = $derived.by(() => {
		// It changes with the question; by itself it is not watched.
		void this.play.ask;
		return this.play.truth as unknown as Shown;
	});

	private get hints(): Hint[] {
		return this.play.hints as unknown as Hint[];
	}

	private find(): Target[] {
		const { play } = this;
		const kind = play.ask?.kind ?? '';
		if (!play.mine || play.me === null || this.driving) return [];
		if (this.asking) return drivesWith(this.hints, this.asking);
		return targetsOf(kind, this.truth, play.choices, this.hints, play.me, this.vehicle);
	}

	readonly vehicles: string[] = $derived.by(() =>
		this.play.mine && this.play.ask?.kind === 'traffic' ? movable(this.play.choices) : [],
	);

	private forget(): void {
		this.chosen = '';
		this.peeked = '';
		this.asking = '';
		this.vehicle = '';
	}

	pick(vehicle: string): void {
		sound('select');
		this.vehicle = this.vehicle === vehicle ? '' : vehicle;
		this.chosen = '';
		this.peeked = '';
	}

	/** A finger needs two taps, because it cannot hover; a mouse and the keyboard have seen the way already. */
	tap(target: Target, finger: boolean): void {
		if (finger && this.chosen !== target.id) {
			sound('select');
			this.chosen = target.id;
			return;
		}
		this.go(target);
	}

	go(target: Target): void {
		const [first, ...rest] = target.actions;
		if (first === undefined) return;
		this.plan = rest;
		this.chosen = '';
		this.peeked = '';
		this.send(first);
	}

	private send(action: number): void {
		const n = this.play.ask?.n ?? -1;
		this.planned = n;
		this.driving = true;
		void this.play.act(action);
		// Nothing came back, such as on a lost line: the person may choose again.
		setTimeout(() => {
			if (this.planned === n && !this.play.sending) this.stop();
		}, PATIENCE);
	}

	private stop(): void {
		this.plan = [];
		this.planned = -1;
		this.driving = false;
	}

	/** The next step of a drive, when the last one has been seen; anything unexpected ends it. */
	private goOn(): void {
		const { play } = this;
		const n = play.ask?.n ?? -1;
		if (!this.driving || play.sending) return;
		if (n === this.planned) {
			if (play.bubble) this.stop();
			return;
		}
		const [next, ...rest] = this.plan;
		if (next === undefined || !play.mine || !play.choices.some((choice) => choice.action === next)) {
			this.stop();
			return;
		}
		if (play.stage.busy) return;
		this.plan = rest;
		this.send(next);
	}
}
