// What set-ups have more or less than the first of them, and which of those tried reach which goals.
import type { Chart, Row, Words } from './chart';
import { Charts, capital, numbered } from './charts';
import type { Unit } from './numbers';
import { span } from './scales';
import type { Arm, Comparison, Figure, Goal, Study, Trial } from './study';

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
export function alone(arm: Arm, figure: string): Figure | null {
	const [name, at] = figure.split('.') as [string, string | undefined];
	const found: Record<string, Figure | null | undefined> = {
		seats: arm.seats[Number(at ?? 0)],
		order: arm.order[Number(at ?? 0)],
		minutes: arm.minutes?.mean,
		decisions: arm.decisions?.mean,
		turns: arm.turns?.mean,
		lead_changes: arm.drama?.lead_changes.mean,
		certain: arm.drama?.certain.mean,
		comeback: arm.drama?.comeback.mean,
		choice: arm.choice,
		wait: arm.wait?.seconds.mean,
		ties: arm.ties,
		margin: arm.margin?.mean,
		skill: arm.skill?.share,
	};
	return found[name] ?? null;
}

/** One chart for each figure that was compared and could differ. */
export function differences(study: Study, words: Words): Chart[] {
	// Where nothing can differ, such as ties in a game that has none, there is nothing to see.
	const some = study.comparisons.filter(({ difference: { low, high } }) => low !== 0 || high !== 0);
	const figures = [...new Set(some.map(({ figure }) => figure))];
	return figures.map((figure) => difference(study, figure, words));
}

/** What is shown of set-ups side by side, besides the seats, while nothing is compared yet. */
const BESIDE = ['minutes', 'wait', 'lead_changes', 'choice', 'skill'];

/** One chart for each figure that all set-ups have so far, with a row for each of them. */
export function beside(study: Study, words: Words): Chart[] {
	const arms = study.arms.filter(({ matches }) => matches > 0);
	if (study.kind !== 'sweep' || study.comparisons.length || arms.length < 2) return [];
	const seats = Math.min(...arms.map(({ seats: all }) => all.length));
	const figures = [...Array.from({ length: seats }, (_, seat) => `seats.${seat}`), ...BESIDE];
	return figures.flatMap((figure) => sideBySide(study, figure, words));
}

function sideBySide(study: Study, figure: string, words: Words): Chart[] {
	const charts = new Charts(words);
	const unit = unitOf(figure);
	const rows = study.arms.flatMap((arm, i): Row[] => {
		const found = alone(arm, figure);
		return found?.n ? [charts.row(study.labels[i] || String(i + 1), found, unit)] : [];
	});
	if (rows.length < 2) return [];
	const values = rows.map((row) => row.figure.value);
	const said = (value: number) => charts.numbers.value(value, unit);
	const says = words.say('sweep.between', { low: said(Math.min(...values)), high: said(Math.max(...values)) });
	const reach = span(
		rows.map((row) => row.figure),
		false,
	);
	const title = capital(nameOf(figure, words));
	return [charts.intervals(`beside.${figure}`, says, rows, unit, reach, null, title)];
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
	const first = { label: name(0), value: base === null ? '' : numbers.value(base.value, unitOf(figure)) };
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

/** Those on the front, the best first. */
export const ranked = (trials: Trial[]): Trial[] =>
	trials.filter(({ rank }) => rank !== null).sort((a, b) => a.rank! - b.rank!);

/** What a set-up changes, in words. */
export const changes = ({ label }: Trial, words: Words): string => label || words.say('find.as_it_is');

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
				rows: trials.map((trial) => [
					String(trial.number),
					changes(trial, words),
					charts.numbers.plain(trial.goals[across]!.value),
					charts.numbers.plain(trial.goals[up]!.value),
				]),
			},
		],
	};
}
