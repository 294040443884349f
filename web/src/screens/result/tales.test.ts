import { describe, expect, it } from 'vitest';
import { goldenOf } from '../../../places';
import type { Feat } from '../../contract';
import { featsOf } from '../../games/feats';
import { tally } from '../../games/tally';
import { goldenGames } from '../../games/test-feats';
import { GAMES } from '../../games/test-told';
import { tales } from './tales';

const one = (id: string, more: Partial<Feat> = {}): Feat => ({
	id,
	count: (event) =>
		event.kind === id ? [{ seat: Number(event.seat), ...(event.n ? { n: Number(event.n) } : {}) }] : [],
	...more,
});
const does = (kind: string, seat: number, n = 0) => ({ kind, seat, ...(n ? { n } : {}) });

describe('what is told of everybody', () => {
	it('adds up, or takes the most at once', () => {
		const counted = tally(
			[one('drove'), one('run', { most: true })],
			[does('drove', 1, 3), does('drove', 1), does('run', 0, 2), does('run', 0, 5), does('run', 0, 4)],
			2,
		);
		expect([...counted.values()]).toEqual([
			[0, 4],
			[5, 0],
		]);
	});

	it('is what somebody did most of all, and not the same of two', () => {
		const events = [does('a', 0), does('a', 0), does('a', 1), does('b', 0), does('b', 1), does('b', 1), does('b', 1)];
		expect(tales(tally([one('a'), one('b')], events, 2))).toEqual([
			{ seat: 0, feat: 'a', n: 2 },
			{ seat: 1, feat: 'b', n: 3 },
		]);
	});

	it('is the same of two where there is nothing else', () => {
		expect(tales(tally([one('a')], [does('a', 0), does('a', 1)], 2)).map(({ feat }) => feat)).toEqual(['a', 'a']);
	});

	it('is something odd only of whom nothing fine can be told', () => {
		const odd = one('odd', { odd: true });
		const events = [does('a', 0), does('odd', 0), does('odd', 0), does('odd', 1)];
		expect(tales(tally([odd, one('a')], events, 3))).toEqual([
			{ seat: 0, feat: 'a', n: 1 },
			{ seat: 1, feat: 'odd', n: 1 },
			{ seat: 2, feat: '', n: 0 },
		]);
	});
});

describe.each(GAMES)('in %s', (game) => {
	it('everybody in every golden game hears something of their own', async () => {
		const feats = await featsOf(game);
		expect(goldenOf(game).length).toBeGreaterThan(0);
		for (const golden of goldenGames(game)) {
			const counted = tally(feats, golden.events, golden.players);
			const told = tales(counted);
			expect(
				told.map(({ seat }) => seat),
				golden.name,
			).toEqual([...Array(golden.players).keys()]);
			for (const { seat, feat, n } of told.filter((tale) => tale.feat))
				expect(counted.get(feats.find(({ id }) => id === feat)!)![seat], golden.name).toBe(n);
		}
	});
});
