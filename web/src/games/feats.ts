// What can be told of the players of each game. Fetched when a game is over, never with its table.
import type { Feat } from '../contract';
import { byFolder } from './folders';

const feats = byFolder(import.meta.glob<{ default: readonly Feat[] }>('./*/feats.ts'));

/** Nothing for a game that brings none. */
export const featsOf = async (game: string): Promise<readonly Feat[]> => (await feats.get(game)?.())?.default ?? [];

export const hasFeats = (game: string): boolean => feats.has(game);
