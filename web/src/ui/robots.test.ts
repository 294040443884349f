import { type Component, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../places';
import type { Play } from '../contract';
import { loadTexts, textsOf } from '../i18n/texts.svelte';
import { api } from '../net/api';
import type { ChairFace, No, Why } from '../net/protocol';
import { setPrefs } from '../prefs.svelte';
import Drivers from '../screens/new/Drivers.svelte';
import WhyBox from '../screens/seat/Why.svelte';
import Face from './Face.svelte';
import Levels from './Levels.svelte';
import { helpers, levelName, levelSays } from './levels';

const measured = { players: 4, against: '3', share: 0.534, low: 0.49, high: 0.57, matches: 400 };
let shown: Record<string, unknown> | null = null;

// biome-ignore lint/suspicious/noExplicitAny: the props of three components.
function show(component: Component<any>, props: Record<string, unknown>): HTMLElement {
	shown = mount(component, { target: document.body, props });
	flushSync();
	return document.body;
}

beforeAll(async () => {
	vi.spyOn(api, 'texts').mockImplementation(async (language, name) => readTexts(language, name));
	for (const language of ['de', 'fi', 'en'] as const) {
		setPrefs({ language });
		await loadTexts('app', 'web');
	}
});
beforeEach(() => setPrefs({ language: 'en' }));
afterEach(async () => {
	if (shown) await unmount(shown);
	shown = null;
});

describe('how well robots play, in words', () => {
	it('says what was measured, and nothing that was not', () => {
		expect(levelSays('5')).toBe(textsOf().say('levels.5.what'));
		expect(levelSays('5', measured)).toBe(`${levelSays('5')} Wins about every second game against 3 foxes.`);
		expect(levelSays('2', { ...measured, players: 2, share: 0.2 })).toContain('Wins now and then against one fox.');
		// Nobody at a table counts to a hundred.
		for (let share = 0; share <= 1; share += 0.01)
			expect(levelSays('2', { ...measured, share }).slice(levelSays('2').length)).toMatch(/^ \D+3 foxes\.$/);
		setPrefs({ language: 'de' });
		expect(levelSays('5', measured)).toContain('jede zweite Partie gegen 3 Füchse.');
		setPrefs({ language: 'fi' });
		expect(levelSays('5', measured)).toContain('joka toisen pelin 3 kettua vastaan.');
	});

	it('has a name for every level, and one for what is none', () => {
		expect(['1', '2', '3', '4', '5'].map(levelName)).toEqual(['Chick', 'Puppy', 'Fox', 'Owl', 'Dragon']);
		expect(levelName('my.program')).toBe('Robot');
	});

	it('helps up to the level that the table allows', () => {
		expect(['', '3', '4', '5', 'x'].map((best) => helpers(best).join())).toEqual(['', '3', '3,4', '3,4,5', '']);
	});
});

describe('the row of faces', () => {
	it('is a group of radio buttons with names, and tells about the chosen one', () => {
		const onchoose = vi.fn();
		const levels = ['1', '2', '3', '4', '5'];
		const page = show(Levels, { label: 'How good?', levels, chosen: '4', strength: { '4': measured }, onchoose });
		const group = page.querySelector('[role="radiogroup"]')!;
		expect(document.getElementById(group.getAttribute('aria-labelledby')!)!.textContent).toBe('How good?');
		const radios = [...page.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
		expect(radios.map((one) => one.getAttribute('aria-label'))).toEqual(levels.map(levelName));
		expect(radios.map((one) => one.checked)).toEqual([false, false, false, true, false]);
		expect(new Set(radios.map((one) => one.name)).size).toBe(1);
		expect([...page.querySelectorAll('[data-level]')].map((one) => one.getAttribute('data-level'))).toEqual(levels);
		expect(document.getElementById(group.getAttribute('aria-describedby')!)!.textContent).toBe(
			`Owl: ${levelSays('4', measured)}`,
		);
		radios[4]!.click();
		expect(onchoose).toHaveBeenCalledWith('5');
	});

	it('can also be nobody', () => {
		const onchoose = vi.fn();
		const page = show(Levels, { label: 'x', levels: ['3'], chosen: '', none: true, onchoose });
		const [off] = page.querySelectorAll<HTMLInputElement>('input[type="radio"]');
		expect(off!.checked && off!.getAttribute('aria-label')).toBe('Off');
	});
});

const chair: ChairFace = {
	seat: 1,
	name: 'Ben',
	colour: 'blue',
	sitter: 'bot',
	level: '5',
	stand_in: false,
	here: true,
	away_ms: null,
};

describe('a face', () => {
	it('is the robot of the level, also while it thinks; a person keeps the driver, with an antenna for the stand-in', () => {
		const page = show(Face, { chair, seat: 1, thinking: true });
		expect(page.querySelector('.robot')!.getAttribute('data-level')).toBe('5');
		expect(page.querySelectorAll('.thinks circle')).toHaveLength(3);
		unmount(shown!);
		show(Face, { chair: { ...chair, sitter: 'person', stand_in: true }, seat: 1 });
		expect(page.querySelector('.robot, .thinks')).toBeNull();
		expect(page.querySelector('.driver circle')!.getAttribute('cy')).toBe('-7');
	});
});

describe('the cars to choose from', () => {
	it('have the robot at the wheel where a robot drives', () => {
		const page = show(Drivers, { colours: ['red', 'blue'], chosen: 'red', level: '4', onchoose: vi.fn() });
		expect([...page.querySelectorAll('[data-level]')].map((one) => one.getAttribute('data-level'))).toEqual(['4', '4']);
		expect(page.querySelector('button')!.getAttribute('aria-label')).toBe('Owl, red car');
	});
});

describe('why a robot did it', () => {
	const play = {
		log: [],
		texts: { event: (event: { kind: string }) => `told ${event.kind}` },
		say: (key: string, params: object) => `${key} ${JSON.stringify(params)}`,
	} as unknown as Play;
	const deed = { n: 7, events: [{ kind: 'laid', seat: 1 }] };
	const refused: No = { type: 'refused', id: '', key: 'no_why', clause: '', params: {}, legal: null, again: false };
	const told: Why = { type: 'why', id: '', seat: 1, n: 7, key: 'only', params: { card: 'R8' } };

	it.each([
		['says the reason', told, 'because.only {"card":"R8"}'],
		['says why it cannot be said', refused, 'refusals.no_why {}'],
	])('asks the server, waits in words and %s', async (_, reply, words) => {
		let answer: (reply: Why | No) => void = () => {};
		const onask = vi.fn(() => new Promise<Why | No>((done) => (answer = done)));
		const page = show(WhyBox, { play, chair, deed, onask });
		expect(page.textContent).toContain('told laid');
		page.querySelector('button')!.click();
		flushSync();
		expect(onask).toHaveBeenCalledWith(7);
		expect(page.querySelector('[role="status"]')!.textContent).toContain('Let me think');
		expect(page.querySelector('button')).toBeNull();
		answer(reply);
		await new Promise((done) => setTimeout(done));
		flushSync();
		expect(page.querySelector('[role="status"]')!.textContent!.trim()).toBe(words);
	});

	it('a person is not asked', () => {
		const page = show(WhyBox, { play, chair: { ...chair, sitter: 'person' }, deed, onask: vi.fn() });
		expect(page.querySelector('button')).toBeNull();
	});
});
