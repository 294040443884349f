// The cards, and which card, vehicle or sign stands beside which clause.
import type { Deck } from '../../contract';
import { few } from '../../deck';
import { back } from './back';
import { turboFace } from './faces';

const card = (token: string, name = ''): string => (token === '?' ? back : turboFace(token, name));

export default {
	card,
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
} satisfies Deck;
