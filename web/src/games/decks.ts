// The decks of all games, for the screens that show rules.
import type { Deck } from '../contract';
import { byFolder } from './folders';

const decks = byFolder(import.meta.glob<{ default: Deck }>('./*/deck.ts', { eager: true }));

/** Nothing for a game that brings no deck. */
export const deckOf = (game: string): Deck | undefined => decks.get(game)?.default;
