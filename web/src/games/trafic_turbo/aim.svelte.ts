// What the person is about to do: the target looked at, the vehicle picked, and a drive of several steps under way.
import { play as sound } from '../../sound/sound';
import type { Play } from '../../table/play.svelte';
import { drivesWith, type Hint, movable, type Target, targetsOf } from './targets';
import { racer, type Shown } from './view';

export class Aim {
	/** Tapped once: shown, and done by a second tap or the main button. */
	chosen = $state('');
	/** Under the mouse or the focus. */
	peeked = $state('');
	/** The vehicle picked for a Traffic card. */
	vehicle = $state('');
	/** The answer whose drives are shown before it is given. */
	asking = $state('');
	/** The steps of a drive that are still to be sent. */
	private plan: number[] = $state.raw([]);
	private planned = -1;

	readonly targets: Target[] = $derived.by(() => this.find());
	readonly target: Target | null = $derived.by(
		() =>
			this.targets.find((one) => one.id === this.peeked) ?? this.targets.find((one) => one.id === this.chosen) ?? null,
	);
	readonly driving: boolean = $derived(this.plan.length > 0);

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

	get colour(): string {
		return racer(this.play.me ?? 0);
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
		if (!play.mine || play.me === null || this.plan.length) return [];
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
		this.planned = this.play.ask?.n ?? -1;
		this.chosen = '';
		this.peeked = '';
		void this.play.act(first);
	}

	/** The next step of a drive, when the last one has been seen; anything unexpected ends it. */
	private goOn(): void {
		const { play } = this;
		const next = this.plan[0];
		const n = play.ask?.n ?? -1;
		if (next === undefined || play.sending || n === this.planned) {
			if (next !== undefined && !play.sending && play.bubble) this.plan = [];
			return;
		}
		if (!play.mine || !play.choices.some((choice) => choice.action === next)) {
			this.plan = [];
			return;
		}
		if (play.stage.busy) return;
		this.plan = this.plan.slice(1);
		this.planned = n;
		void play.act(next);
	}
}
