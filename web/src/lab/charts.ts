// Every chart of one set-up: which there are, what they say, and what is drawn.
import type { Chart, Row, Table, Words } from './chart';
import { Numbers, type Unit } from './numbers';
import { around, single, span } from './scales';
import type { Arm, Drama, Figure, Rule, Share, Skill, Spread } from './study';

export interface Section {
	name: string;
	charts: Chart[];
}

/** Rarer than in one match of twenty. */
const RARE = 0.05;
/** When the winner is certain is looked at after each tenth of a match. */
const TENTH = 0.1;

/** As it begins a line or a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Seats are counted as in the sentences of a study, from 1. */
export const numbered = (seat: number): number => seat + 1;

export class Charts {
	readonly numbers: Numbers;

	constructor(readonly words: Words) {
		this.numbers = new Numbers(words.language);
	}

	/** What there is to show of a set-up; what nobody has watched or followed yet is left out. */
	sections(arm: Arm): Section[] {
		const found: [string, (Chart | null)[]][] = [
			['wins', [this.seats(arm), this.order(arm), this.levels(arm), arm.skill && this.skill(arm.skill)]],
			['length', [this.minutes(arm), this.turns(arm), this.decisions(arm), this.wait(arm)]],
			['lead', arm.drama ? this.lead(arm, arm.drama) : []],
			['happens', [this.rules(arm.rules), this.choice(arm)]],
			['scores', [this.scores(arm), this.margin(arm), this.scoresBySeat(arm)]],
		];
		return found
			.map(([name, charts]) => ({ name, charts: charts.filter((chart) => chart !== null) }))
			.filter(({ charts }) => charts.length > 0);
	}

	robot(level: string): string {
		if (/^\d+$/.test(level)) return this.words.say('level', { n: level });
		return level === 'random' ? this.words.say('at_random') : level;
	}

	seat(seat: number): string {
		return capital(this.words.say('seat', { seat: numbered(seat) }));
	}

	/** A chart of wins, with the line of an even chance. */
	private wins(name: string, arm: Arm, figures: Share[], labels: string[], names: string[]): Chart | null {
		if (!figures.length) return null;
		const even = 1 / arm.setup.players;
		const by = figures.map((_, i) => i).sort((a, b) => figures[b]!.value - figures[a]!.value);
		// Only what is beyond chance is named; the study says which that is.
		const [best, worst] = [by[0]!, by.at(-1)!].map((i) => (figures[i]!.settled ? i : undefined));
		const share = (i: number | undefined) => (i === undefined ? '' : this.numbers.share(figures[i]!.value, 1));
		const more = best !== undefined && figures[best]!.value > even;
		const less = worst !== undefined && figures[worst]!.value < even;
		const says = this.say(name, more ? (less ? 'uneven' : 'more') : less ? 'less' : 'fair', {
			best: names[best ?? 0],
			share: share(best),
			worst: names[worst ?? 0],
			least: share(worst),
			even: this.numbers.share(even),
		});
		const rows = figures.map((figure, i) => this.row(labels[i]!, figure, 'share'));
		return this.intervals(name, says, rows, 'share', around(even, figures), even);
	}

	private seats(arm: Arm): Chart | null {
		const names = arm.seats.map((_, i) => this.words.say('seat', { seat: numbered(i) }));
		return this.wins('seats', arm, arm.seats, names.map(capital), names);
	}

	private order(arm: Arm): Chart | null {
		const numbers = arm.order.map((_, i) => String(i + 1));
		const labels = numbers.map((n) => this.words.say('in_order', { n }));
		return this.wins('order', arm, arm.order, labels, numbers);
	}

	private levels(arm: Arm): Chart | null {
		if (!arm.levels.length) return null;
		const even = 1 / arm.setup.players;
		const by = [...arm.levels].sort((a, b) => b.share.value - a.share.value);
		const [best, worst] = [by[0]!, by.at(-1)!];
		const says = this.say('levels', 'says', {
			best: this.robot(best.level),
			share: this.numbers.share(best.share.value, 1),
			worst: this.robot(worst.level),
			least: this.numbers.share(worst.share.value, 1),
			even: this.numbers.share(even),
		});
		const rows = arm.levels.map(({ level, seats, share }) =>
			this.row(this.say('levels', 'seats', { level: this.robot(level), n: seats }), share, 'share'),
		);
		return this.intervals('levels', says, rows, 'share', [0, 1], even);
	}

	private skill({ better, weaker, share, even }: Skill): Chart {
		const names = { better: this.robot(better), weaker: this.robot(weaker) };
		const what = !share.settled ? 'luck' : share.value > even ? 'pays' : 'loses';
		const said = { ...names, share: this.numbers.share(share.value, 1), even: this.numbers.share(even) };
		const rows = [this.row(this.say('skill', 'row', names), share, 'share')];
		return this.intervals('skill', this.say('skill', what, said), rows, 'share', [0, 1], even);
	}

