// What is known of tables that were left, and how few words say it.
import type { KeptTable } from '../../net/keys';

/** Tables where this device has a seat, or that it opened; newest first. One that was only looked at is not ours. */
export function ours(tables: readonly KeptTable[]): KeptTable[] {
	return tables.filter((one) => one.game && one.tokens.length).sort((a, b) => b.seen - a.seen);
}

/** Whoever is still to come has only a number for a name. */
export function knownNames(names: readonly string[]): string {
	return names.filter((name) => /\D/.test(name)).join(', ');
}

/** "2–5", or "4" where there is no choice. */
export function span(low: number, high: number): string {
	return low === high ? String(low) : `${low}–${high}`;
}
