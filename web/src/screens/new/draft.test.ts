import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refusal } from '../../net/api';
import type { GameFace, OptionFace } from '../../net/protocol';
import { hasHeadStart, helpedIn, helpOption } from '../../ui/even';
import { changeChair, keepLineup, keepPreset, withPlayers } from './chairs';
import { Draft } from './draft.svelte';
import { headStartWords } from './even';
import { fields } from './options';

const number = (name: string, start: number): OptionFace => ({
	name,
	kind: 'number',
	default: start,
	choices: [],
	low: 0,
	high: 10,
	clause: '',
});
const game: GameFace = {
	id: 'toy',
	rules: 1,
	fewest: 2,
	usual: 3,
	most: 4,
	age: 5,
	minutes: [5, 10],
	times: [],
	options: [
		number('cards', 7),
		{ ...number('starter', 0), kind: 'seat' },
		{ ...number('order', 0), kind: 'seats', default: [] },
	],
	presets: { easy: { cards: 3 }, family: {}, full: {} },
	editions: {},
	levels: ['1', '2', '3', '4', '5'],
	strength: {},
	even: [],
	forgetful: false,
	hands: true,
	in_the_open: [],
	lets_go: {},
	lesson: true,
	family: [],
	general: false,
};
const makings = {
	fewest: 2,
	usual: 3,
	most: 4,
	colours: ['red', 'blue', 'green', 'yellow'],
	names: ['Ann', 'Ben', 'Cem'],
	levels: game.levels,
};

beforeEach(() => {
	vi.useFakeTimers();
	localStorage.clear();
	vi.spyOn(api, 'texts').mockResolvedValue({});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(300);

describe('how good the robots are', () => {
	const levels = (draft: Draft) => draft.chairs.filter((chair) => chair.sitter === 'bot').map((chair) => chair.level);
	beforeEach(() => {
		vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: null });
	});

	it('is gentle the first time, careless with the rules for families, and sensible with all rules', () => {
		const draft = new Draft(game, makings);
		expect(draft.preset).toBe('easy');
		expect(levels(draft)).toEqual(['1', '1']);
		draft.setPreset('family');
		expect(levels(draft)).toEqual(['2', '2']);
		draft.setPreset('full');
		expect(levels(draft)).toEqual(['3', '3']);
	});

	it('is gentle with the youngest, and for robots that come later', () => {
		const draft = new Draft(game, makings);
		draft.setPreset('full');
		draft.setYoungest(draft.chairs[0]!.key);
		draft.setChairs(withPlayers(draft.chairs, 4, makings));
		expect(levels(draft)).toEqual(['1', '1', '1']);
	});

	it('is what somebody chose, whatever else changes', () => {
		const draft = new Draft(game, makings);
		draft.setLevel('5');
		draft.setPreset('full');
		draft.setPreset('easy');
		expect(levels(draft)).toEqual(['5', '5']);
	});

	it('is kept from last time under its name of today, but not for a game that is new here', () => {
		keepLineup([
			{ key: 1, sitter: 'here', name: 'Mia', colour: 'red', level: '' },
			{ key: 2, sitter: 'bot', name: 'Ben', colour: 'blue', level: 'simple' },
		]);
		expect(levels(new Draft(game, makings))).toEqual(['1']);
		keepPreset('toy', 'easy');
		expect(levels(new Draft(game, makings))).toEqual(['3']);
	});
});

