// The order of the games on the home screen and what is known of tables that were left.
import type { KeptTable } from '../../net/keys';
import type { GameFace } from '../../net/protocol';

/** Races and roads first, then the hand games, as on the box of a collection; a game nobody thought of comes last. */
const ORDER = ['rush_hour', 'traffic_memory', 'took_over', 'mau_mau', 'pit_stop', 'trafic_turbo'];

const place = (game: string) => (ORDER.includes(game) ? ORDER.indexOf(game) : ORDER.length);

export function inOrder(games: readonly GameFace[]): GameFace[] {
	return [...games].sort((a, b) => place(a.id) - place(b.id));
}

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
