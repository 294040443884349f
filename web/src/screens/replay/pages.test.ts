import { describe, expect, it } from 'vitest';
import type { Replay } from '../../net/protocol';
import { asUpdate, type Eyes, PAGE, Pages } from './pages';

function library(total: number) {
	const asked: string[] = [];
	const pages = new Pages(async (seat: Eyes, since, limit) => {
		asked.push(`${seat}@${since}`);
		const count = Math.max(0, Math.min(limit, total - since));
		const steps = Array.from({ length: count }, (_, i) => ({
			step: since + i,
			seat: 0,
			move: '',
			events: [],
			view: { seat },
		}));
		return { total, steps } as unknown as Replay;
	});
	return { asked, pages };
}

describe('the pages of a replay', () => {
	it('are fetched once each, and only when needed', async () => {
		const { asked, pages } = library(120);
		expect((await pages.step(1, 0)).step).toBe(0);
		expect((await pages.step(1, 49)).step).toBe(49);
		expect((await pages.step(1, 50)).step).toBe(50);
		expect((await pages.step(1, 119)).step).toBe(119);
		expect(asked).toEqual(['1@0', '1@50', '1@100']);
	});

	it('belong to one pair of eyes', async () => {
		const { asked, pages } = library(10);
		await pages.step(null, 3);
		expect((await pages.step(2, 3)).view).toEqual({ seat: 2 });
		expect(asked).toEqual(['null@0', '2@0']);
	});

	it('come before they are needed', async () => {
		const { asked, pages } = library(120);
		await pages.step(0, PAGE - 5);
		expect(asked).toEqual(['0@0', '0@50']);
	});

	it('know where the game ends', async () => {
		await expect(library(10).pages.step(0, 10)).rejects.toThrow('no step 10');
	});

	it('are tried again after a failure', async () => {
		let fails = true;
		const pages = new Pages(async () => {
			if (fails) throw new Error('no line');
			return { total: 1, steps: [{ step: 0 }] } as unknown as Replay;
		});
		await expect(pages.step(0, 0)).rejects.toThrow('no line');
		fails = false;
		expect((await pages.step(0, 0)).step).toBe(0);
	});

	it('ask nobody anything', () => {
		const update = asUpdate(1, { step: 4, seat: 0, move: '27', events: [{ kind: 'placed' }], view: { a: 1 } });
		expect(update).toMatchObject({ seat: 1, n: 4, decision: null, legal: [], awaited: [], view: { a: 1 } });
	});
});
