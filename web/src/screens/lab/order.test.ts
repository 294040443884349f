import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refusal } from '../../net/api';
import type { Find, Order, Plan, Run, Sweep } from '../../net/lab';
import type { Problem } from '../../net/protocol';
import OrderForm from './OrderForm.svelte';
import { OrderDraft } from './order.svelte';
import { other, toy } from './test-games';

const problem: Problem = { key: 'k', clause: '', params: {}, nearest: { players: 2, cards: 5 }, legal: null };
const plan = (order: Order): Plan => ({
	what: {
		kind: order.kind,
		game: order.game,
		players: [order.robots.length],
		setups: 6,
		matches: order.matches,
		about: [],
	},
	left_out: 0,
	options: {},
});
const ask = vi.fn<(order: Order) => Promise<Plan>>();

beforeEach(() => {
	vi.useFakeTimers();
	ask.mockReset().mockImplementation(async (order) => plan(order));
	vi.spyOn(api, 'texts').mockResolvedValue({});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});
const checked = () => vi.advanceTimersByTimeAsync(300);
function draftOf(...games: (typeof toy)[]): OrderDraft {
	const draft = new OrderDraft(games.length ? games : [toy, other], ask);
	draft.watched(true);
	return draft;
}

describe('a study that is thought up', () => {
	it('begins with the usual table and all the rules', () => {
		expect(draftOf().order).toEqual({
			kind: 'run',
			game: 'toy',
			robots: ['3', '3', '3'],
			preset: 'full',
			options: {},
			matches: 10_000,
			watch: 2000,
			seed: 1,
			lang: 'en',
		});
	});

	it('keeps the level when the game changes, and only what differs is asked for', () => {
		const draft = draftOf();
		draft.setLevel('1');
		draft.setOption('cards', 9);
		expect(draft.order.options).toEqual({ cards: 9 });
		draft.setOption('cards', 7);
		expect(draft.order.options).toEqual({});
		draft.setOption('cards', 4);
		draft.setPreset('easy');
		expect(draft.values.cards).toBe(3);
		draft.setGame('other');
		expect(draft.order).toMatchObject({ game: 'other', robots: ['1', '1'], options: {} });
	});

	it('has a robot for each seat', () => {
		const draft = draftOf(toy);
		draft.setSeat(2, '1');
		expect(draft.level).toBe('');
		draft.setPlayers(4);
		expect(draft.order.robots).toEqual(['3', '3', '1', '1']);
		draft.setOption('starter', 4);
		draft.setPlayers(2);
		expect(draft.order).toMatchObject({ robots: ['3', '3'], options: {} });
		expect(draft.level).toBe('3');
	});

	it('never watches more than it plays, and takes only whole seeds', () => {
		const draft = draftOf(toy);
		draft.setMatches(100);
		expect((draft.order as Run).watch).toBe(100);
		for (const seed of [-1, 0.5, Number.NaN, 2 ** 31]) draft.setSeed(seed);
		expect(draft.order.seed).toBe(1);
		draft.setSeed(0);
		expect(draft.order.seed).toBe(0);
	});

	it('asks nobody before somebody looks at it', async () => {
		const draft = new OrderDraft([toy], ask);
		draft.setPlayers(2);
		await checked();
		expect(ask).not.toHaveBeenCalled();
		draft.watched(true);
		await checked();
		draft.watched(false);
		await checked();
		expect(ask).toHaveBeenCalledTimes(1);
	});

	it('says why it cannot be, and what would do', async () => {
		ask.mockRejectedValueOnce(new Refusal(422, problem));
		const draft = draftOf(toy);
		await checked();
		expect(draft.problem).toBe(problem);
		draft.takeNearest();
		expect(draft.problem).toBeNull();
		expect(draft.order).toMatchObject({ robots: ['3', '3'], options: { cards: 5 } });
		await checked();
		expect(ask).toHaveBeenLastCalledWith(draft.order);
	});

	it('an answer to what was changed meanwhile is no answer', async () => {
		const draft = draftOf(toy);
		let late: (refusal: Refusal) => void = () => {};
		ask.mockImplementationOnce(
			() =>
				new Promise((_, fail) => {
					late = fail;
				}),
		);
		await checked();
		draft.setPlayers(2);
		await checked();
		late(new Refusal(422, problem));
		await checked();
		expect(draft.problem).toBeNull();
		expect(draft.plan?.what.players).toEqual([2]);
	});
});

