// The end of a game in one line and a second one, for whoever looks at it.
import type { Play } from '../../contract';
import type { PastFace } from '../../net/protocol';
import { bestPeople, winners } from './podium';

export interface Headline {
	title: string;
	words: string;
	/** The people who did best; nobody where only robots played. */
	best: number[];
}

/** `local`: the seats of the people who look. */
export function headline(play: Play, past: PastFace | undefined, local: readonly number[]): Headline {
	const first = winners(past?.places ?? []);
	const best = bestPeople(past?.places ?? [], past?.robots ?? []);
	/** Robots came first, and people played: it is theirs all the same. */
	const consoled = best.length > 0 && !best.some((seat) => first.includes(seat));
	const alone = play.chairs.length - (past?.robots.length ?? 0) === 1;
	const praise = () => (play.texts.has(play.game.result) ? play.say(play.game.result, play.truth) : '');
	return {
		title: titleOf(play, first, consoled ? best : [], local),
		words: consoled ? play.say(alone ? 'result.robots_first' : 'result.best_people', { seats: first }) : praise(),
		best,
	};
}

function titleOf(play: Play, first: number[], consoled: number[], local: readonly number[]): string {
	if (!first.length) return play.say('result.over');
	if (consoled.length) return play.say('result.well_done', { seats: consoled });
	if (first.length > 1) return play.say('result.together', { seats: first });
	const mine = local.length === 1 && local[0] === first[0];
	return mine ? play.say('result.you_win') : play.say('result.wins', { seat: first[0] });
}

/** What somebody has in the end, as the game counts. */
export function scoreOf(play: Play, past: PastFace | undefined, seat: number): string {
	const n = past?.scores[seat] ?? 0;
	const far = play.truth.points === false && play.texts.has('web.far');
	const key = far ? 'web.far' : 'web.score';
	return play.say(play.texts.has(key) ? key : 'general.star', { n });
}
