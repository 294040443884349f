// One true sentence about everybody who played, out of what everyone could see.
import type { Feat } from '../../contract';
import type { Tally } from '../../games/tally';

/** What somebody did, and how often; '' where nothing is counted. */
export interface Tale {
	seat: number;
	feat: string;
	n: number;
}

/** Whoever did the most of something is told of it, and where it can be, nobody hears what another did. */
export function tales(counted: Tally): Tale[] {
	const players = [...counted.values()][0]?.length ?? 0;
	const found = [...counted].flatMap(([feat, each]) => {
		const [most, all] = [Math.max(...each), each.reduce((sum, n) => sum + n, 0)];
		return each.flatMap((n, seat) => (n ? { seat, feat, n, weight: n / all + Number(n === most) } : []));
	});
	// Sorting keeps the order of the feats among equals.
	found.sort((a, b) => Number(a.feat.odd ?? false) - Number(b.feat.odd ?? false) || b.weight - a.weight);
	const told: (Tale | undefined)[] = Array.from({ length: players });
	const used = new Set<Feat>();
	for (const again of [false, true])
		for (const { seat, feat, n } of found) {
			const fine = found.some((one) => one.seat === seat && !one.feat.odd);
			if (told[seat] || (used.has(feat) && !again) || (feat.odd && fine)) continue;
			told[seat] = { seat, feat: feat.id, n };
			used.add(feat);
		}
	return told.map((tale, seat) => tale ?? { seat, feat: '', n: 0 });
}
