// A picture of everything that a game can declare for the general table, for docs/declarations.md: `make declarations`.
// A real table is opened, and what its views say lies on it is replaced by the sample.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { prefer } from '../e2e/fixtures';
import { layOut, type Sample, sitBefore, test, UNDECLARED } from '../e2e/general';
import type { Face, Zone } from '../src/net/shapes';

const FOLDER = resolve(import.meta.dirname, '../..', process.env.DECLARED ?? 'build/shots/declarations');
const label = (name: string) => ({ key: `zones.none.${name}`, params: { name } });
const pile = (id: string, name: string, cards: string[], count: number): Zone => ({
	id,
	kind: 'pile',
	label: label(name),
	cards,
	count,
});
const FACES: Record<string, Face> = {
	bridge: { colour: 'green', sign: 'garage', word: 'zones.none.Depot' },
	toll: { colour: 'yellow', sign: 'coin', text: '3' },
	stop: { colour: 'red', sign: 'stop' },
	bus: { colour: 'orange', text: '12', sign: 'bus' },
	rain: { colour: 'blue', sign: 'bolt', word: 'zones.none.Storm' },
	any: { colour: 'grey', sign: 'colours' },
	plain: { text: 'Detour' },
	lilac: { colour: 'purple', text: '8' },
	pale: { colour: 'white', text: '5' },
	fast: { colour: 'red', text: '7', sign: 'racer' },
};
const row = (id: string, name: string, cards: Zone['cards'] & unknown[]): Zone => ({
	id,
	kind: 'row',
	label: label(name),
	cards,
});

/** Everything once. What is not said is empty. */
const SAMPLES: Record<string, Sample> = {
	pile: {
		zones: [
			pile('a', 'Draw pile', ['?'], 24),
			pile('b', 'Discard pile', ['G2', 'R7'], 9),
			pile('c', 'Put away', [], 0),
		],
	},
	row: { zones: [row('a', 'Queue', ['3', null, '8', ['11', 'T4'], '20'])] },
	grid: {
		zones: [
			{ id: 'a', kind: 'grid', columns: 6, cards: ['?', '?', 'R4', '?', null, '?', '?', 'B4', '?', '?', '?', null] },
		],
	},
	hand: {
		zones: [pile('b', 'Discard pile', ['R7'], 3)],
		mine: ['R3', 'B7', 'G2', 'Y9', 'toll'],
		legal: [0, 1],
		touches: { 0: [{ card: 'R3' }], 1: [{ card: 'B7' }] },
	},
	track: {
		zones: [
			{
				id: 'a',
				kind: 'track',
				spaces: 24,
				marks: { 5: 'bolt', 11: 'stop', 17: 'spanner', 23: 'finish' },
				pieces: [
					{ id: 'a', at: 3, seat: 0 },
					{ id: 'b', at: 8, seat: 1 },
					{ id: 'c', at: 8, seat: 2 },
					{ id: 'd', at: 14, seat: null, sign: 'truck' },
				],
			},
		],
	},
	waiting: {
		zones: [
			{
				id: 'a',
				kind: 'track',
				spaces: 20,
				marks: { 19: 'finish' },
				pieces: [
					{ id: 'a', at: 4, seat: 0 },
					{ id: 'b', at: -1, seat: 1 },
					{ id: 'c', at: -1, seat: 2 },
				],
			},
		],
	},
	loop: {
		zones: [
			{
				id: 'a',
				kind: 'track',
				spaces: 20,
				loop: true,
				marks: { 0: 'start' },
				pieces: [
					{ id: 'a', at: 2, seat: 0, sign: 'taxi' },
					{ id: 'b', at: 12, seat: 1, sign: 'bus' },
				],
			},
		],
	},
	bits: {
		zones: [
			{ id: 'a', kind: 'dice', label: label('Dice'), values: [5, 2] },
			{ id: 'b', kind: 'counter', label: label('Fuel'), count: 7, most: 12, sign: 'bolt' },
			{ id: 'c', kind: 'counter', label: label('Coins'), count: 14, sign: 'coin' },
			pile('d', 'Draw pile', ['?'], 12),
		],
	},
	owned: {
		zones: [
			pile('d', 'Draw pile', ['?'], 12),
			{ ...pile('won:0', 'Won', ['R7'], 4), owner: 0 },
			{ ...pile('won:1', 'Won', ['B3'], 2), owner: 1 },
			{ ...row('front:2', 'In front', ['stop', 'any']), owner: 2 },
		],
	},
	notes: {
		zones: [pile('b', 'Discard pile', ['any'], 3)],
		notes: [label('The wish is green.'), label('Two cards wait for Ben.')],
	},
	faces: { zones: [{ id: 'a', kind: 'grid', columns: 5, cards: Object.keys(FACES) }] },
};

for (const [name, sample] of Object.entries(SAMPLES)) {
	test(name, async ({ page, context, server }) => {
		await prefer(context, { speed: 'off', lessons: [UNDECLARED], theme: 'light' });
		await page.route(`**/api/games/${UNDECLARED}/faces`, (route) => route.fulfill({ json: FACES }));
		await layOut(page, sample);
		await page.setViewportSize({ width: 760, height: sample.mine ? 560 : 620 });
		await sitBefore(page, server, ['Mia', 'Ben', 'Ida']);
		await page.evaluate(() => document.fonts.ready);
		const board = (await page.locator('main.board').boundingBox())!;
		mkdirSync(FOLDER, { recursive: true });
		const height = sample.mine ? 560 - board.y : board.height - 44;
		await page.screenshot({ path: `${FOLDER}/${name}.png`, clip: { ...board, height } });
	});
}
