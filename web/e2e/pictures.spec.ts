// Everything that the server can name has a picture here.
import { resolve } from 'node:path';
import { blankFace } from '../src/art/card-ground';
import { CHAIR_COLOUR_NAMES } from '../src/art/colour';
import { EMOTE_NAMES, PHRASE_NAMES } from '../src/art/emotes';
import type { Deck } from '../src/contract';
import type { ActionFace } from '../src/net/protocol';
import { expect, offered, test } from './fixtures';
import { GAMES } from './games';

test('colours of chairs, emotes and phrases', async ({ server }) => {
	const { colours, emotes, phrases } = await offered(server);
	expect(CHAIR_COLOUR_NAMES).toEqual(colours);
	expect(EMOTE_NAMES).toEqual(emotes);
	expect(PHRASE_NAMES).toEqual(phrases);
});

for (const game of GAMES) {
	test(`${game}: its cards`, async ({ server }) => {
		const path = resolve(import.meta.dirname, `../src/games/${game}/deck.ts`);
		const deck = ((await import(path)) as { default: Deck }).default;
		const actions = (await (await fetch(`${server.url}/api/games/${game}/actions`)).json()) as ActionFace[];
		const named = new Set(actions.flatMap(({ params }) => (params.card === undefined ? [] : [String(params.card)])));
		expect([...named].filter((card) => deck.card(card) === blankFace())).toEqual([]);
		const shown = new Set(deck.kinds.flatMap((kind) => kind.all));
		// Which numbers are trailers is an option of the table; every number can be a car.
		expect([...named].filter((card) => !shown.has(card) && !shown.has(`t${card}`))).toEqual([]);
	});
}