	private minutes({ minutes }: Arm): Chart | null {
		return minutes && this.histogram('minutes', minutes);
	}

	private turns({ turns }: Arm): Chart | null {
		return turns && this.histogram('turns', turns);
	}

	private decisions({ decisions }: Arm): Chart | null {
		return decisions && this.histogram('decisions', decisions);
	}

	private wait({ wait }: Arm): Chart | null {
		return wait && this.histogram('wait', wait.seconds, 'number', { n: this.numbers.plain(wait.decisions.mean.value) });
	}

	private scores({ scores, lower_wins: lower }: Arm): Chart | null {
		return scores && this.histogram('scores', scores, 'number', { lower });
	}

	private margin({ margin, ties }: Arm): Chart | null {
		return margin && this.histogram('margin', margin, 'number', { ties: this.numbers.share(ties.value, 1) });
	}

	private scoresBySeat({ scores_by_seat: figures }: Arm): Chart | null {
		if (!figures.length) return null;
		const by = figures.map((_, i) => i).sort((a, b) => figures[b]!.value - figures[a]!.value);
		const [most, fewest] = [by[0]!, by.at(-1)!];
		const says = this.say('scores_by_seat', 'says', {
			most: this.words.say('seat', { seat: numbered(most) }),
			high: this.numbers.plain(figures[most]!.value),
			fewest: this.words.say('seat', { seat: numbered(fewest) }),
			low: this.numbers.plain(figures[fewest]!.value),
		});
		const rows = figures.map((figure, i) => this.row(this.seat(i), figure, 'number'));
		return this.intervals('scores_by_seat', says, rows, 'number', span(figures, false));
	}

	private lead(arm: Arm, { curve, lead_changes, certain, comeback }: Drama): Chart[] {
		const even = 1 / arm.setup.players;
		const half = curve.at.reduce((best, at, i) => (Math.abs(at - 0.5) < Math.abs(curve.at[best]! - 0.5) ? i : best), 0);
		const says = curve.at.length
			? this.say('lead', 'says', {
					winner: this.numbers.share(curve.winner[half]!),
					leader: this.numbers.share(curve.leader[half]!),
					even: this.numbers.share(even),
				})
			: this.words.say('nothing_yet');
		const { numbers } = this;
		const chances: Chart = {
			name: 'lead',
			title: this.say('lead', 'title'),
			says,
			wide: true,
			drawing: {
				kind: 'chances',
				curve,
				even,
				names: {
					winner: this.say('lead', 'winner'),
					band: this.say('lead', 'band'),
					leader: this.say('lead', 'leader'),
					even: `${this.say('lead', 'even')} ${numbers.share(even)}`,
				},
				axis: this.say('lead', 'axis'),
			},
			tables: [
				{
					head: this.columns('moment', 'winner', 'most_matches', 'leader'),
					rows: curve.at.map((at, i) => [
						numbers.share(at, 0),
						numbers.share(curve.winner[i]!, 1),
						numbers.interval({ value: 0, low: curve.winner_low[i]!, high: curve.winner_high[i]!, n: 0 }, 'share'),
						numbers.share(curve.leader[i]!, 1),
					]),
				},
			],
		};
		return [
			chances,
			this.histogram('lead_changes', lead_changes),
			this.histogram('certain', certain, 'share', {}, TENTH),
			this.histogram('comeback', comeback, 'share'),
		];
	}

	private rules(rules: Rule[]): Chart | null {
		if (!rules.length) return null;
		const by = [...rules].sort((a, b) => b.per_match.value - a.per_match.value);
		const { numbers } = this;
		const [most, least] = [by[0]!, by.at(-1)!];
		const rare = by.filter(({ matches }) => matches.value < RARE);
		const says = [this.say('rules', 'says', { label: most.label, n: numbers.plain(most.per_match.value) })];
		if (rare.length > 1) says.push(this.say('rules', 'rare_several', { n: rare.length }));
		else if (least.per_match.value === 0) says.push(this.say('rules', 'never', { label: least.label }));
		else if (rare.length)
			says.push(this.say('rules', 'rare', { label: least.label, share: numbers.share(least.matches.value) }));
		const rows = by.map(({ label, clauses, per_match, matches }) => ({
			label,
			more: [...clauses, this.words.say('charts.rules.in_matches', { share: numbers.share(matches.value) })].join(
				' · ',
			),
			figure: per_match,
			said: numbers.plain(per_match.value),
		}));
		const figures = by.map(({ per_match }) => per_match);
		const chart = this.intervals('rules', says.join(' '), rows, 'number', span(figures, true));
		return {
			...chart,
			wide: true,
			drawing: { ...chart.drawing, kind: 'intervals', bars: true, axis: this.say('rules', 'axis') } as Chart['drawing'],
			tables: [
				{
					head: this.columns('what', 'per_match', 'interval', 'in_matches'),
					rows: by.map(({ label, clauses, per_match, matches }) => [
						[label, ...(clauses.length ? [`(${clauses.join(', ')})`] : [])].join(' '),
						numbers.plain(per_match.value),
						numbers.interval(per_match, 'number'),
						numbers.share(matches.value, 1),
					]),
				},
			],
		};
	}

