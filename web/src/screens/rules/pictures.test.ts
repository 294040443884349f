import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blankFace } from '../../art/cards';
import { clauseIds, kindsOf, picture, picturedClauses, picturedGames, tokensOf } from './pictures';

interface Words {
	rules: { title: string; clauses: Record<string, string> }[];
	web: { cards: Record<string, { name: string; does: string }> };
}
const words = (game: string): Words =>
	JSON.parse(readFileSync(`../src/tailback/texts/en/${game}.json`, 'utf8')) as Words;

describe('the pictures of the rules', () => {
	it('reads ranges of clauses', () => {
		expect(clauseIds('RH-25..27 RH-Q3')).toEqual(['RH-25', 'RH-26', 'RH-27', 'RH-Q3']);
	});

	it.each(picturedGames)('%s: every pictured clause is in the rules', (game) => {
		const known = new Set(words(game).rules.flatMap((chapter) => Object.keys(chapter.clauses)));
		expect(picturedClauses(game).filter((id) => !known.has(id))).toEqual([]);
	});

	it.each(picturedGames)('%s: every kind of card has words and a face', (game) => {
		expect(kindsOf(game).map((kind) => kind.kind)).toEqual(Object.keys(words(game).web.cards));
		for (const kind of kindsOf(game)) {
			for (const token of [...kind.shown, ...kind.all]) expect(picture(game, token).svg, token).not.toBe(blankFace());
		}
	});

	it.each(picturedGames)('%s: every picture beside a clause can be drawn', (game) => {
		for (const id of picturedClauses(game)) {
			for (const token of tokensOf(game, id)) {
				expect(picture(game, token).svg.length, token).toBeGreaterThan(60);
				expect(picture(game, token).svg, token).not.toBe(blankFace());
			}
		}
	});

	it('has nothing for a clause without a picture', () => {
		expect(tokensOf('rush_hour', 'RH-1')).toEqual([]);
		expect(tokensOf('chess', 'X-1')).toEqual([]);
	});
});
