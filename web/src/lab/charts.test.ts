// What charts say and which there are: words, scales and bins, also of studies that have only begun.
import { describe, expect, it } from 'vitest';
import type { Intervals } from './chart';
import { Charts } from './charts';
import { alone, beside, changes, differences, front, goalName, goalWant, nameOf, ranked } from './compare';
import { Numbers } from './numbers';
import { around, between, flow, gathered, lines, scale, single, span, ticks, wide } from './scales';
import type { Arm, Figure, Study } from './study';
import { begun, studies, wordsIn } from './test-studies';

const english = wordsIn('en');
/** With the space that keeps a sign at its number written as a plain one. */
const near = (text: string) => text.replaceAll('\u00a0', ' ');
const figure = (value: number, air: number, n = 100): Figure => ({ value, low: value - air, high: value + air, n });

function said(arm: Arm, name: string, words = english): string {
	const all = new Charts(words).sections(arm).flatMap(({ charts }) => charts);
	return near(all.find((chart) => chart.name === name)!.says);
}

describe('numbers', () => {
	const [en, de, fi] = ['en', 'de', 'fi'].map((language) => new Numbers(language)) as [Numbers, Numbers, Numbers];

	it('are written as the language does it, with as many digits as say something', () => {
		expect([0.4567, 3.456, 23.456, 456.7, 12345].map((n) => en.plain(n))).toEqual([
			'0.46',
			'3.5',
			'23.5',
			'457',
			'12,345',
		]);
		expect([de.plain(3.456), de.count(12345)]).toEqual(['3,5', '12.345']);
		expect(near(fi.count(12345))).toBe('12 345');
		expect([0.25, 0.0213, 0.998].map((n) => near(en.share(n)))).toEqual(['25 %', '2.1 %', '99.8 %']);
		expect(near(en.share(0.23, 1))).toBe('23.0 %');
	});

	it('differences have their sign, and nothing has none', () => {
		expect([1.5, -3.8, 0].map((n) => en.difference(n, 'number'))).toEqual(['+1.5', '−3.8', '0']);
		expect([0.013, -0.016, 0.0001, -0.0001].map((n) => de.difference(n, 'points'))).toEqual([
			'+1,3',
			'−1,6',
			'0,0',
			'0,0',
		]);
	});

	it('ticks beside each other are told apart', () => {
		expect([0, 0.25, 0.5].map((at) => en.tick(at, 0.25, 'number'))).toEqual(['0', '0.25', '0.5']);
		expect([0.2, 0.225].map((at) => near(en.tick(at, 0.025, 'share')))).toEqual(['20 %', '22.5 %']);
		expect([-0.01, 0, 0.01].map((at) => en.tick(at, 0.01, 'points', true))).toEqual(['−1', '0', '+1']);
	});

	it('an interval has both ends', () => {
		expect(near(en.interval(figure(0.25, 0.011), 'share'))).toBe('23.9–26.1 %');
		expect(de.interval(figure(21, 0.5), 'number')).toBe('20,5–21,5');
		expect(en.interval(figure(1.05, 0.045), 'number')).toBe('1.01–1.1');
		expect(en.interval(figure(7, 0), 'number')).toBe('7–7');
	});
});

