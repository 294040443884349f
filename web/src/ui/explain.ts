// A card says what it does, beside itself, with the way to its rule.
import type { Deck, Play, Token } from '../contract';
import { prefs } from '../prefs.svelte';
import { announce, readAloud } from '../table/live.svelte';

/** The first clause that shows this card, or another of its kind. */
export function clauseOf(deck: Deck, token: Token): string {
	const kind = deck.kinds.find((one) => one.all.includes(token));
	const shows = (wanted: (one: Token) => boolean) => deck.clauses.find(([, ...tokens]) => tokens.some(wanted))?.[0];
	const list = shows((one) => one === token) ?? shows((one) => kind?.all.includes(one) ?? false) ?? '';
	return list.split(' ')[0]!.split('..')[0]!;
}

/** Nothing for what is no card, such as a back. */
export function explain(play: Play, deck: Deck, token: Token, anchor: Element): void {
	const kind = deck.kinds.find((one) => one.all.includes(token))?.kind;
	if (!kind) return;
	const text = `${play.say(`web.cards.${kind}.name`)}: ${play.say(`web.cards.${kind}.does`)}`;
	play.bubble = { text, clause: clauseOf(deck, token), anchor: anchor.getBoundingClientRect(), gentle: true };
	announce(text);
	if (prefs.aloud) readAloud(text, prefs.language);
}
