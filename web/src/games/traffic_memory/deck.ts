// The cards, and which card, vehicle or sign stands beside which clause.
import { trafficarsFace } from '../../art/cards';
import type { Deck } from '../../contract';
import { few, numbers } from '../../deck';
import { back } from './back';

/** Some see the cards upside down, and nobody counts points. */
export const card = (token: string): string => (token === '?' ? back : trafficarsFace(token, { bar: true, dots: 0 }));

export default {
	card,
	clauses: [
		['TM-3', 'A', 'P', 'T'],
		['TM-4 TM-7', '?', '?'],
		['TM-8', '10', '22'],
		['TM-9', '9', '10'],
		['TM-10 TM-11', '9', '10', '11'],
		['TM-12', '22'],
		['TM-14', '9', '10', '11', '22'],
		['TM-Q1', '8', '9', '10', '11'],
		['TM-Q3', '9', '10', '22'],
		['TM-17..20 TM-Q9 TM-Q12 TM-Q17', 'A', 'P'],
		['TM-21', '21', 'A', '23'],
		['TM-22', '3', '4', 'P'],
		['TM-Q5', '21', 'A', '40'],
		['TM-Q7', 'A', '7', '9'],
		['TM-Q8', '9', 'P', '11', '10'],
		['TM-Q10', '49', '50', 'A'],
		['TM-Q11', '21', '23'],
		['TM-Q13', '4', '6', 'A'],
	],
	kinds: [
		{ kind: 'car', shown: ['9', '10', '11', '24', '37'], all: numbers(1, 50).map(String) },
		few('joker', 'A', 'P'),
	],
} satisfies Deck;
