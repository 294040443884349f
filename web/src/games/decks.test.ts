import { describe, expect, it } from 'vitest';
import { readTexts } from '../../places';
import { blankFace } from '../art/card-ground';
import { pure } from '../art/test-kit';
import type { Token } from '../contract';
import { clauseIds, kindsOf, picture, tokensOf } from '../screens/rules/pictures';
import { deckOf } from './decks';
import { byFolder } from './folders';

const games = [...byFolder(import.meta.glob('./*/index.ts')).keys()];
const backs = byFolder(import.meta.glob<{ back: string }>('./*/back.ts', { eager: true }));

interface Words {
	rules: { title: string; clauses: Record<string, string> }[];
	web: { cards: Record<string, { name: string; does: string }> };
}
const words = (game: string): Words => readTexts('en', game) as unknown as Words;
const cards = (game: string): Token[] => kindsOf(game).flatMap((kind) => kind.all);
const pictured = (game: string): string[] => deckOf(game)!.clauses.flatMap(([list]) => clauseIds(list));

describe.each(games)('%s', (game) => {
	const { card } = deckOf(game)!;

	it('every card has a face of its own, also for those who see no colours', () => {
		const faces = cards(game).map((token) => card(token));
		expect(faces.length).toBeGreaterThan(10);
		for (const face of faces) {
			expect(face).not.toBe(blankFace());
			pure(face);
		}
		const plain = faces.map((face) => face.replace(/#[0-9A-Fa-f]{6}/g, '#000000'));
		expect(new Set(plain).size).toBe(faces.length);
	});

	it('a card that nobody knows is blank, and a hidden one shows its back', () => {
		for (const odd of ['Q1', '123', 'x7', '<b>']) expect(card(odd)).toBe(blankFace());
		expect(card('?')).toBe(backs.get(game)!.back);
	});

	it('every kind of card has words', () => {
		expect(kindsOf(game).map((kind) => kind.kind)).toEqual(Object.keys(words(game).web.cards));
		for (const { shown, all } of kindsOf(game)) expect(all).toEqual(expect.arrayContaining(shown));
	});

	it('every pictured clause is in the rules, and its pictures can be drawn', () => {
		const known = new Set(words(game).rules.flatMap((chapter) => Object.keys(chapter.clauses)));
		expect(pictured(game).filter((id) => !known.has(id))).toEqual([]);
		expect(tokensOf(game, 'X-1')).toEqual([]);
		for (const id of pictured(game)) {
			for (const token of tokensOf(game, id)) {
				expect(picture(game, token).svg.length, token).toBeGreaterThan(60);
				expect(picture(game, token).svg, token).not.toBe(blankFace());
			}
		}
	});
});

it('the backs are all different, with one sign in a white disc', () => {
	const drawn = [...backs.values()].map((module) => module.back);
	expect(new Set(drawn).size).toBe(games.length);
	for (const back of drawn) {
		pure(back);
		expect(back).toContain('<circle cx="50" cy="70" r="25" fill="#FFFFFF"/>');
	}
});
