// What set-ups have more or less than the first of them, and which of those tried reach which goals.
import type { Chart, Row, Words } from './chart';
import { Charts, capital, numbered } from './charts';
import type { Unit } from './numbers';
import { span } from './scales';
import type { Arm, Comparison, Goal, Study, Trial } from './study';

const SHARES = new Set(['seats', 'order', 'ties', 'choice', 'certain', 'comeback', 'skill']);

export const unitOf = (figure: string): Unit => (SHARES.has(figure.split('.')[0]!) ? 'share' : 'number');

/** A figure in words; a name that we do not know stands for itself. */
export function nameOf(figure: string, words: Words): string {
	const [name, at] = figure.split('.') as [string, string | undefined];
	const key = `figures.${name}`;
	if (!words.has(key)) return figure;
	const n = Number(at ?? 0);
	const seat = words.say('seat', { seat: numbered(n) });
	return words.say(key, { seat, order: words.say('in_order', { n: n + 1 }) });
}

/** The same figure of one set-up alone. */
export function alone(arm: Arm, figure: string): number | null {
	const [name, at] = figure.split('.') as [string, string | undefined];
	const found: Record<string, number | undefined> = {
		seats: arm.seats[Number(at ?? 0)]?.value,
		order: arm.order[Number(at ?? 0)]?.value,
		minutes: arm.minutes?.mean.value,
		decisions: arm.decisions.mean.value,
		turns: arm.turns?.mean.value,
		lead_changes: arm.drama?.lead_changes.mean.value,
		certain: arm.drama?.certain.mean.value,
		comeback: arm.drama?.comeback.mean.value,
		choice: arm.choice?.value,
		wait: arm.wait?.seconds.mean.value,
		ties: arm.ties.value,
		margin: arm.margin.mean.value,
		skill: arm.skill?.share.value,
	};
	return found[name] ?? null;
}

/** One chart for each figure that was compared. */
export function differences(study: Study, words: Words): Chart[] {
	const figures = [...new Set(study.comparisons.map(({ figure }) => figure))];
	return figures.map((figure) => difference(study, figure, words));
}

function difference(study: Study, figure: string, words: Words): Chart {
	const charts = new Charts(words);
	const { numbers } = charts;
	const found = study.comparisons.filter((one) => one.figure === figure);
	const unit: Unit = unitOf(figure) === 'share' ? 'points' : 'number';
	const name = (arm: number) => study.labels[arm] ?? String(arm + 1);
	const label = ({ a, b }: Comparison) =>
		a === 0 ? name(b) : words.say('sweep.against', { label: name(b), base: name(a) });
	const state = ({ settled }: Comparison) => words.say(settled ? 'sweep.settled' : 'sweep.open');
	const rows = found.map(
		(one): Row => ({
			label: label(one),
			more: state(one),
			figure: one.difference,
			said: numbers.difference(one.difference.value, unit),
			open: !one.settled,
		}),
	);
	const settled = found.filter((one) => one.settled);
	const base = study.arms[0] ? alone(study.arms[0], figure) : null;
	const first = { label: name(0), value: base === null ? '' : numbers.value(base, unitOf(figure)) };
	const [from, to] = span(
		found.map((one) => one.difference),
		true,
	);
	const title = nameOf(figure, words);
	return {
		name: `difference.${figure}`,
		title: capital(title),
		says: settled.length ? settled.map((one) => one.sentence).join(' ') : words.say('sweep.none_settled'),
		drawing: {
			kind: 'intervals',
			rows,
			from,
			to,
			unit,
			signed: true,
			axis: unit === 'points' ? words.say('sweep.points') : title,
			against: { at: 0, label: base === null ? first.label : words.say('sweep.base', first) },
		},
		tables: [
			{
				head: charts.columns('what', 'difference', 'interval', 'settled'),
				rows: found.map((one) => [
					label(one),
					numbers.difference(one.difference.value, unit),
					`${numbers.difference(one.difference.low, unit)} … ${numbers.difference(one.difference.high, unit)}`,
					words.say(one.settled ? 'sweep.yes' : 'sweep.no'),
				]),
			},
		],
	};
}

// Which set-ups reach which goals

/** The best first: whose worst goal is met best. */
export function ranked(trials: Trial[]): Trial[] {
	const worst = ({ goals }: Trial) => Math.min(1, ...goals.map(({ met }) => met));
	const all = ({ goals }: Trial) => goals.reduce((sum, { met }) => sum + met, 0);
	return trials.filter(({ front }) => front).sort((a, b) => worst(b) - worst(a) || all(b) - all(a));
}

/** Options as one reads them aloud: name and value. */
export const inWords = (options: Record<string, unknown>): string =>
	Object.entries(options)
		.map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
		.join(', ');

/** A goal in words; some are figures, and one that we do not know stands for itself. */
export const goalName = ({ name }: Goal, words: Words): string =>
	words.has(`goals.${name}`) ? words.say(`goals.${name}.label`) : nameOf(name, words);

/** What was asked for: `minutes=10-15` says its range, others have words. */
export function goalWant({ name, want }: Goal, words: Words): string {
	if (words.has(`goals.${name}`)) return words.say(`goals.${name}.want`);
	return want.replace(/^\w+=/, '').replace(/^([\d.]+)-([\d.]+)$/, '$1–$2');
}

/** All that was tried, by two of its goals. */
export function front(trials: Trial[], across: number, up: number, words: Words): Chart | null {
	const goals = trials[0]?.goals ?? [];
	const [x, y] = [goals[across], goals[up]];
	if (!x || !y) return null;
	const charts = new Charts(words);
	const name = (goal: Goal) => goalName(goal, words);
	const best = trials.filter((trial) => trial.front);
	return {
		name: 'front',
		title: capital(words.say('find.chart', { x: name(x), y: name(y) })),
		says: words.say('find.says', { front: best.length, all: trials.length }),
		wide: true,
		drawing: {
			kind: 'front',
			points: trials.map(({ number, goals: reached, front: leads }) => ({
				x: reached[across]!.value,
				y: reached[up]!.value,
				label: String(number),
				front: leads,
			})),
			x: name(x),
			y: name(y),
			names: { front: words.say('find.front'), other: words.say('find.other') },
		},
		tables: [
			{
				head: [...charts.columns('number', 'setup'), name(x), name(y)],
				rows: trials.map(({ number, changed, goals: reached }) => [
					String(number),
					inWords(changed) || words.say('setup.usual'),
					charts.numbers.plain(reached[across]!.value),
					charts.numbers.plain(reached[up]!.value),
				]),
			},
		],
	};
}
