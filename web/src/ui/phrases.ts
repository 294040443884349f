// Pictures of what can be said: a game's own phrases first, then those of the house.
import { emotePicture } from '../art/emotes';
import type { Game } from '../contract';

/** The picture of a phrase by its text key (`words.<phrase>`); empty for words that have none. */
export function phrasePicture(game: Pick<Game, 'phrases'> | null, key: string): string {
	const phrase = key.replace(/^words\./, '');
	return game?.phrases?.[phrase] ?? emotePicture(phrase);
}