describe('a draft', () => {
	it('is checked once after several quick changes, and shows what the server worked out', async () => {
		const check = vi
			.spyOn(api, 'check')
			.mockResolvedValue({ options: { cards: 5, starter: 0, order: [] }, head_start: null });
		const draft = new Draft(game, makings);
		draft.setOption('cards', 4);
		draft.setOption('cards', 5);
		await settle();
		expect(check).toHaveBeenCalledTimes(1);
		expect(check).toHaveBeenCalledWith({ game: 'toy', players: 3, preset: 'easy', options: { cards: 5, starter: 3 } });
		expect(draft.values.cards).toBe(5);
		expect(draft.problem).toBeNull();
	});

	it('takes the nearest possible set-up at one tap', async () => {
		const nearest = { cards: 2, players: 2 };
		const no = new Refusal(422, { key: 'not_enough_cards', clause: '', params: {}, nearest, legal: null });
		const check = vi.spyOn(api, 'check').mockRejectedValueOnce(no);
		const draft = new Draft(game, makings);
		draft.setOption('cards', 10);
		await settle();
		expect(draft.problem?.key).toBe('not_enough_cards');
		check.mockResolvedValue({ options: { cards: 2 }, head_start: null });
		draft.takeNearest();
		expect(draft.problem).toBeNull();
		expect(draft.chairs).toHaveLength(2);
		await settle();
		expect(check).toHaveBeenLastCalledWith({
			game: 'toy',
			players: 2,
			preset: 'easy',
			options: { cards: 2, starter: 2 },
		});
	});

	it('believes only the answer to the newest question', async () => {
		const answers: ((error: Refusal) => void)[] = [];
		vi.spyOn(api, 'check').mockImplementation(() => new Promise((_, no) => answers.push(no)));
		const draft = new Draft(game, makings);
		await settle();
		draft.setOption('cards', 1);
		await settle();
		answers[0]!(new Refusal(422, { key: 'old', clause: '', params: {}, nearest: null, legal: null }));
		await settle();
		expect(draft.problem).toBeNull();
	});

	it('says nothing about a lost line', async () => {
		const lost = new Refusal(0, { key: 'no_line', clause: '', params: {}, nearest: null, legal: null });
		vi.spyOn(api, 'check').mockRejectedValue(lost);
		const draft = new Draft(game, makings);
		await settle();
		expect(draft.problem).toBeNull();
	});

	it('asks for a deal at once only when nobody is still to come', () => {
		vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: null });
		const draft = new Draft(game, makings);
		draft.youngest = draft.chairs[2]!.key;
		expect(draft.request).toMatchObject({ game: 'toy', deal: true, youngest: 2, settings: { clock: true } });
		draft.setChairs(changeChair(draft.chairs, 2, { sitter: 'open' }));
		expect(draft.request.deal).toBe(false);
	});

	it('forgets a player who has gone, and house rules when others are chosen', async () => {
		vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: null });
		const draft = new Draft(game, makings);
		draft.setOption('starter', 3);
		draft.setOption('cards', 8);
		draft.setChairs(draft.chairs.slice(0, 2));
		expect(draft.changed).toEqual({ cards: 8 });
		draft.setOption('cards', 9);
		draft.setPreset('full');
		expect(draft.changed).toEqual({});
		expect(draft.values.cards).toBe(7);
	});
});

describe('the first game', () => {
	const begins = (draft: Draft) => draft.request.options?.starter ?? 0;
	beforeEach(() => {
		vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: null });
	});

	it('is begun by whoever plays it alone against robots, as long as nobody says otherwise', () => {
		const draft = new Draft(game, makings);
		expect(draft.newcomer).toBe(true);
		// The last of three deals, so the first begins; and that is no house rule that anybody changed.
		expect(begins(draft)).toBe(3);
		expect(draft.changed).toEqual({});
		expect(draft.request.youngest).toBe(0);
		draft.setPeople(2);
		expect(begins(draft)).toBe(0);
		expect(draft.request.youngest).toBeUndefined();
		draft.setPeople(1);
		draft.setOption('starter', 1);
		expect(begins(draft)).toBe(1);
	});

	it('is begun by them wherever they sit', () => {
		keepLineup([
			{ sitter: 'bot', name: 'Ben' },
			{ sitter: 'here', name: 'Mia' },
		] as never);
		const draft = new Draft(game, makings);
		expect(draft.newcomer).toBe(false);
		expect([begins(draft), draft.request.youngest]).toEqual([1, 1]);
	});

	it('is over when it was played once: then chance decides', () => {
		keepPreset('toy', 'easy');
		const draft = new Draft(game, makings);
		expect([draft.first, begins(draft), draft.request.youngest]).toEqual([false, 0, undefined]);
	});

	it('is told briskly, as every game of one person and robots', () => {
		const draft = new Draft(game, makings);
		expect(draft.shown.pace_ms).toBe(400);
		draft.setPeople(2);
		expect(draft.shown.pace_ms).toBe(700);
		draft.settings = { pace_ms: 1500 };
		draft.setPeople(1);
		expect(draft.shown.pace_ms).toBe(1500);
	});
});

