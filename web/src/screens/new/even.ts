// What is said of a head start beside its switch.
import type { Texts } from '../../i18n/format';
import type { GameFace, HeadStart } from '../../net/protocol';
import { evenWins, helpOption } from '../../ui/even';

/** What it is called and what it gives here, with the chance that was measured; null where the game has none. */
export function headStartWords(
	game: GameFace,
	texts: Texts,
	start: HeadStart | null,
	players: number,
): { label: string; help: string } | null {
	const name = helpOption(game);
	if (name === null) return null;
	const gives = start ? texts.say(`options.${name}.gives.${start.key}`, { n: start.n }) : '';
	const help = [gives || texts.say(`options.${name}.help`), evenWins(game, players), texts.say('new.even_ours')];
	return { label: texts.say(`options.${name}.label`), help: help.filter(Boolean).join(' ') };
}
