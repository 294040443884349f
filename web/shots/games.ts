// What is worth a picture in each game: positions, windows, and moments of recorded games.
import type { Page } from '@playwright/test';
import type { Plan } from './puppets';

export interface Moment {
	name: string;
	/** A recorded game, the event that is told, and which of them. */
	record: string;
	event: string;
	nth?: number;
	/** The movement of this step at which it is caught; 1 is the first. */
	beat?: number;
	/** Whose eyes; null: a watcher's. */
	seat?: number | null;
}

export interface Shown {
	/** A good position in which Mia is asked. */
	asked: Plan;
	/** Ben is asked and Mia waits. */
	waiting: Plan;
	/** Other questions to Mia. */
	questions?: Record<string, Plan>;
	/** Windows with a clock: each look gets a table of its own. */
	windows?: Record<string, Plan>;
	/** Take something up. */
	pick(page: Page): Promise<void>;
	/** Tap something that is not allowed now; the position, if another one is needed. */
	refuse(page: Page): Promise<void>;
	refused?: Plan;
	moments: Moment[];
	/** A deal that ends in a tie. */
	tie?: Plan;
	over?: Partial<Plan>;
}

const first = (page: Page, selector: string) => page.locator(selector).first();
const card = async (page: Page) => {
	const cards = page.locator('.frame .hand [data-can="true"]');
	await cards.nth(Math.floor((await cards.count()) / 2)).click();
};
const wrongCard = (page: Page) => first(page, '.frame .hand [data-can="false"]').click();

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

/** One round of Pit Stop, so that a deal without the wanted question is soon over. */
const SHORT: Plan = {
	game: 'pit_stop',
	players: 3,
	options: { limit: 'rounds', rounds: 1 },
	stop: 0,
	avoid: '^draw',
	settings: { clock: false },
};

