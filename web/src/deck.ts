// What decks of cards are written with: short ways to name many cards.
import { GAME_COLOUR_LETTERS } from './art/colour';
import type { CardKind, Token } from './contract';

export const numbers = (from: number, to: number): number[] =>
	Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** One of each colour: `-T2` is `R-T2`, `B-T2`, and so on. */
export const coloured = (kind: string): Token[] => GAME_COLOUR_LETTERS.map((colour) => `${colour}${kind}`);

export const NUMBER_CARDS: Token[] = GAME_COLOUR_LETTERS.flatMap((colour) => numbers(1, 9).map((n) => `${colour}${n}`));

/** A kind of which every card looks the same, or nearly so. */
export const few = (kind: string, ...all: Token[]): CardKind => ({ kind, shown: all, all });
