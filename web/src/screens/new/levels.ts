// Which robots suit the players, until somebody says otherwise.
import type { GameFace } from '../../net/protocol';
import { presetsOf } from './options';

/** Sensible play. A server that does not offer it offers its best. */
const USUAL = '3';

export const usualLevel = (levels: readonly string[]): string =>
	levels.includes(USUAL) ? USUAL : (levels.at(-1) ?? '');

/**
 * For a first time and with small children the gentlest, with the rules that families play a careless one, and a
 * sensible one for those who play with all rules.
 */
export function suitedLevel(game: GameFace, preset: string, young: boolean): string {
	const [first, family, ...others] = presetsOf(game);
	if (young || preset === first) return game.levels[0] ?? '';
	if (preset === family && others.length) return game.levels[1] ?? game.levels[0] ?? '';
	return usualLevel(game.levels);
}

/** What levels were called before there were five. */
const FORMER: Readonly<Record<string, string>> = { random: '1', simple: '3' };
export const today = (level: string): string => FORMER[level] ?? level;
