import { expect, it } from 'vitest';
import type { Game, GameEvent, Small } from '../contract';
import { lastMoves } from './moves';

const small = (event: GameEvent): Small | null =>
	event.kind === 'aside' ? null : { seat: Number(event.seat), picture: event.kind, box: [1, 1] };
const game = { small } as Pick<Game, 'small'> as Game;
const brief = (log: GameEvent[], most: number) =>
	lastMoves(log, game, {}, most).map((move) => `${move.small.seat} ${move.small.picture} ${move.times}`);

it('the newest are last, what is no move is left out, and the same in a row is counted', () => {
	const log = [
		{ kind: 'laid', seat: 0 },
		{ kind: 'aside', seat: 0 },
		{ kind: 'drew', seat: 1 },
		{ kind: 'drew', seat: 1 },
		{ kind: 'laid', seat: 2 },
		{ kind: 'drew', seat: 1 },
	];
	expect(brief(log, 3)).toEqual(['1 drew 2', '2 laid 1', '1 drew 1']);
	expect(brief(log, 9)).toEqual(['0 laid 1', '1 drew 2', '2 laid 1', '1 drew 1']);
	expect(brief([], 3)).toEqual([]);
});
