// What is said of a head start beside its switch.
import type { Texts } from '../../i18n/format';
import type { GameFace, HeadStart } from '../../net/protocol';
import { evenWins, helpOption } from '../../ui/even';

/** What it is called and what it gives here, with the chance that was worked out; null where the game has none. */
export function headStartWords(
	game: GameFace,
	texts: Texts,
	start: HeadStart | null,
): { label: string; help: string } | null {
	const name = helpOption(game);
	if (name === null) return null;
	const { key, n, more, chance } = start ?? {};
	const gives = key ? texts.say(`options.${name}.gives.${key}`, { n, more }) : texts.say(`options.${name}.help`);
	const help = [gives, chance ? evenWins(chance) : start ? '' : texts.say('new.even_soon'), texts.say('new.even_ours')];
	return { label: texts.say(`options.${name}.label`), help: help.filter(Boolean).join(' ') };
}
