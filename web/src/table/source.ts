// What reaches a play from outside, and where its answers go.
import type { Outcome } from '../contract';
import type { Advice, Late, No, SeatUpdate } from '../net/protocol';

/** What came in at one moment. */
export interface News {
	updates: Map<number | null, SeatUpdate>;
	/** When, on the clock of `performance.now()`. */
	at: number;
	missed: boolean;
}

/** Where moves go and reasons come from. */
export interface Source {
	answer(seat: number, n: number, action: number | string): Promise<Outcome>;
	hints(seat: number, n: number): Promise<Record<string, unknown>[]>;
	/** Only where robots can be told that nobody waits for them. */
	hurry?(seat: number): void;
	/** Only where somebody may be asked for a tip. */
	advice?(seat: number, n: number, level: string): Promise<Advice | Late | No>;
}
