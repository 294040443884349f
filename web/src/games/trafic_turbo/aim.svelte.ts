// What the person is about to do: the target looked at, the vehicle picked, and a drive of several steps under way.

import type { Play } from '../../contract';
import { prefs } from '../../prefs.svelte';
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

	constructor(
		private readonly play: Play,
		/** What is drawn. */
		readonly view: () => Shown,
		/** Says what a target means, once it has been tapped. */
		private readonly explain: (target: Target) => void,
	) {
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

	private get hints(): Hint[] {
		return this.play.hints as unknown as Hint[];
	}

	private find(): Target[] {
		const { play } = this;
		const kind = play.ask?.kind ?? '';
		if (!play.mine || play.me === null || this.driving) return [];
		// What can be tapped stays lit while an answer is only looked at.
		const lit = targetsOf(kind, this.view(), play.choices, this.hints, play.me, this.vehicle);
		return this.asking && !lit.length ? drivesWith(this.hints, this.asking) : lit;
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

	/** The first tap shows the way and what it costs, the second drives; whoever is quick has set it otherwise. */
	tap(target: Target): void {
		if (prefs.quick || this.chosen === target.id) {
			this.go(target);
			return;
		}
		sound('select');
		this.chosen = target.id;
		this.explain(target);
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
		this.play.underWay = this.plan.length > 0;
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
		this.play.underWay = false;
	}

	/** The next step of a drive, when the last one has been seen; anything unexpected ends it. */
	private goOn(): void {
		const { play } = this;
		const n = play.ask?.n ?? -1;
		// While the last step is told nothing is asked.
		if (!this.driving || play.sending || play.stage.busy) return;
		if (n === this.planned) {
			if (play.bubble) this.stop();
			return;
		}
		const [next, ...rest] = this.plan;
		if (next === undefined || !play.mine || !play.choices.some((choice) => choice.action === next)) {
			this.stop();
			return;
		}
		this.plan = rest;
		this.send(next);
	}
}
