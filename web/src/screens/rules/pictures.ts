// Which card, vehicle or sign stands beside which clause, and the cards of each deck by kind.
import { cardFace } from '../../art/cards';
import { racerColour } from '../../art/colour';
import { die, station } from '../../art/shapes';
import { sideView } from '../../art/side';
import type { Kind } from '../../art/vehicles';

/** `27`, `R-T2` or `turbo 3` is a card; `vehicle:truck`, `die:6` and `station` are what they say. */
export type Token = string;

export interface Picture {
	svg: string;
	box: string;
	/** Width to height. */
	shape: number;
}

export interface CardKind {
	/** Names the words: `web.cards.<kind>`. */
	kind: string;
	/** One to show, or one of each colour. */
	shown: Token[];
	/** Every different card of the kind. */
	all: Token[];
}

interface Deck {
	/** Clauses such as `RH-25..30`, and the pictures that belong to them. */
	clauses: [string, ...Token[]][];
	kinds: CardKind[];
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const TRAILERS = [5, 15, 25, 35, 45];
const COLOURS = ['R', 'B', 'G', 'Y'];
const coloured = (kind: string) => COLOURS.map((colour) => `${colour}${kind}`);
const NUMBER_CARDS = COLOURS.flatMap((colour) => numbers(1, 9).map((n) => `${colour}${n}`));

/** A kind of which every card looks the same, or nearly so. */
const few = (kind: string, ...all: Token[]): CardKind => ({ kind, shown: all, all });
const cars = (from: Token[], all: number[]): CardKind => ({ kind: 'car', shown: from, all: all.map(String) });

const DECKS: Record<string, Deck> = {
	rush_hour: {
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
			cars(
				['8', '16', '27', '34', '48'],
				numbers(1, 50).filter((n) => !TRAILERS.includes(n)),
			),
			{ kind: 'trailer', shown: ['t25'], all: TRAILERS.map((n) => `t${n}`) },
			few('ambulance', 'A'),
			few('police', 'P'),
			few('tow', 'T'),
		],
	},
	traffic_memory: {
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
		kinds: [cars(['9', '10', '11', '24', '37'], numbers(1, 50)), few('joker', 'A', 'P')],
	},
	took_over: {
		clauses: [
			['TO-7', '5', '7', '12', '19'],
			['TO-11 TO-14', '11', '15', '30'],
			['TO-20 TO-16', '11', '13', '15'],
			['TO-Q1', '11', '13', '15', '30'],
			['TO-Q5', '11', '12', '14', '15'],
			['TO-Q19', '14', '15'],
		],
		kinds: [cars(['7', '12', '28', '33', '46'], numbers(1, 50))],
	},
	mau_mau: {
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
	},
	pit_stop: {
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
	},
	trafic_turbo: {
		clauses: [
			['TT-5', 'traffic 7', 'turbo 3', 'police 4', 'skid left', 'mirror', 'warning', 'maneuver'],
			['TT-6 TT-18 TT-21', 'die:4'],
			['TT-7 TT-17', 'racer:1', 'racer:2', 'racer:3', 'racer:4'],
			['TT-8 TT-16', 'vehicle:police', 'station'],
			['TT-9 TA-19 TA-56', 'vehicle:truck'],
			['TT-23 TA-21..22 TA-28', 'die:6'],
			['TT-26..27 TT-31 TA-12..16', 'racer:2', 'racer:1'],
			['TT-28..30 TA-17..18', 'vehicle:van', 'racer:1'],
			['TA-20', 'vehicle:police', 'racer:1'],
			['TT-32..33 TA-23..27', 'station'],
			['TT-38..42 TA-54..55', 'traffic 7'],
			['TT-43..45 TA-43..44', 'skid left', 'skid right', 'skid back'],
			['TT-46..47 TA-36..37', 'warning'],
			['TT-60..61 TA-38..39', 'maneuver'],
			['TT-62..64 TA-33 TA-40..42', 'turbo 3'],
			['TT-48..56 TA-48..53', 'police 4'],
			['TT-57..59 TA-47', 'mirror'],
			['TA-32', 'warning', 'maneuver'],
		],
		kinds: [
			few('turbo', 'turbo 2', 'turbo 3', 'turbo 4', 'turbo 5'),
			few('traffic', 'traffic 3', 'traffic 4', 'traffic 5', 'traffic 6', 'traffic 7'),
			few('police', 'police 2', 'police 3', 'police 4', 'police 5'),
			few('skid', 'skid left', 'skid right', 'skid back'),
			few('mirror', 'mirror'),
			few('warning', 'warning'),
			few('maneuver', 'maneuver'),
		],
	},
};

/** `RH-25..27 RH-Q3` names RH-25, RH-26, RH-27 and RH-Q3. */
export function clauseIds(list: string): string[] {
	return list.split(' ').flatMap((one) => {
		const range = /^(.*?)(\d+)\.\.(\d+)$/.exec(one);
		return range ? numbers(Number(range[2]), Number(range[3])).map((n) => `${range[1]}${n}`) : [one];
	});
}

export function tokensOf(game: string, clause: string): Token[] {
	const found = DECKS[game]?.clauses.find(([list]) => clauseIds(list).includes(clause));
	return found ? (found.slice(1) as Token[]) : [];
}

/** Every clause id that has a picture, for a test that they are all there. */
export function picturedClauses(game: string): string[] {
	return (DECKS[game]?.clauses ?? []).flatMap(([list]) => clauseIds(list));
}

export function kindsOf(game: string): CardKind[] {
	return DECKS[game]?.kinds ?? [];
}

export const picturedGames = Object.keys(DECKS);

/** `name` is the word that stands on a card of Trafic Turbo. */
export function picture(game: string, token: Token, name = ''): Picture {
	const [what, which = ''] = token.split(':');
	if (what === 'vehicle') return side(which as Kind, '#8FB3D9');
	if (what === 'racer') return side('racer', racerColour(Number(which)));
	if (what === 'die') return { svg: die(Number(which)), box: '-62 -62 124 130', shape: 1 };
	if (what === 'station') return { svg: station(), box: '-44 -26 88 54', shape: 88 / 54 };
	return { svg: cardFace(game, token, { name }), box: '0 0 100 140', shape: 100 / 140 };
}

function side(kind: Kind, colour: string): Picture {
	return { svg: sideView(kind, colour), box: '0 0 120 64', shape: 120 / 64 };
}