	private choice({ choice, options_offered: offered }: Arm): Chart | null {
		if (!choice) return null;
		const share = this.numbers.share(choice.value);
		const says = offered
			? this.say('choice', 'says', { share, n: this.numbers.plain(offered.value) })
			: this.say('choice', 'says_short', { share });
		const rows = [this.row(this.say('choice', 'row'), choice, 'share')];
		const chart = this.intervals('choice', says, rows, 'share', [0, 1]);
		if (offered) chart.tables[0]!.rows.push(this.cells(this.say('choice', 'offered'), offered, 'number'));
		return { ...chart, drawing: { ...chart.drawing, bars: true } as Chart['drawing'] };
	}

	// What charts of a kind have in common

	row(label: string, figure: Figure, unit: Unit): Row {
		return { label, figure, said: this.numbers.value(figure.value, unit) };
	}

	intervals(
		name: string,
		says: string,
		rows: Row[],
		unit: Unit,
		[from, to]: [number, number],
		even: number | null = null,
		title = this.say(name, 'title'),
	): Chart {
		const counted = rows.every(({ figure }) => figure.n > 0);
		const against =
			even === null ? undefined : { at: even, label: `${this.words.say('even')} ${this.numbers.share(even)}` };
		return {
			name,
			title,
			says: counted ? says : this.words.say('nothing_yet'),
			drawing: { kind: 'intervals', rows, from, to, unit, axis: '', against },
			tables: [
				{
					head: this.columns('what', unit === 'share' ? 'share' : 'value', 'interval', 'counted'),
					rows: rows.map(({ label, figure }) => this.cells(label, figure, unit)),
				},
			],
		};
	}

	private cells(label: string, figure: Figure, unit: Unit): string[] {
		const { numbers } = this;
		return [label, numbers.value(figure.value, unit), numbers.interval(figure, unit), numbers.count(figure.n)];
	}

	private histogram(
		name: string,
		spread: Spread,
		unit: Unit = 'number',
		more: Record<string, unknown> = {},
		step = 1,
	): Chart {
		const { numbers } = this;
		const write = (value: number) => (unit === 'share' ? numbers.share(value, 0) : numbers.plain(value));
		const { p5, p25, p50, p75, p95, mean } = spread;
		const said = Object.entries({ p5, p25, p50, p75, p95, mean: mean.value }).map(([at, value]) => [at, write(value)]);
		return {
			name,
			title: this.say(name, 'title'),
			says:
				mean.n > 0 ? this.say(name, 'says', { ...Object.fromEntries(said), ...more }) : this.words.say('nothing_yet'),
			drawing: {
				kind: 'histogram',
				bins: spread.bins,
				spread,
				unit,
				step,
				axis: this.say(name, 'axis'),
				middle: this.words.say('middle', { value: write(p50) }),
			},
			tables: [this.spread(spread, unit), this.bins(spread, unit, step)],
		};
	}

	private spread(spread: Spread, unit: Unit): Table {
		const { numbers, words } = this;
		const names = ['least', 'p5', 'p25', 'p50', 'p75', 'p95', 'most'] as const;
		const mean = `${numbers.value(spread.mean.value, unit)} (${numbers.interval(spread.mean, unit)})`;
		return {
			head: this.columns('what', 'value'),
			rows: [
				[words.say('spread.mean'), mean],
				...names.map((name) => [words.say(`spread.${name}`), numbers.value(spread[name], unit)]),
			],
		};
	}

	private bins({ bins }: Spread, unit: Unit, step: number): Table {
		const wide = bins[0] ? bins[0].to - bins[0].from : 1;
		const write = (value: number) => this.numbers.tick(value, wide, unit);
		const all = bins.reduce((sum, { count }) => sum + count, 0) || 1;
		return {
			head: this.columns('from_to', 'times', 'share'),
			rows: bins.map(({ from, to, count }) => [
				single(bins, step) ? write(from) : `${write(from)}–${write(to)}`,
				this.numbers.count(count),
				this.numbers.share(count / all, 1),
			]),
		};
	}

	columns(...names: string[]): string[] {
		return names.map((name) => this.words.say(`columns.${name}`));
	}

	private say(chart: string, what: string, params: Record<string, unknown> = {}): string {
		const said = this.words.say(`charts.${chart}.${what}`, params);
		return what === 'axis' ? said : capital(said);
	}
}
