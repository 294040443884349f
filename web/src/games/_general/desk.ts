// What the parts of the general table ask of the table they stand on.
import type { Play } from '../../contract';
import type { Words } from '../../net/shapes';
import { BACK } from './spread';

export interface Desk {
	/** Inner SVG (100 x 140) of a card. */
	face(token: string): string;
	/** A card in words. */
	card(token: string): string;
	/** It leads to something legal now. */
	can(spot: string): boolean;
	/** It was tapped, and the next tap goes on from there. */
	picked(spot: string): boolean;
	/** Some action of the game is chosen by tapping it. */
	tapped(spot: string): boolean;
	tap(spot: string, element: Element): void;
	words(said: Words | undefined): string;
	say(key: string, params?: Record<string, unknown>): string;
}

/** Words of a spread: a text by its key, or the name that was given along. One of its parameters may be words, too. */
export function wordsOf(play: Play, said: Words): string {
	const params = Object.fromEntries(
		Object.entries(said.params).map(([name, value]) => [name, isWords(value) ? wordsOf(play, value) : value]),
	);
	const found = play.texts.raw(said.key);
	if (typeof found === 'string') return play.say(said.key, params);
	if (found !== undefined) return play.texts.word(said.key.slice(said.key.lastIndexOf('.') + 1));
	return String(said.params.name ?? said.key.slice(said.key.lastIndexOf('.') + 1));
}

const isWords = (value: unknown): value is Words =>
	typeof value === 'object' && value !== null && 'key' in value && 'params' in value;

export function cardWords(play: Play, token: string): string {
	return token === BACK ? play.say('general.back') : capital(play.texts.word(token));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