describe('a comparison that is thought up', () => {
	function sweep(): OrderDraft {
		const draft = draftOf();
		draft.setKind('sweep');
		return draft;
	}

	it('offers players, robots, rules and every house rule that has values', () => {
		const draft = sweep();
		expect(draft.things.map(({ name }) => name)).toEqual([
			'players',
			'robots',
			'preset',
			'cards',
			'starter',
			'quick',
			'edition',
			'limit',
		]);
		const values = Object.fromEntries(draft.things.map(({ name, values: all }) => [name, all.map((one) => one.value)]));
		expect(values).toMatchObject({
			players: [2, 3, 4],
			robots: [['1'], ['2'], ['3']],
			// An edition is a house rule, and no preset besides.
			preset: ['easy', 'full'],
			starter: [0, 1, 2, 3],
			quick: [false, true],
			edition: ['a', 'b', 'c'],
		});
		expect(values.limit).toHaveLength(51);
		draft.setPreset('easy');
		// What a preset asks for is among them, even between two steps.
		expect(draft.things.find(({ name }) => name === 'limit')!.values.map((one) => one.value)).toContain(55);
		draft.setGame('other');
		expect(draft.things.map(({ name }) => name)).toEqual(['players', 'robots']);
	});

	it('begins with what is usual, and compares with that', () => {
		const draft = sweep();
		expect(draft.lacking).toBe('nothing_chosen');
		draft.toggleThing('edition');
		// Few values: all of them at once, the usual one first.
		expect((draft.order as Sweep).vary).toEqual({ edition: ['b', 'a', 'c'] });
		expect(draft.lacking).toBe('');
		draft.toggleThing('cards');
		expect((draft.order as Sweep).vary.cards).toEqual([7]);
		expect(draft.lacking).toBe('two_values');
		draft.toggleValue('cards', 9);
		draft.toggleValue('cards', 5);
		expect((draft.order as Sweep).vary.cards).toEqual([7, 5, 9]);
		draft.toggleValue('cards', 7);
		expect((draft.order as Sweep).vary.cards).toEqual([5, 9]);
		draft.toggleThing('edition');
		expect(Object.keys((draft.order as Sweep).vary)).toEqual(['cards']);
		draft.toggleThing('robots');
		expect((draft.order as Sweep).vary.robots).toEqual([['3'], ['1'], ['2']]);
		draft.toggleValue('robots', ['1']);
		expect((draft.order as Sweep).vary.robots).toEqual([['3'], ['2']]);
	});

	it('what is compared is not set besides', () => {
		const draft = sweep();
		draft.setOption('cards', 4);
		draft.setOption('quick', true);
		draft.toggleThing('cards');
		expect((draft.order as Sweep).vary.cards).toEqual([4]);
		expect(draft.order.options).toEqual({ quick: true });
		// With another number of players nobody knows who sits where.
		draft.setSeat(0, '1');
		draft.toggleThing('players');
		expect(draft.order.robots).toEqual(['1', '1', '1']);
	});

	it('forgets the house rules of another game, and seats that have gone', () => {
		const draft = sweep();
		draft.toggleThing('starter');
		draft.toggleValue('starter', 3);
		expect((draft.order as Sweep).vary.starter).toEqual([0, 3]);
		draft.setPlayers(2);
		expect((draft.order as Sweep).vary.starter).toEqual([0]);
		draft.setGame('other');
		expect((draft.order as Sweep).vary).toEqual({});
	});

	it('is only asked about when there is something to compare', async () => {
		const draft = sweep();
		await checked();
		expect(ask).not.toHaveBeenCalled();
		draft.toggleThing('quick');
		await checked();
		expect(ask).toHaveBeenCalledWith(expect.objectContaining({ kind: 'sweep', vary: { quick: [false, true] } }));
		expect(draft.plan?.what.setups).toBe(6);
		draft.toggleThing('quick');
		await checked();
		expect(draft.plan).toBeNull();
	});
});

