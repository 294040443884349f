// Even chances: who has a head start, and what it does. The same house rule in every game that has it.
import { t } from '../i18n/texts.svelte';
import type { EvenShare, GameFace } from '../net/protocol';

export const EVEN = 'even_chances';

/** The house rule of this game that names those who are helped. */
export const helpOption = (game: GameFace): string | null =>
	game.options.find((option) => option.kind === 'helped')?.name ?? null;

/** The seats that are helped, out of the house rules of a table. */
export function helpedIn(options: Record<string, unknown> | undefined, name: string | null): number[] {
	const found = name === null ? undefined : options?.[name];
	return Array.isArray(found) ? found.filter((seat) => typeof seat === 'number') : [];
}

/** Does this seat have a head start? A view names the house rules that are not as usual. */
export function hasHeadStart(view: unknown, seat: number): boolean {
	const { house } = (view ?? {}) as { house?: Record<string, unknown> };
	return helpedIn(house, EVEN).includes(seat);
}

/** How often a weak player wins with it, of a hundred games. */
export function evenWins(chance: EvenShare): string {
	const [wins, without, even] = [chance.share, chance.without, chance.even].map((share) => Math.round(share * 100));
	return t('new.even_wins', { wins, without, even });
}
