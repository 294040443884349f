// A game that was played, fetched in pages as they are needed, once for each pair of eyes.
import type { Replay, ReplayStep, SeatUpdate } from '../../net/protocol';

export const PAGE = 50;

export type Eyes = number | null;
type Fetch = (seat: Eyes, since: number, limit: number) => Promise<Replay>;

export class Pages {
	private readonly kept = new Map<string, Promise<Replay>>();

	constructor(private readonly fetch: Fetch) {}

	private page(seat: Eyes, number: number): Promise<Replay> {
		const key = `${seat}.${number}`;
		let found = this.kept.get(key);
		if (!found) {
			found = this.fetch(seat, number * PAGE, PAGE);
			// A failed try is not kept, so that the next tap tries again.
			found.catch(() => this.kept.delete(key));
			this.kept.set(key, found);
		}
		return found;
	}

	/** What is known of the game as a whole. */
	whole(seat: Eyes): Promise<Replay> {
		return this.page(seat, 0);
	}

	async step(seat: Eyes, at: number): Promise<ReplayStep> {
		const page = await this.page(seat, Math.floor(at / PAGE));
		const found = page.steps[at % PAGE];
		if (!found) throw new RangeError(`no step ${at}`);
		// The next page is fetched before it is needed.
		if (at % PAGE === PAGE - 5 && at + 5 < page.total) void this.page(seat, Math.floor(at / PAGE) + 1).catch(() => {});
		return found;
	}
}

/** A step in the form that the table understands: nobody is asked anything any more. */
export function asUpdate(seat: Eyes, step: ReplayStep): SeatUpdate {
	return {
		seat,
		v: step.step,
		n: step.step,
		events: step.events,
		view: step.view,
		decision: null,
		legal: [],
		awaited: [],
	};
}
