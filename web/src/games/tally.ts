// How much each player did of what can be told of a game.
import type { Feat, GameEvent } from '../contract';

/** How much each seat did, by feat. */
export type Tally = ReadonlyMap<Feat, readonly number[]>;

export function tally(feats: readonly Feat[], events: readonly GameEvent[], players: number): Tally {
	return new Map(
		feats.map((feat) => {
			const counted = Array.from({ length: players }, () => 0);
			for (const { seat, n = 1 } of events.flatMap((event) => feat.count(event)))
				counted[seat] = feat.most ? Math.max(counted[seat]!, n) : counted[seat]! + n;
			return [feat, counted];
		}),
	);
}
