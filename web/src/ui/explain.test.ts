import { expect, it } from 'vitest';
import type { Deck, Play } from '../contract';
import { clauseOf, explain } from './explain';

const deck: Deck = {
	card: () => '',
	clauses: [
		['HS-3..5 HS-9', 'R1'],
		['HS-7', 'stop'],
	],
	kinds: [
		{ kind: 'number', shown: ['R1'], all: ['R1', 'R2'] },
		{ kind: 'stop', shown: ['stop'], all: ['stop'] },
	],
};

it('a card leads to its clause, or to that of its kind', () => {
	expect(clauseOf(deck, 'stop')).toBe('HS-7');
	expect(clauseOf(deck, 'R2')).toBe('HS-3');
	expect(clauseOf(deck, '?')).toBe('');
});

it('it says what it does, as a friendly word; a back says nothing', () => {
	const play = { say: (key: string) => key, bubble: null } as unknown as Play;
	explain(play, deck, '?', document.body);
	expect(play.bubble).toBeNull();
	explain(play, deck, 'stop', document.body);
	expect(play.bubble).toMatchObject({
		text: 'web.cards.stop.name: web.cards.stop.does',
		clause: 'HS-7',
		gentle: true,
	});
});
