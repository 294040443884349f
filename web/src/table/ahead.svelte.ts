// Whoever plays alone against robots need not watch them: on to the own turn, past all that has to be seen.
import type { Ahead, Play } from '../contract';
import type { Stage } from '../stage/stage.svelte';
import type { Source } from './source';

export class OnAhead implements Ahead {
	private rushed = $state(false);

	constructor(
		private readonly play: Play & { readonly stage: Stage },
		private readonly source: Source,
	) {}

	readonly offered: boolean = $derived.by(() => {
		const { chairs, local, me, awaited, stage, ask } = this.play;
		const people = chairs.filter((chair) => chair.sitter === 'person');
		const alone = people.length === 1 && local.length === 1 && people[0]!.seat === me;
		return alone && !!this.source.hurry && !this.rushed && !awaited && (stage.busy || ask !== null);
	});

	go(): void {
		if (!this.offered) return;
		this.rushed = true;
		this.play.stage.rush();
		this.source.hurry!(this.play.me!);
	}

	/** The own turn is here, or there is none any more. */
	arrive(): void {
		this.rushed = false;
		this.play.stage.arrive();
	}
}
