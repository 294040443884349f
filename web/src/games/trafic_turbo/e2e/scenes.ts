import { expect, type Page } from '@playwright/test';
import { tapOn } from '../../../../e2e/player';
import type { Scenes } from '../../../../e2e/scenes';

/** The last space of the road ahead that nothing stands on and that is not lit. */
async function wrongSpace(page: Page): Promise<void> {
	const at = await page.evaluate(() => {
		for (const space of [...document.querySelectorAll('.ahead .space')].reverse()) {
			const { left, top, width, height } = space.getBoundingClientRect();
			const [x, y] = [left + width / 2, top + height / 2];
			if (document.elementFromPoint(x, y) === space) return { x, y };
		}
		return null;
	});
	if (at) await page.mouse.click(at.x, at.y);
}

export default {
	hands: true,
	quick: { order: ['place', 'step_F'], last: ['draw', 'keep'] },
	refused: {
		language: 'en',
		attempt: async (page) => {
			// A space that is not lit.
			expect(await tapOn(page, '[data-space]')).toBe(true);
		},
	},
	shown: {
		asked: { stop: 0, moves: 24, kinds: ['step'] },
		waiting: { stop: 1, moves: 12 },
		questions: {
			place: {},
			use_card: {},
			step: { moves: 24 },
			draw_or_play: {},
			keep_or_play: {},
			traffic: {},
			police: {},
			mirror: { word: 'wind' },
		},
		more: {
			'short-eight': { options: { circuit: 'short-eight' }, stop: 0, moves: 10, kinds: ['step'] },
		},
		pick: (page) => page.locator('[data-lit="true"]:visible').last().click(),
		refuse: wrongSpace,
		moments: [
			{ name: 'rolled', record: 'random-drivers', event: 'rolled', nth: 3, seat: 0 },
			{ name: 'pushed', record: 'pushed-over-the-line', event: 'pushed' },
			{ name: 'police-told', record: 'random-drivers', event: 'police_moved' },
		],
	},
} satisfies Scenes;
