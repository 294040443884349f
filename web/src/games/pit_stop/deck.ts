// The cards, and which card, vehicle or sign stands beside which clause.
import { colourFace } from '../../art/cards';
import type { Deck } from '../../contract';
import { coloured, few, NUMBER_CARDS } from '../../deck';
import { back } from './back';

export const card = (token: string): string => (token === '?' ? back : colourFace(token));

export default {
	card,
	clauses: [
		['CG-1', 'R4', 'B-Fn', 'G-Sv', 'PS', 'GA', 'CX', 'NC'],
		['CG-2 CG-37..39', 'R4', 'B4'],
		['CG-3 CG-40..42 CA-5 CA-13', 'G-Sv'],
		['CG-4 CG-43..55 CA-6 CA-14..21', 'B-Fn'],
		['CG-5 CG-56..58 CA-7 CA-22', 'PS'],
		['CG-6 CG-23 CG-59..61 CA-8 CA-23..25', 'GA'],
		['CG-7 CG-68..74 CA-35..40', 'CX'],
		['CG-8 CG-62..67 CA-26..34', 'NC'],
		['CG-21', 'NC', 'CX'],
		['CG-29', 'R4', 'R9', 'B4'],
		['CG-30 CA-12', 'PS', 'GA', 'CX', 'NC'],
		['CA-11', 'R-Sv', 'Y-Fn'],
	],
	kinds: [
		{ kind: 'car', shown: ['R4', 'B9', 'G1', 'Y6'], all: NUMBER_CARDS },
		few('service', ...coloured('-Sv')),
		few('fine', ...coloured('-Fn')),
		few('paint', 'PS'),
		few('garage', 'GA'),
		few('exchange', 'CX'),
		few('new_car', 'NC'),
	],
} satisfies Deck;
