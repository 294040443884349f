// The cards, and which card, vehicle or sign stands beside which clause.
import { trafficarsFace } from '../../art/cards';
import type { Deck } from '../../contract';
import { few, numbers } from '../../deck';
import { back } from './back';

const TRAILERS = [5, 15, 25, 35, 45];

/** Penalty points stand on the cards as dots. */
export const card = (token: string): string => (token === '?' ? back : trafficarsFace(token));

export default {
	card,
	clauses: [
		['G-6', 't25', 'A', 'P', 'T'],
		['G-Q2', 't5', 't15', 't25', 't35', 't45'],
		['RH-6 RH-25..30 RH-Q3..4 RH-Q14..17', 't25'],
		['RH-12', '8', '16', '27'],
		['RH-13 RH-Q18', 'A', 'P', 'T'],
		['RH-14', '25', '27'],
		['RH-Q8', '12', '20', '33', '32'],
		['RH-17..18 RH-21', '28'],
		['RH-19..20', '3'],
		['RH-23', '27', 'A'],
		['RH-31..37 RH-Q19 RH-Q21..24', 'A'],
		['RH-38..42 RH-Q20 RH-Q25', 'P'],
		['RH-43..50 RH-Q12 RH-Q26..33', 'T'],
	],
	kinds: [
		{
			kind: 'car',
			shown: ['8', '16', '27', '34', '48'],
			all: numbers(1, 50)
				.filter((n) => !TRAILERS.includes(n))
				.map(String),
		},
		{ kind: 'trailer', shown: ['t25'], all: TRAILERS.map((n) => `t${n}`) },
		few('ambulance', 'A'),
		few('police', 'P'),
		few('tow', 'T'),
	],
} satisfies Deck;
