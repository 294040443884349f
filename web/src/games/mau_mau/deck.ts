// The cards, and which card, vehicle or sign stands beside which clause.
import { colourFace } from '../../art/cards';
import type { Deck } from '../../contract';
import { coloured, few, NUMBER_CARDS } from '../../deck';
import { back } from './back';

export const card = (token: string): string => (token === '?' ? back : colourFace(token));

export default {
	card,
	clauses: [
		['MM-1', 'R3', 'B5', 'G8', 'Y1'],
		['MM-3', 'R-Rev', 'B-T2', 'G-T4', 'Y-Stop'],
		['MM-4..5 MM-33..35 MA-19..22 MA-31', 'CC'],
		['MM-15..16', 'R8', 'R3', 'B8'],
		['MA-7 MM-18', 'R-Stop', 'R3', 'G-Stop'],
		['MM-21..24 MA-15 MA-18', 'B-Rev'],
		['MM-25..26 MA-9..11', 'R-T2'],
		['MM-27 MA-8', 'R-T2', 'G-T2'],
		['MA-12', 'R-T2', 'R-T4'],
		['MM-28..30 MA-13', 'Y-T4'],
		['MM-31..32 MA-16..17', 'G-Stop'],
		['MM-43', 'B-Rev', 'CC'],
	],
	kinds: [
		{ kind: 'number', shown: ['R8', 'B5', 'G2', 'Y7'], all: NUMBER_CARDS },
		few('reverse', ...coloured('-Rev')),
		few('take2', ...coloured('-T2')),
		few('take4', ...coloured('-T4')),
		few('stop', ...coloured('-Stop')),
		few('colour', 'CC'),
	],
} satisfies Deck;
