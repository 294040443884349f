// What lies on the general table can be seen, told apart and reached, whatever a game declares.
import type { Page } from '@playwright/test';
import type { Touch, Zone } from '../src/net/shapes';
import { expect, prefer } from './fixtures';
import { layOut, type Sample, sitBefore, test, UNDECLARED } from './general';
import { faults, look } from './layout';

const label = (name: string) => ({ key: `zones.none.${name}`, params: { name } });
const ROAD: Zone = {
	id: 'road',
	kind: 'track',
	label: label('Road'),
	spaces: 12,
	pieces: [
		{ id: 'car:0', at: 0, seat: 0 },
		{ id: 'car:1', at: -1, seat: 1 },
		{ id: 'spare', at: -1, seat: 0 },
	],
};
const market: Zone = { id: 'market', kind: 'row', label: label('Market'), cards: ['R4', 'B5'] };
const front: Zone = { id: 'front:0', kind: 'row', owner: 0, label: label('In front'), cards: ['G3'] };
const won: Zone = { id: 'won:0', kind: 'pile', owner: 0, label: label('Won'), cards: [], count: 0 };
const pile: Zone = { id: 'pile', kind: 'pile', label: label('Pile'), cards: ['R1', 'R2', 'R3'], count: 3 };
const counter = (id: string, name: string, owner: number): Zone => ({
	id: `${id}:${owner}`,
	kind: 'counter',
	owner,
	label: label(name),
	count: 3,
});

/** What a finger finds of all that leads to an action: how often a button, and which things. */
const reached = (page: Page) =>
	page.evaluate(() => {
		const found = [...document.querySelectorAll('.frame [data-can="true"]')].filter((one) => {
			const box = one.getBoundingClientRect();
			const at = [0.5, 0.2, 0.8];
			return at.some((x) =>
				at.some((y) => {
					const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
					return hit !== null && one.contains(hit);
				}),
			);
		});
		return {
			buttons: found.filter((one) => one.matches('.button')).length,
			things: found.flatMap(
				(one) => one.getAttribute('data-piece')?.replace(/#.*/, '') ?? one.getAttribute('data-space') ?? [],
			),
		};
	});

/** Each action by what is tapped for it, and then what must be found. */
const CASES: Record<string, { zones: Zone[]; touches: Touch[]; buttons: number; things: string[] }> = {
	'a row below its cards': {
		zones: [market],
		touches: [{ zone: 'market' }, { zone: 'market', card: 'R4' }, { zone: 'market', card: 'B5' }],
		buttons: 1,
		things: ['card:R4', 'card:B5'],
	},
	'a card before a player, and all that lies there': {
		zones: [pile, front],
		touches: [{ zone: 'front' }, { zone: 'front', card: 'G3' }, { zone: 'pile' }],
		buttons: 1,
		things: ['card:G3'],
	},
	'a whole road, and a pile that is empty': {
		zones: [ROAD, won, pile],
		touches: [{ zone: 'road' }, { zone: 'won' }, { zone: 'pile' }],
		buttons: 3,
		things: [],
	},
	'a space below a piece, and a piece that waits': {
		zones: [ROAD],
		touches: [
			{ zone: 'road', place: 0 },
			{ zone: 'road', card: 'car:0' },
			{ zone: 'road', card: 'spare' },
		],
		buttons: 1,
		things: ['piece:car:0', 'piece:spare'],
	},
	'a card of a pile below others': {
		zones: [pile],
		touches: [
			{ zone: 'pile', card: 'R1' },
			{ zone: 'pile', card: 'R3' },
		],
		buttons: 1,
		things: ['card:R3'],
	},
};

async function shown(page: Page, sample: Sample): Promise<void> {
	await prefer(page.context(), { speed: 'off', lessons: [UNDECLARED] });
	await layOut(page, sample);
}

for (const [name, { zones, touches, buttons, things }] of Object.entries(CASES)) {
	test(`can be reached: ${name}`, async ({ page, server }) => {
		const legal = touches.map((_, action) => action);
		await shown(page, { zones, legal, touches: Object.fromEntries(touches.map((touch, action) => [action, [touch]])) });
		await sitBefore(page, server, ['Mia', 'Ben']);
		await expect(page.locator('.frame .prompt.mine')).toBeVisible();
		for (const size of ['360x740', '844x390', '1024x768'] as const) {
			await look(page, size, 'en', 1);
			const found = await reached(page);
			expect(found.buttons, size).toBe(buttons);
			expect(found.things, size).toEqual(expect.arrayContaining(things));
			expect(await faults(page), size).toEqual([]);
		}
	});
}

test('a piece on no space stands beside the road, and is said to', async ({ page, server }) => {
	await shown(page, { zones: [ROAD] });
	await sitBefore(page, server, ['Mia', 'Ben']);
	for (const size of ['360x740', '844x390', '1440x900'] as const) {
		await look(page, size, 'en', 1);
		const board = (await page.locator('main.board').boundingBox())!;
		for (const id of ['car:0', 'car:1', 'spare']) {
			const box = (await page.locator(`[data-piece="piece:${id}"]`).boundingBox())!;
			expect(box.x, `${id} ${size}`).toBeGreaterThan(board.x);
			expect(box.y, `${id} ${size}`).toBeGreaterThan(board.y);
			expect(box.y + box.height, `${id} ${size}`).toBeLessThan(board.y + board.height);
		}
	}
	await expect(page.locator('.track')).toHaveAttribute('aria-label', /Ben beside the road/);
});

test('two counters without a sign are told apart on a phone', async ({ page, server }) => {
	const owned = [0, 1].flatMap((seat) => [counter('fuel', 'Fuel', seat), counter('coins', 'Spare coins', seat)]);
	await shown(page, { zones: [pile, ...owned] });
	await sitBefore(page, server, ['Mia', 'Ben']);
	for (const size of ['360x740', '844x390'] as const) {
		await look(page, size, 'en', 1);
		for (const words of ['Fuel', 'Spare coins']) await expect(page.locator('.owns').getByText(words)).toHaveCount(2);
		for (const one of await page.locator('.owns .label').all()) await expect(one).toBeVisible();
		expect(await faults(page), size).toEqual([]);
	}
});

test('two roads share the room of one', async ({ page, server }) => {
	const long = { ...ROAD, spaces: 30 };
	await shown(page, { zones: [long, { ...long, id: 'rail', label: label('Rail') }, front] });
	await sitBefore(page, server, ['Mia', 'Ben']);
	await expect(page.locator('.track')).toHaveCount(2);
	for (const size of ['360x740', '844x390', '1024x768'] as const) {
		await look(page, size, 'en', 1);
		const board = (await page.locator('main.board').boundingBox())!;
		for (const one of await page.locator('.track').all()) {
			const box = (await one.boundingBox())!;
			expect(box.x, size).toBeGreaterThanOrEqual(board.x - 1);
			expect(box.x + box.width, size).toBeLessThanOrEqual(board.x + board.width + 1);
			expect(box.y, size).toBeGreaterThanOrEqual(board.y - 1);
			expect(box.y + box.height, size).toBeLessThanOrEqual(board.y + board.height + 1);
		}
	}
});

test('a row of my own is large where nothing else lies open', async ({ page, server }) => {
	await shown(page, { zones: [pile, front] });
	await sitBefore(page, server, ['Mia', 'Ben']);
	await look(page, '390x844', 'en', 1);
	const card = (await page.locator('[data-piece^="card:G3"]').first().boundingBox())!;
	expect(card.width).toBeGreaterThan(44);
	expect(await faults(page)).toEqual([]);
});
