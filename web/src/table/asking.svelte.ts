// What a person asks before they choose: where a choice leads, and what a robot would do.
import type { Ask, Bubble, Reason } from '../contract';
import type { ActionFace, Advice } from '../net/protocol';
import { Choosing } from './choosing.svelte';
import { callOut } from './live.svelte';
import type { Source } from './source';

export abstract class Asking extends Choosing {
	abstract ask: Ask | null;
	abstract me: number | null;
	abstract readonly mine: boolean;
	abstract readonly awaited: boolean;
	protected abstract readonly source: Source;
	abstract bubble: Bubble | null;
	protected hinted = '';

	abstract say(key: string, params?: Record<string, unknown>): string;
	abstract label(choice: ActionFace): string;
	abstract tellWhy(reason: Reason, anchor: DOMRect): void;

	/** Ask once per decision what the choices lead to. */
	async wantHints(): Promise<void> {
		const ask = this.ask;
		if (!ask || this.me === null || !this.mine) return;
		const key = `${ask.n}.${this.me}`;
		if (this.hinted === key) return;
		this.hinted = key;
		const found = await this.source.hints(this.me, ask.n);
		if (this.hinted === key && this.ask?.n === ask.n) this.foreseen = found;
	}

	async seekTip(level: string, anchor: Element): Promise<void> {
		const { ask, me } = this;
		if (!ask || me === null || !this.awaited || this.seeking || !this.source.advice) return;
		this.seeking = true;
		this.bubble = null;
		try {
			const found = await this.source.advice(me, ask.n, level);
			// Somebody has answered or looks away meanwhile: it is no longer wanted.
			if (this.ask?.n !== ask.n || this.me !== me || !this.awaited || found.type === 'late') return;
			if (found.type === 'refused') this.tellWhy(found, anchor.getBoundingClientRect());
			else this.giveTip(found);
		} finally {
			this.seeking = false;
		}
	}

	private giveTip({ action, level }: Advice): void {
		const choice = this.offered.find((one) => one.action === action);
		if (!choice) return;
		this.tip = { choice, level };
		this.lit = true;
		callOut(this.say('tips.say', { what: this.label(choice) }));
	}
}
