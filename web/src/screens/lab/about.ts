// A study in one line.
import { gameText, t, textsOf } from '../../i18n/texts.svelte';
import type { Kept } from '../../net/lab';
import { prefs } from '../../prefs.svelte';
import { written } from './amounts';

/** A game that is not installed here is known by its id. */
export const gameOf = ({ what: { game } }: Kept): string => gameText(game, 'name') || game;

/** What is compared, or wished for; nothing of one set-up alone. */
export function topic({ what: { kind, game, about: names } }: Kept): string {
	const texts = textsOf(game);
	const known = (key: string, name: string) => (texts.has(key) ? texts.say(key) : name);
	return names
		.map((name) =>
			kind === 'find'
				? known(`lab_room.wishes.${name}`, name)
				: known(`lab_room.things.${name}`, known(`options.${name}.label`, name)),
		)
		.join(', ');
}

/** How many set-ups, players and matches. */
export function about({ what: { kind, players, setups, matches } }: Kept): string {
	const said = { setups: written(prefs.language, setups), matches: written(prefs.language, matches) };
	return kind === 'run'
		? t('lab_room.what', { ...said, players: players.join(', ') })
		: t(`lab_room.what_${kind}`, said);
}
