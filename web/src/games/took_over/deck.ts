// The cards, and which card, vehicle or sign stands beside which clause.
import { trafficarsFace } from '../../art/cards';
import type { Deck } from '../../contract';
import { numbers } from '../../deck';
import { back } from './back';

export const card = (token: string): string => (token === '?' ? back : trafficarsFace(token, { dots: 0 }));

export default {
	card,
	clauses: [
		['TO-7', '5', '7', '12', '19'],
		['TO-11 TO-14', '11', '15', '30'],
		['TO-20 TO-16', '11', '13', '15'],
		['TO-Q1', '11', '13', '15', '30'],
		['TO-Q5', '11', '12', '14', '15'],
		['TO-Q19', '14', '15'],
	],
	kinds: [{ kind: 'car', shown: ['7', '12', '28', '33', '46'], all: numbers(1, 50).map(String) }],
} satisfies Deck;
