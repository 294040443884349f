// Even chances: who has a head start, and what it does. The same house rule in every game that has it.
import { t } from '../i18n/texts.svelte';
import type { EvenChance, GameFace } from '../net/protocol';

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

/** How often the weakest robot wins with it: at a table for as many, else at the largest that was measured. */
export function evenWins(game: GameFace, players: number): string {
	const figure: EvenChance | undefined = game.even.find((one) => one.players === players) ?? game.even.at(-1);
	if (!figure) return '';
	const others = t(`levels.${figure.against}.others`, { n: figure.players - 1 });
	const [wins, without] = [figure.share, figure.without].map((share) => Math.round(share * 100));
	return t('new.even_wins', { wins, without, others });
}
