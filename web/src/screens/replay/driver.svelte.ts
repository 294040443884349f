// Walks through a game that was played: on by one step with all its motion, or with a jump to anywhere.
import { loadTable } from '../../games/index';
import { loadTexts } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import type { ChairFace, Replay, SeatUpdate } from '../../net/protocol';
import { TablePlay } from '../../table/play.svelte';
import type { Source } from '../../table/source';
import { asUpdate, type Eyes, Pages } from './pages';

/** Nobody can play in a game that is over. */
const OVER: Source = {
	answer: async () => ({
		type: 'refused',
		id: '',
		key: 'match_over',
		clause: '',
		params: {},
		legal: null,
		again: false,
	}),
	hints: async () => [],
};

const chair = (name: string, seat: number): ChairFace => ({
	seat,
	name,
	colour: '',
	sitter: 'person',
	level: '',
	stand_in: false,
	here: true,
	away_ms: null,
});

export class ReplayDriver {
	at = $state(0);
	total = $state(1);
	eyes: Eyes = $state(null);
	running = $state(false);
	/** Between two steps, in milliseconds. */
	rest = $state(700);
	/** The line failed; the next try may work. */
	lost = $state(false);
	/** A jump overtakes those before it. */
	private wish = 0;
	/** The step that is drawn or being told. */
	private before: SeatUpdate | null = null;
	/** How often it was set going. */
	private runs = 0;

	private constructor(
		readonly play: TablePlay,
		readonly whole: Replay,
		private readonly pages: Pages,
		/** Whoever looks: while a game still runs, nobody else's eyes can be borrowed. */
		readonly own: Eyes,
	) {
		this.total = whole.total;
		this.eyes = own;
	}

	/** Through whose eyes the game can be seen. */
	get lookers(): ChairFace[] {
		return this.play.chairs.filter((chair) => this.whole.over || chair.seat === this.own);
	}

	static async open(
		table: string,
		number: number,
		eyes: Eyes,
		tokens: string[],
		chairs: ChairFace[] = [],
	): Promise<ReplayDriver> {
		const pages = new Pages((seat, since, limit) =>
			api.replay(table, number, { since, limit, ...(seat === null ? {} : { seat }) }, tokens),
		);
		const whole = await pages.whole(eyes);
		const [game, actions] = await Promise.all([
			loadTable(whole.game),
			api.actions(whole.game),
			loadTexts('app', 'web', 'games', whole.game),
		]);
		const same = whole.names.every((name, seat) => chairs[seat]?.name === name);
		const sitting = whole.names.map((name, seat) =>
			same && chairs[seat] ? { ...chairs[seat], here: true } : chair(name, seat),
		);
		const local = eyes === null ? [] : [eyes];
		const play = new TablePlay(game, actions, 'replay', OVER, sitting, local, [asUpdate(eyes, whole.steps[0]!)]);
		return new ReplayDriver(play, whole, pages, eyes);
	}

	get last(): boolean {
		return this.at >= this.total - 1;
	}

	/** One step on, told with its motion. */
	async next(): Promise<void> {
		if (this.last) return;
		await this.move(this.at + 1, true);
	}

	/** Anywhere, at once. */
	async jump(at: number): Promise<void> {
		await this.move(Math.max(0, Math.min(this.total - 1, at)), false);
	}

	/** The same moment with the knowledge of another seat. */
	async look(eyes: Eyes): Promise<void> {
		this.eyes = eyes;
		await this.move(this.at, false);
	}

	private async move(to: number, told: boolean): Promise<void> {
		const wish = ++this.wish;
		const eyes = this.eyes;
		try {
			const step = await this.pages.step(eyes, to);
			this.lost = false;
			if (wish !== this.wish) return;
			this.at = to;
			const update = asUpdate(eyes, step);
			if (told) {
				// Whoever is quicker than the telling has seen enough of the step before.
				if (this.play.stage.busy) this.play.show(this.before!);
				this.play.receive([update], false);
			} else this.play.show(update);
			this.before = update;
		} catch {
			this.lost = true;
			this.running = false;
		}
	}

	toggle(): void {
		if (this.running) {
			this.running = false;
			return;
		}
		this.running = true;
		void this.run(++this.runs);
	}

	/** Whoever stops and starts again while a step is told must not be followed by two. */
	private async run(mine: number): Promise<void> {
		const going = () => this.running && this.runs === mine;
		if (this.last) await this.jump(0);
		while (going() && !this.last) {
			await this.next();
			await this.play.stage.told;
			if (going()) await wait(this.rest);
		}
		if (this.runs === mine) this.running = false;
	}
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