describe('a head start', () => {
	const helping: GameFace = {
		...game,
		options: [...game.options, { ...number('head', 0), kind: 'helped', default: [] }],
		even: [{ players: 4, level: '1', against: '4', share: 0.236, low: 0.2, high: 0.27, matches: 400, without: 0.04 }],
	};
	const chance = { share: 0.24, low: 0.22, high: 0.26, matches: 1800, even: 0.25, without: 0.04 };
	const start = { key: 'points', n: 7, more: 0, chance };

	it('belongs to a chair, wherever it stands, and goes with it', async () => {
		keepPreset('toy', 'easy');
		const check = vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: start });
		const draft = new Draft(helping, makings);
		draft.setChairs(withPlayers(draft.chairs, 4, makings));
		const [first, second, third] = draft.chairs.map((chair) => chair.key);
		draft.setHelped(second!, true);
		draft.setHelped(third!, true);
		expect(draft.request.options).toEqual({ head: [1, 2] });
		draft.setChairs(draft.chairs.filter((chair) => chair.key !== first));
		expect(draft.request.options).toEqual({ head: [0, 1] });
		draft.setPreset('easy');
		draft.setHelped(third!, false);
		expect(draft.request.options).toEqual({ head: [0] });
		await settle();
		expect(check.mock.calls.at(-1)?.[0].options).toEqual({ head: [0] });
		expect(draft.headStart).toEqual(start);
		draft.setChairs(draft.chairs.filter((chair) => chair.key !== second));
		expect(draft.request.options).toEqual({});
	});

	it('is no line of the form, but said at the chair with the chance that was measured', () => {
		expect(fields(helping).map((field) => field.option.name)).toEqual(['cards', 'starter']);
		const texts = { has: () => true, say: (key: string, params?: object) => key + JSON.stringify(params ?? {}) };
		const words = headStartWords(helping, texts as never, start);
		expect(words?.label).toBe('options.head.label{}');
		expect(words?.help).toContain('options.head.gives.points{"n":7,"more":0}');
		expect(fields({ ...helping, options: [{ ...number('size', 0), kind: 'amount' }] })).toEqual([]);
		// Before it is switched on nothing is worked out, and said: only what it does.
		expect(headStartWords(helping, texts as never, null)?.help).toBe(
			'options.head.help{} new.even_soon{} new.even_ours{}',
		);
		expect(headStartWords(game, texts as never, null)).toBeNull();
		expect(helpedIn({ head: [2] }, helpOption(helping))).toEqual([2]);
		expect(helpedIn({ head: '2' }, helpOption(helping))).toEqual([]);
	});

	it('is worked out against those who sit there, and again when they change', async () => {
		keepPreset('toy', 'easy');
		const check = vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: start });
		const draft = new Draft(helping, makings);
		await settle();
		expect(check.mock.calls.at(-1)?.[0].levels).toBeUndefined();
		draft.setHelped(draft.chairs[0]!.key, true);
		await settle();
		expect(check.mock.calls.at(-1)?.[0]).toMatchObject({ options: { head: [0] }, levels: ['', '1', '1'] });
		draft.setLevel('4');
		await settle();
		expect(check.mock.calls.at(-1)?.[0].levels).toEqual(['', '4', '4']);
	});

	it('is withheld in words where none fits, and one tap plays without it', async () => {
		keepPreset('toy', 'easy');
		const params = { share: 58, even: 50, without: 16 };
		const problem = { key: 'even_too_coarse', clause: 'X-1', params, nearest: { head: [] }, legal: null };
		const check = vi.spyOn(api, 'check').mockRejectedValue(new Refusal(422, problem));
		const draft = new Draft(helping, makings);
		draft.setHelped(draft.chairs[1]!.key, true);
		await settle();
		expect([draft.problem?.key, draft.headStart]).toEqual(['even_too_coarse', null]);
		expect(draft.way?.words).toHaveLength(1);
		check.mockResolvedValue({ options: {}, head_start: null });
		draft.takeNearest();
		await settle();
		expect([draft.helped, draft.problem]).toEqual([[], null]);
		expect(draft.request.options).toEqual({});
	});

	it('is seen in what a seat is shown', () => {
		expect([0, 1].map((seat) => hasHeadStart({ house: { even_chances: [1] } }, seat))).toEqual([false, true]);
		expect(hasHeadStart({}, 0)).toBe(false);
	});
});