export const SHOWN: Record<string, Shown> = {
	rush_hour: {
		asked: { game: 'rush_hour', stop: 0, moves: 6, kinds: ['choose_card'] },
		waiting: { game: 'rush_hour', stop: 1, moves: 9, kinds: ['choose_card'] },
		questions: {
			place: { game: 'rush_hour', stop: 0, kinds: ['place'] },
			'take-row': { game: 'rush_hour', stop: 0, kinds: ['take_row'] },
			'tow-row': { game: 'rush_hour', stop: 0, kinds: ['tow_row', 'ambulance_row', 'police_row'] },
			'five-players': { game: 'rush_hour', players: 5, stop: 0, moves: 8, kinds: ['choose_card'] },
			'first-time': { game: 'rush_hour', players: 3, preset: 'first-time', stop: 0, moves: 4 },
		},
		pick: card,
		refuse: async (page) => {
			// A number has one place; specials go anywhere.
			if (!(await page.locator('.hand [aria-pressed="true"]').count()))
				await first(page, '.hand [data-can="true"]').click();
			await first(page, '[data-lane][data-lit="false"]').click();
		},
		moments: [
			{ name: 'reveal', record: 'one-round', event: 'revealed', nth: 1, seat: 0 },
			{ name: 'jam', record: 'one-round', event: 'jam', beat: 3, seat: 0 },
			{ name: 'tow', record: 'ended-by-points', event: 'towed', beat: 2 },
			{ name: 'round-over', record: 'ended-by-points', event: 'round_over', beat: 4 },
		],
	},
	traffic_memory: {
		asked: { game: 'traffic_memory', stop: 0, moves: 8, kinds: ['first_card'] },
		waiting: { game: 'traffic_memory', stop: 1, moves: 5 },
		questions: {
			'second-card': { game: 'traffic_memory', stop: 0, moves: 5, kinds: ['second_card'] },
			'go-on': { game: 'traffic_memory', preset: 'full', stop: 0, kinds: ['go_on'] },
			'fifty-cards': { game: 'traffic_memory', players: 5, options: { highest: 50, jokers: 2 }, stop: 0, moves: 3 },
		},
		pick: (page) => first(page, '.bay[data-can="true"]').click(),
		refuse: (page) => first(page, '.bay[data-can="false"]').click(),
		refused: { game: 'traffic_memory', stop: 1, moves: 5 },
		moments: [
			{ name: 'taken', record: 'most-cards', event: 'taken', nth: 1 },
			{ name: 'turned-back', record: 'most-cards', event: 'turned_back' },
		],
	},
	took_over: {
		asked: { game: 'took_over', stop: 0, moves: 8, kinds: ['place'], settings: { clock: false } },
		waiting: { game: 'took_over', stop: 1, moves: 6, kinds: ['place'], settings: { clock: false } },
		questions: {
			open: { game: 'took_over', stop: 0, kinds: ['open'], settings: { clock: false } },
			'take-more': { game: 'took_over', stop: 0, kinds: ['take_more'], settings: { clock: false } },
		},
		windows: {
			'cut-in': { game: 'took_over', players: 3, options: { placeInterval: 10 }, stop: 0, kinds: ['take_over'] },
		},
		pick: card,
		refuse: wrongCard,
		moments: [
			{ name: 'took-over', record: 'five-players-new-row', event: 'took_over', seat: 0 },
			{ name: 'row-gone', record: 'five-players-new-row', event: 'row_gone', seat: 0 },
		],
	},
	mau_mau: {
		asked: { game: 'mau_mau', stop: 0, moves: 7, kinds: ['turn'] },
		waiting: { game: 'mau_mau', stop: 1, moves: 4, kinds: ['turn'] },
		questions: {
			'take-two': { game: 'mau_mau', stop: 0, kinds: ['take2'], avoid: '^draw' },
			drawn: { game: 'mau_mau', preset: 'full', options: { playDrawn: 'yes' }, stop: 0, kinds: ['drawn'] },
			catch: {
				game: 'mau_mau',
				players: 2,
				options: { mauMode: 'catch' },
				stop: 0,
				kinds: ['catch'],
				avoid: '^draw|mau',
			},
			'six-players': { game: 'mau_mau', players: 6, stop: 0, moves: 5, kinds: ['turn'] },
		},
		pick: card,
		refuse: wrongCard,
		moments: [
			{ name: 'laid', record: 'six-players-as-dealer', event: 'laid', nth: 6, seat: 0 },
			{ name: 'take-two-told', record: 'six-players-as-dealer', event: 'take2' },
			{ name: 'game-over', record: 'won-by-smallest-total', event: 'game_over', beat: 2 },
		],
	},
	pit_stop: {
		asked: { game: 'pit_stop', stop: 0, moves: 8, kinds: ['turn'], settings: { clock: false } },
		waiting: { game: 'pit_stop', stop: 1, moves: 5, kinds: ['turn'], settings: { clock: false } },
		questions: {
			fine: { ...SHORT, kinds: ['fine'] },
			service: { game: 'pit_stop', stop: 0, kinds: ['service'], settings: { clock: false } },
			garage: { game: 'pit_stop', stop: 0, kinds: ['garage', 'open_garage'], settings: { clock: false } },
			exchange: { ...SHORT, kinds: ['exchange_reply'] },
			talk: { game: 'pit_stop', options: { talk: 'penalty' }, stop: 0, kinds: ['say'], settings: { clock: false } },
			'eight-players': { game: 'pit_stop', players: 8, stop: 0, moves: 4, kinds: ['turn'], settings: { clock: false } },
		},
		windows: {
			'new-car': {
				...SHORT,
				options: { ...SHORT.options, windowSeconds: 10 },
				kinds: ['new_car'],
				settings: {},
				together: true,
			},
		},
		pick: card,
		refuse: wrongCard,
		over: { options: SHORT.options },
		moments: [
			{ name: 'fined', record: 'two-rounds-talking', event: 'fined', seat: 0 },
			{ name: 'new-car-told', record: 'fifty-points', event: 'new_car' },
			{ name: 'round-over', record: 'two-rounds-talking', event: 'round_over', beat: 2 },
		],
	},
	trafic_turbo: {
		asked: { game: 'trafic_turbo', stop: 0, moves: 24, kinds: ['step'] },
		waiting: { game: 'trafic_turbo', stop: 1, moves: 12 },
		questions: {
			card: { game: 'trafic_turbo', stop: 0, kinds: ['keep_or_play', 'draw_or_play', 'use_card'] },
			police: { game: 'trafic_turbo', stop: 0, kinds: ['police'] },
			traffic: { game: 'trafic_turbo', stop: 0, kinds: ['traffic'] },
			mirror: { game: 'trafic_turbo', stop: 0, kinds: ['mirror'] },
			place: { game: 'trafic_turbo', stop: 0, kinds: ['place'] },
			'short-eight': { game: 'trafic_turbo', options: { circuit: 'short-eight' }, stop: 0, moves: 10, kinds: ['step'] },
		},
		pick: (page) => page.locator('[data-lit="true"]:visible').last().click(),
		refuse: wrongSpace,
		moments: [
			{ name: 'rolled', record: 'random-drivers', event: 'rolled', nth: 3, seat: 0 },
			{ name: 'pushed', record: 'pushed-over-the-line', event: 'pushed' },
			{ name: 'police-told', record: 'random-drivers', event: 'police_moved' },
		],
	},
};
