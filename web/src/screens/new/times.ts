// How long a match takes, as the lab worked it out: for these ready-made settings and so many players.
import { t } from '../../i18n/texts.svelte';
import type { GameFace } from '../../net/protocol';

/** With house rules of one's own nobody knows; of somebody else's game nobody has asked. */
export function timeWords(game: GameFace, preset: string, players: number, changed: boolean): string {
	if (!game.times.length) return '';
	const found = changed ? undefined : game.times.find((one) => one.preset === preset && one.players === players);
	return found ? t('new.takes', { low: found.low, high: found.high }) : t('new.takes_unknown');
}
