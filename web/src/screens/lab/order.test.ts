import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refusal } from '../../net/api';
import type { GameFace, OptionFace, Problem } from '../../net/protocol';
import OrderForm from './OrderForm.svelte';
import { OrderDraft } from './order.svelte';

const option = (name: string, more: Partial<OptionFace> = {}): OptionFace => ({
	name,
	kind: 'number',
	default: 7,
	choices: [],
	low: 0,
	high: 10,
	clause: '',
	...more,
});
const toy: GameFace = {
	id: 'toy',
	rules: 1,
	fewest: 2,
	usual: 3,
	most: 4,
	age: 5,
	minutes: [5, 10],
	options: [
		option('cards'),
		option('starter', { kind: 'seat', default: 0 }),
		option('quick', { kind: 'flag', default: false }),
	],
	presets: { easy: { cards: 3 }, full: {} },
	editions: {},
	levels: ['1', '2', '3'],
	strength: {},
	even: [],
	forgetful: false,
};
const other: GameFace = { ...toy, id: 'other', usual: 2, options: [], presets: { full: {} } };
const problem: Problem = { key: 'k', clause: '', params: {}, nearest: { players: 2, cards: 5 }, legal: null };

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(api, 'check').mockResolvedValue({ options: {}, head_start: null });
	vi.spyOn(api, 'texts').mockResolvedValue({});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});
const checked = () => vi.advanceTimersByTimeAsync(300);

describe('a study that is thought up', () => {
	it('begins with the usual table and all the rules', () => {
		const draft = new OrderDraft([toy, other]);
		expect(draft.order).toEqual({
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
		const draft = new OrderDraft([toy, other]);
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
		const draft = new OrderDraft([toy]);
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
		const draft = new OrderDraft([toy]);
		draft.matches = 100;
		expect(draft.order.watch).toBe(100);
		for (const seed of [-1, 0.5, Number.NaN, 2 ** 31]) draft.setSeed(seed);
		expect(draft.order.seed).toBe(1);
		draft.setSeed(0);
		expect(draft.order.seed).toBe(0);
	});

	it('takes up an older one', () => {
		const draft = new OrderDraft([toy, other]);
		const order = {
			...draft.order,
			robots: ['1', '2'],
			preset: 'easy',
			options: { quick: true },
			matches: 500,
			seed: 9,
		};
		draft.setGame('other');
		draft.take(order);
		expect(draft.order).toEqual({ ...order, watch: 500 });
	});

	it('says why it cannot be, and what would do', async () => {
		vi.spyOn(api, 'check').mockRejectedValueOnce(new Refusal(422, problem));
		const draft = new OrderDraft([toy]);
		await checked();
		expect(draft.problem).toBe(problem);
		draft.takeNearest();
		expect(draft.problem).toBeNull();
		expect(draft.order).toMatchObject({ robots: ['3', '3'], options: { cards: 5 } });
		await checked();
		expect(api.check).toHaveBeenLastCalledWith({ game: 'toy', players: 2, preset: 'full', options: { cards: 5 } });
	});
});

describe('the form', () => {
	let shown: ReturnType<typeof mount> | undefined;
	afterEach(() => {
		if (shown) void unmount(shown);
	});
	function form(draft = new OrderDraft([toy, other])) {
		const onstart = vi.fn(async () => {});
		document.body.innerHTML = '';
		shown = mount(OrderForm, { target: document.body, props: { draft, onstart } });
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
});