describe('a search that is thought up', () => {
	it('has wishes, those with a range too, and never two that contradict each other', () => {
		const draft = draftOf();
		draft.setKind('find');
		expect(draft.order).toMatchObject({ kind: 'find', wishes: ['fair', 'minutes=10-20'], trials: 60, matches: 500 });
		draft.toggleWish('skill');
		draft.toggleWish('luck');
		expect((draft.order as Find).wishes).toEqual(['fair', 'minutes=10-20', 'luck']);
		draft.setEnd('minutes', 'low', 25);
		expect((draft.order as Find).wishes[1]).toBe('minutes=25-25');
		draft.setEnd('minutes', 'high', 4.5);
		expect((draft.order as Find).wishes[1]).toBe('minutes=4.5-4.5');
		for (const value of [-1, Number.NaN, 1e9]) draft.setEnd('minutes', 'low', value);
		expect((draft.order as Find).wishes[1]).toBe('minutes=4.5-4.5');
		for (const name of ['fair', 'minutes', 'luck']) draft.toggleWish(name);
		expect(draft.lacking).toBe('no_wish');
	});

	it('may change all house rules, or some; what is set stays', () => {
		const draft = draftOf();
		draft.setKind('find');
		draft.setOption('cards', 4);
		draft.setOption('quick', true);
		expect(draft.order).toMatchObject({ vary: [], options: { cards: 4, quick: true } });
		draft.toggleOpen('cards');
		expect(draft.order).toMatchObject({ vary: ['cards'], options: { quick: true } });
	});
});

describe('an older one is taken up', () => {
	const orders: Order[] = [
		{ ...(draftLike('run') as Run), watch: 300, robots: ['1', '2'], preset: 'easy', options: { quick: true } },
		{ ...draftLike('sweep'), vary: { cards: [7, 3], players: [2, 4] }, precision: 2, watch: 100 } as Sweep,
		{ ...draftLike('find'), wishes: ['luck', 'turns=3-9.5'], vary: ['cards'], trials: 20 } as Find,
	];
	function draftLike(kind: Order['kind']) {
		return { kind, game: 'toy', robots: ['3', '3'], preset: 'full', options: {}, matches: 500, seed: 9, lang: 'en' };
	}
	it.each(orders)('$kind', (order) => {
		const draft = draftOf();
		draft.setGame('other');
		draft.take(order);
		expect(draft.order).toEqual(order);
	});
});

