// Which card, vehicle or sign stands beside which clause, and the cards of each deck by kind: as the games declare it.
import { racerColour } from '../../art/colour';
import { die, station } from '../../art/shapes';
import { sideView } from '../../art/side';
import type { Kind } from '../../art/vehicles';
import type { CardKind, Token } from '../../contract';
import { numbers } from '../../deck';
import { deckOf } from '../../games/decks';

export interface Picture {
	svg: string;
	box: string;
	/** Width to height. */
	shape: number;
}

/** `RH-25..27 RH-Q3` names RH-25, RH-26, RH-27 and RH-Q3. */
export function clauseIds(list: string): string[] {
	return list.split(' ').flatMap((one) => {
		const range = /^(.*?)(\d+)\.\.(\d+)$/.exec(one);
		return range ? numbers(Number(range[2]), Number(range[3])).map((n) => `${range[1]}${n}`) : [one];
	});
}

export function tokensOf(game: string, clause: string): Token[] {
	const found = deckOf(game)?.clauses.find(([list]) => clauseIds(list).includes(clause));
	return found ? found.slice(1) : [];
}

export function kindsOf(game: string): readonly CardKind[] {
	return deckOf(game)?.kinds ?? [];
}

/** `name` is a word that may stand on the card. */
export function picture(game: string, token: Token, name = ''): Picture {
	const [what, which = ''] = token.split(':');
	if (what === 'vehicle') return side(which as Kind, '#8FB3D9');
	if (what === 'racer') return side('racer', racerColour(Number(which)));
	if (what === 'die') return { svg: die(Number(which)), box: '-62 -62 124 130', shape: 1 };
	if (what === 'station') return { svg: station(), box: '-44 -26 88 54', shape: 88 / 54 };
	return { svg: deckOf(game)?.card(token, name) ?? '', box: '0 0 100 140', shape: 100 / 140 };
}

function side(kind: Kind, colour: string): Picture {
	return { svg: sideView(kind, colour), box: '0 0 120 64', shape: 120 / 64 };
}