describe('scales and bins', () => {
	it('an even chance stands in the middle, and no share leaves what a share can be', () => {
		const [from, to] = around(0.25, [figure(0.28, 0.01), figure(0.22, 0.005)]);
		expect(0.25 - from).toBeCloseTo(to - 0.25, 10);
		expect(to).toBeGreaterThan(0.29);
		expect(around(0.5, [figure(0.9, 0.2)])).toEqual([0, 1]);
	});

	it('nought is part of the span where it is asked for', () => {
		expect(span([figure(3, 1)], true)[0]).toBe(0);
		expect(span([figure(-3, 1)], true)[1]).toBe(0);
		expect(span([figure(3, 1)], false)[0]).toBeGreaterThan(1);
		expect(span([figure(0, 0)], true)).toEqual([0, 0]);
		expect(scale(0, 0, 10, 90)(0)).toBe(10);
	});

	it('labels of ticks never touch', () => {
		for (const width of [60, 120, 250, 700]) {
			const axis = scale(0, 123456, 0, width);
			const found = ticks(axis, (at) => at.toLocaleString('en'));
			expect(found.length).toBeGreaterThan(0);
			found.slice(1).forEach(({ at, label }, i) => {
				expect(axis(at) - axis(found[i]!.at)).toBeGreaterThan(wide(label));
			});
		}
	});

	it('neighbouring bins are put together until they fit, and none is lost', () => {
		const bins = Array.from({ length: 33 }, (_, i) => ({ from: i, to: i + 1, count: i }));
		const found = gathered(bins, 10);
		expect(found.length).toBeLessThanOrEqual(10);
		expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(bins.reduce((sum, { count }) => sum + count, 0));
		expect([found[0]!.from, found.at(-1)!.to]).toEqual([0, 33]);
		found.slice(1).forEach((bin, i) => {
			expect(bin.from).toBe(found[i]!.to);
		});
		expect([single(bins), single(found), single([])]).toEqual([true, false, false]);
		const tenths = [0.7, 0.8, 0.9, 1].map((from) => ({ from, to: from + 0.1, count: 1 }));
		expect([single(tenths), single(tenths, 0.1), single(bins, 0.1)]).toEqual([false, true, false]);
	});

	it('words are broken into lines, names flow into rows', () => {
		expect(lines('part of the match that is played', wide('part of the match'))).toEqual([
			'part of the match',
			'that is played',
		]);
		expect(lines('Unterhaltungselektronik', 10)).toEqual(['Unterhaltungselektronik']);
		expect(lines('with start_cards=any_but_trailer', wide('start_cards=any_'))).toEqual([
			'with start_',
			'cards=any_but_',
			'trailer',
		]);
		const [first, middle, last] = [5, 50, 95].map((at) => between(at, ['a', 'words'], 100)) as [number, number, number];
		expect([middle, first + last]).toEqual([50, 100]);
		expect(first).toBeGreaterThan(wide('words') / 2);
		expect(flow(['aaaa', 'bbbb', 'cccc'], 150, 20).map(({ row }) => row)).toEqual([0, 0, 1]);
	});
});

