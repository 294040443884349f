// The road and the hand in sentences, for those who cannot see them.
import type { Play } from '../../contract';
import { cardsOf, GAP, gapRange, lookOf } from './bays';
import type { Fit, Hint } from './hints';

/** "12, empty for 13 to 17, tow truck with 18, 21" */
export function laneWords(play: Play, spots: string[], row: number, maxRow: number | null): string {
	const each = spots.map((spot, i) => spotWords(play, spots, spot, i)).join(', ');
	const full = maxRow !== null && spots.length >= maxRow;
	return play.say(full ? 'web.lane_full' : 'web.lane', { row, spots: each || play.say('web.gap'), n: spots.length });
}

/** A lane or a gap that can be chosen now says so. */
export const offered = (play: Play, words: string, can: boolean): string =>
	can ? play.say('web.can', { what: words }) : words;

function spotWords(play: Play, spots: string[], spot: string, at: number): string {
	if (spot === GAP) return gapWords(play, spots, at);
	const [card, ...load] = cardsOf(spot).map((one) => play.texts.word(one));
	return load.length ? play.say('web.with', { card, load: load.join(', ') }) : card!;
}

export function gapWords(play: Play, spots: string[], at: number): string {
	const [from, to] = gapRange(spots, at);
	if (from && to) return play.say(from === to ? 'web.gap_one' : 'web.gap_between', { from, to });
	return from ? play.say('web.gap_from', { from }) : play.say('web.gap');
}

function cardName(play: Play, card: string): string {
	const { number, kind } = lookOf(card);
	return number === null
		? play.texts.word(card)
		: play.say('web.card', { n: number, kind: play.say(`web.kinds.${kind}`) });
}

/** "Card 27, pickup, can go to lane 2 behind the 25." */
export function cardWords(play: Play, card: string, hint: Hint | null, rows: string[][]): string {
	const name = cardName(play, card);
	if (!hint?.fits.length) return `${name}.`;
	return play.say('web.more', { card: name, place: placeWords(play, hint, rows) });
}

function placeWords(play: Play, hint: Hint, rows: string[][]): string {
	if (hint.fits.every((fit) => fit.how === 'take')) return play.say('web.go.take', { points: hint.takes ?? 0 });
	if (lookOf(hint.card).number === null && hint.takes === null) {
		return play.say('web.go.any');
	}
	return hint.fits.map((fit) => fitWords(play, fit, rows)).join(', ');
}

function fitWords(play: Play, fit: Fit, rows: string[][]): string {
	const before = rows[fit.row - 1]?.[fit.spot - 2];
	const card = before ? cardsOf(before).at(-1) : undefined;
	if (fit.how === 'end' && card === undefined) return play.say('web.go.any');
	return play.say(`web.go.${fit.how}`, { row: fit.row, card, points: fit.takes });
}
