// What was done in the games of an evening: counted once, out of what everyone could see of them, and kept.
import type { Feat } from '../contract';
import { featsOf } from '../games/feats';
import { tally } from '../games/tally';
import { ALONE } from '../net/carrier';
import { played } from '../table/played';
import { type Evening, kept, type Played } from './games';
import { counted } from './kept';

/** What can be told of the games of this evening. */
export async function featsIn(evening: Evening): Promise<ReadonlyMap<string, readonly Feat[]>> {
	const games = [...new Set(evening.map((one) => one.game))];
	return new Map(await Promise.all(games.map(async (game) => [game, await featsOf(game)] as const)));
}

async function countOne(game: Played, happened: typeof played): Promise<void> {
	const feats = await featsOf(game.game);
	const moments = feats.length ? await happened(game.table, game.number) : [];
	const events = moments.map((moment) => moment.event);
	counted(game, kept(tally(feats, events, game.players.length)));
}

/** One after the other; what cannot be asked for just now is asked for another time. */
export async function countUp(evening: Evening, happened: typeof played = played): Promise<void> {
	for (const game of evening.filter((one) => !one.done && one.alone === ALONE)) {
		await countOne(game, happened).catch(() => {});
	}
}
