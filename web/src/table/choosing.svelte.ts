// What may be chosen just now, what comes of it, and how a game finds it among all its actions.
import type { Choice, Tip } from '../contract';
import type { ActionFace } from '../net/protocol';
import { about } from './tips';

const fits = (face: ActionFace, key: string, wanted: Record<string, unknown>) =>
	face.key === key && Object.entries(wanted).every(([name, value]) => face.params[name] === value);

export class Choosing {
	/** Everything legal, and what a robot would do: as long as that is shown, nothing else can be chosen. */
	protected offered: Choice[] = $state.raw([]);
	protected foreseen: Record<string, unknown>[] = $state.raw([]);
	tip: Tip | null = $state.raw(null);
	seeking = $state(false);
	/** "What can I do?": everything legal is lit. */
	lit = $state(false);
	readonly choices: Choice[] = $derived.by(() => (this.tip ? [this.tip.choice] : this.offered));
	readonly hints: Record<string, unknown>[] = $derived.by(() =>
		this.tip ? about(this.foreseen, this.tip.choice.action) : this.foreseen,
	);

	constructor(readonly actions: ActionFace[]) {}

	/** Nothing may be chosen any more. */
	protected clear(): void {
		this.tip = null;
		this.offered = [];
		this.foreseen = [];
		this.lit = false;
	}

	dropTip(): void {
		if (this.tip) this.lit = false;
		this.tip = null;
	}

	/** The legal action with this text key and these parameters. */
	find(key: string, params: Record<string, unknown> = {}): Choice | undefined {
		return this.choices.find((choice) => fits(choice, key, params));
	}

	/** All legal actions with this text key. */
	all(key: string): Choice[] {
		return this.choices.filter((choice) => choice.key === key);
	}

	/** Every action of the game with this key, legal or not: to ask why it is not. */
	action(key: string, params: Record<string, unknown> = {}): Choice | undefined {
		return this.actionWhere((face) => fits(face, key, params));
	}

	actionWhere(holds: (face: ActionFace) => boolean): Choice | undefined {
		const action = this.actions.findIndex(holds);
		return action < 0 ? undefined : { ...this.actions[action]!, action };
	}
}