describe('what charts say', () => {
	const arm = studies.run().arms[0]!;

	it('who wins, against an even chance', () => {
		expect(said(arm, 'seats')).toBe(
			'Seat 1 wins most often (27.2 %), seat 4 least often (23.0 %). Even would be 25 %.',
		);
		const seats = (settled: boolean[]) => ({
			...arm,
			seats: [0.29, 0.25, 0.25, 0.21].map((value, i) => ({ ...figure(value, 0.01), settled: settled[i]! })),
		});
		// However far an interval lies from even: what is beyond chance, the study says.
		expect(said(seats([false, false, false, false]), 'seats')).toBe(
			'No seat is better or worse off beyond chance. Even would be 25 %.',
		);
		expect(said(seats([true, false, false, false]), 'seats')).toBe(
			'Seat 1 wins more often than its share (29.0 %). Even would be 25 %.',
		);
		expect(said(seats([false, false, false, true]), 'seats')).toBe(
			'Seat 4 wins less often than its share (21.0 %). Even would be 25 %.',
		);
		expect(said(arm, 'order', wordsIn('de'))).toContain('Wer als 1. am Zug ist, gewinnt am häufigsten (26,2 %)');
		expect(said(arm, 'seats', wordsIn('fi'))).toContain('Eniten voittaa paikka 1 (27,2 %), vähiten paikka 4 (23,0 %).');
	});

	it('whether playing well pays', () => {
		const skill = (value: number, settled = true) => ({
			...arm,
			skill: { better: '5', weaker: 'random', share: { ...figure(value, 0.02), settled }, even: 0.25 },
		});
		expect(said(skill(0.4), 'skill')).toContain('playing well pays');
		expect(said(skill(0.26, false), 'skill')).toContain('no skill shows');
		expect(said(skill(0.2), 'skill')).toContain('wins only 20.0 %');
		expect(said(skill(0.4), 'skill')).toContain('level 5 among those of any allowed move');
	});

	it('robots of several levels', () => {
		const levels = [
			{ level: '1', seats: 3, share: figure(0.15, 0.01) },
			{ level: '5', seats: 1, share: figure(0.55, 0.01) },
		];
		expect(said({ ...arm, levels }, 'levels')).toBe(
			'A seat with level 5 wins 55.0 % of the matches, one with level 1 15.0 %. Even would be 25 %.',
		);
	});

	it('rules that were rare or never came up', () => {
		expect(said(arm, 'rules')).toContain('In fewer than one match of twenty: “nobody can play” (2.1 %).');
		const rules = arm.rules.map((rule, i) =>
			i < 4 ? rule : { ...rule, per_match: figure(0, 0), matches: figure(0, 0) },
		);
		expect(said({ ...arm, rules }, 'rules')).toContain('2 of these rules came up in fewer than one match of twenty.');
		expect(said({ ...arm, rules: rules.slice(0, 5) }, 'rules')).toContain(`Never: “${rules[4]!.label}”.`);
	});

	it('every sentence is whole in every language', () => {
		for (const language of ['en', 'de', 'fi']) {
			const words = wordsIn(language);
			const sections = new Charts(words).sections(arm);
			const charts = [
				...sections.flatMap((one) => one.charts),
				...differences(studies.sweep(), words),
				front(studies.find().trials, 0, 1, words)!,
			];
			expect(charts).toHaveLength(21);
			for (const chart of charts) {
				const tables = chart.tables.flatMap(({ head, rows }) => [...head, ...rows.flat()]);
				for (const text of [chart.title, chart.says, JSON.stringify(chart.drawing), ...tables]) {
					expect(text, `${language} ${chart.name}`).not.toMatch(
						/\{\w|undefined|NaN|null|charts\.|columns\.|find\.|sweep\.|figures\./,
					);
				}
				expect(chart.title.charAt(0)).toBe(chart.title.charAt(0).toUpperCase());
				expect(
					chart.tables.every(({ head, rows }) => rows.length && rows.every((row) => row.length === head.length)),
				).toBe(true);
			}
		}
	});
});

describe('a study that has only begun', () => {
	it('shows what there is and says that nothing is counted', () => {
		const sections = new Charts(english).sections(begun().arms[0]!);
		expect(sections.map(({ name, charts }) => [name, charts.map((chart) => chart.name)])).toEqual([
			['wins', ['seats']],
			['scores', ['scores_by_seat']],
		]);
		for (const { charts } of sections)
			for (const chart of charts) expect(chart.says).toBe('Nothing is counted here yet.');
	});

	it('followed, but not at any moment yet', () => {
		const arm = studies.run().arms[0]!;
		arm.drama!.curve = { at: [], winner: [], winner_low: [], winner_high: [], leader: [] };
		expect(said(arm, 'lead')).toBe('Nothing is counted here yet.');
	});
});

describe('set-ups compared', () => {
	const study = studies.sweep();
	const charts = differences(study, english);

	it('one chart for each figure, against the first, open where it may be chance', () => {
		expect(charts.map(({ name }) => name)).toEqual(
			['minutes', 'seats.0', 'choice', 'lead_changes'].map((one) => `difference.${one}`),
		);
		const [minutes, seats, choice] = charts.map(({ drawing }) => drawing as Intervals);
		expect(minutes!.rows.map(({ label, said: value, open }) => [label, value, open])).toEqual([
			['rows 2', '−3.8', false],
			['rows 4', '+6.2', false],
		]);
		expect(minutes!.against!.label).toMatch(/^rows 3: 2\d/);
		expect(seats!.rows.map(({ said: value, more }) => [value, more])).toEqual([
			['+1.3', 'open'],
			['−1.6', 'settled'],
		]);
		expect([minutes!.axis, seats!.axis, choice!.axis]).toEqual(['minutes', 'percentage points', 'percentage points']);
		expect(charts[1]!.says).toBe('With 4 rows seat A wins 1.6 percentage points less.');
		expect(charts[2]!.says).toBe('Nothing here is settled: the differences may be chance.');
	});

	it('before anything is compared set-ups stand side by side', () => {
		expect(beside(study, english)).toEqual([]);
		const growing: Study = { ...study, comparisons: [] };
		const charts = beside(growing, english);
		expect(charts.map(({ name }) => name)).toEqual(
			['seats.0', 'seats.1', 'seats.2', 'seats.3', 'minutes', 'wait', 'lead_changes', 'choice', 'skill']
				.filter((name) => growing.arms.every((arm) => alone(arm, name)))
				.map((name) => `beside.${name}`),
		);
		const seats = charts[0]!.drawing as Intervals;
		expect(seats.rows.map(({ label, figure: { value } }) => [label, value])).toEqual(
			growing.arms.map((arm, i) => [growing.labels[i], arm.seats[0]!.value]),
		);
		expect(near(charts[0]!.says)).toMatch(/^So far between \d\d\.\d % and \d\d\.\d %\.$/);
		// One that has not begun is left out, and one alone is no comparison.
		const waiting = begun().arms[0]!;
		const [first, second] = growing.arms;
		const rows = (arms: Arm[]) => beside({ ...growing, arms }, english).map(({ drawing }) => drawing as Intervals);
		expect(rows([first!, second!, waiting]).map((one) => one.rows.length)).toEqual(charts.map(() => 2));
		expect(rows([first!, waiting])).toEqual([]);
		expect(beside(studies.run(), english)).toEqual([]);
	});

	it('what never differs has no chart', () => {
		const none = { value: 0, low: 0, high: 0, n: 100 };
		const alike = study.comparisons.map((one) => (one.figure === 'minutes' ? { ...one, difference: none } : one));
		expect(differences({ ...study, comparisons: alike }, english).map(({ name }) => name)).toEqual(
			charts.slice(1).map(({ name }) => name),
		);
	});

	it('others than the first may be compared, too', () => {
		const other: Study = { ...study, comparisons: [{ ...study.comparisons[0]!, a: 1, b: 2 }] };
		expect((differences(other, english)[0]!.drawing as Intervals).rows[0]!.label).toBe('rows 4 against rows 2');
	});

	it('every figure has its name and its value', () => {
		const arm = { ...study.arms[0]!, skill: studies.run().arms[0]!.skill };
		for (const name of [
			'seats.1',
			'order.0',
			'minutes',
			'decisions',
			'turns',
			'lead_changes',
			'certain',
			'comeback',
			'choice',
			'wait',
			'ties',
			'margin',
			'skill',
		]) {
			expect(alone(arm, name)?.value, name).toBeTypeOf('number');
			for (const language of ['en', 'de', 'fi'])
				expect(nameOf(name, wordsIn(language))).not.toMatch(/\./.test(name) ? /seats\.|order\./ : /_|figures/);
		}
		expect([alone(begun().arms[0]!, 'minutes'), alone(arm, 'beauty'), nameOf('beauty', english)]).toEqual([
			null,
			null,
			'beauty',
		]);
	});
});

describe('a search', () => {
	const { trials } = studies.find();

	it('only the front is ranked, and first comes whose worst goal is met best', () => {
		const best = ranked(trials);
		expect(best.map(({ number }) => number).sort()).toEqual(
			trials
				.filter((one) => one.front)
				.map(({ number }) => number)
				.sort(),
		);
		const worst = best.map(({ goals }) => Math.min(...goals.map(({ met }) => met)));
		expect(worst).toEqual([...worst].sort((a, b) => b - a));
	});

	it('any two goals can be drawn, and fewer than two cannot', () => {
		expect(front(trials, 0, 2, english)!.title).toBe('Minutes and % of decisions with a real choice');
		expect(front(trials, 0, 1, english)!.says).toMatch(/^6 of 20 set-ups/);
		expect(front([], 0, 1, english)).toBeNull();
		expect(
			front(
				trials.map((one) => ({ ...one, goals: one.goals.slice(0, 1) })),
				0,
				1,
				english,
			),
		).toBeNull();
	});

	it('goals and options in words', () => {
		const [minutes, fair] = trials[0]!.goals;
		expect([goalName(minutes!, english), goalWant(minutes!, english)]).toEqual(['minutes', '18–22']);
		expect([goalName(fair!, english), goalWant(fair!, english)]).toEqual([
			'percentage points away from fair',
			'as few as possible',
		]);
		const own = { name: 'beauty', value: 1, want: 'much', met: 1 };
		expect([goalName(own, english), goalWant(own, english)]).toEqual(['beauty', 'much']);
		expect(changes(trials[0]!, english)).toBe('rows 3, hand 12');
		expect(changes({ ...trials[0]!, label: '' }, english)).toBe('the game as it is');
	});
});