describe('the form', () => {
	let shown: ReturnType<typeof mount> | undefined;
	afterEach(() => {
		if (shown) void unmount(shown);
	});
	function form(draft = draftOf(), search = true) {
		const onstart = vi.fn(async () => {});
		document.body.innerHTML = '';
		shown = mount(OrderForm, { target: document.body, props: { draft, search, onstart } });
		flushSync();
		return { draft, onstart };
	}
	const slider = (place: number) => document.querySelectorAll<HTMLInputElement>('input[type=range]')[place]!;
	function slide(input: HTMLInputElement, value: number): void {
		input.value = String(value);
		input.dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
	}
	const submit = () => {
		document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
		flushSync();
	};
	const press = (name: string, within: ParentNode = document) => {
		const found = [...within.querySelectorAll<HTMLButtonElement>('button')];
		found.find((one) => one.textContent!.trim() === name)!.click();
		flushSync();
	};
	const pressed = (within: ParentNode) =>
		[...within.querySelectorAll('[aria-pressed="true"]')].map((one) => one.textContent!.trim());

	it('a slider has its number beside it and says it', () => {
		const { draft } = form();
		slide(slider(0), 4);
		expect(draft.order.matches).toBe(2000);
		expect(slider(0).getAttribute('aria-valuetext')).toBe('2,000');
		expect(slider(0).parentElement!.querySelector('output')!.textContent).toBe('2,000');
	});

	it('numbers of the rules are slid to', () => {
		const { draft } = form();
		expect(document.querySelectorAll('input[type=range]')).toHaveLength(2);
		document.querySelector<HTMLButtonElement>('.rules > button')!.click();
		flushSync();
		expect(document.querySelectorAll('[role=spinbutton]')).toHaveLength(0);
		slide(slider(0), 9);
		expect(draft.order.options).toEqual({ cards: 9 });
	});

	it('each seat can have its own robot, and all the same again', () => {
		const { draft } = form();
		const own = [...document.querySelectorAll<HTMLButtonElement>('[role=switch]')].at(-1)!;
		own.click();
		flushSync();
		const seats = document.querySelectorAll('.seats [role=group]');
		expect(seats).toHaveLength(3);
		seats[1]!.querySelectorAll<HTMLButtonElement>('button')[0]!.click();
		expect(draft.order.robots).toEqual(['3', '1', '3']);
		own.click();
		flushSync();
		expect(draft.order.robots).toEqual(['3', '3', '3']);
		expect(document.querySelector('.seats')).toBeNull();
	});

	it('starts once, and never what cannot be', async () => {
		const { draft, onstart } = form();
		submit();
		submit();
		expect(onstart).toHaveBeenCalledTimes(1);
		await checked();
		draft.problem = problem;
		submit();
		expect(onstart).toHaveBeenCalledTimes(1);
	});

	it('a comparison is put together with taps, and says how much it would be', async () => {
		const { draft, onstart } = form();
		press('lab_room.kinds.sweep.name');
		submit();
		expect(onstart).not.toHaveBeenCalled();
		press('options.edition.label');
		const thing = document.querySelector('[data-thing="edition"]')!;
		expect(pressed(thing)).toEqual(['a', 'b', 'c']);
		press('c', thing);
		expect(pressed(document.querySelector('[data-thing="edition"]')!)).toEqual(['a', 'b']);
		// It is not asked for a second time below.
		expect(draft.order).toMatchObject({ kind: 'sweep', vary: { edition: ['b', 'a'] } });
		press('lab_room.things.players');
		expect(document.querySelector('[role=switch]')).toBeNull();
		press('lab_room.things.robots');
		expect(document.querySelector('[role=radiogroup]')).toBeNull();
		await checked();
		flushSync();
		expect(document.querySelector('.start [role=status]')!.textContent!.trim()).toBe('lab_room.plan');
		submit();
		expect(onstart).toHaveBeenCalledTimes(1);
	});

	it('a wish with a range asks for both its ends', () => {
		const { draft } = form();
		press('lab_room.kinds.find.name');
		const ends = () => document.querySelectorAll<HTMLInputElement>('.range input');
		expect([...ends()].map((end) => end.value)).toEqual(['10', '20']);
		ends()[1]!.value = '15';
		ends()[1]!.dispatchEvent(new Event('change', { bubbles: true }));
		flushSync();
		press('lab_room.wishes.leads');
		press('options.cards.label');
		expect(draft.order).toMatchObject({ wishes: ['fair', 'minutes=10-15', 'leads'], vary: ['cards'] });
		press('lab_room.wishes.minutes');
		expect(ends()).toHaveLength(0);
	});

	it('without what searches need it says so, and nothing can be started', () => {
		const { onstart } = form(draftOf(), false);
		expect(document.querySelector('.lacking')).toBeNull();
		press('lab_room.kinds.find.name');
		expect(document.querySelector('.lacking')!.textContent).toBe('refusals.needs_optuna');
		submit();
		expect(onstart).not.toHaveBeenCalled();
		press('lab_room.kinds.run.name');
		submit();
		expect(onstart).toHaveBeenCalledTimes(1);
	});
});
