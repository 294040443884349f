// What `tailback lab --json` prints, and all that the charts are drawn from.

/** A mean or a share with its 95 % interval. */
export interface Figure {
	value: number;
	low: number;
	high: number;
	n: number;
}

/** A share of wins. */
export interface Share extends Figure {
	/** It is not an even one, beyond chance, even though others were looked at as well. */
	settled: boolean;
}

/** How often something was in `from` <= x < `to`. */
export interface Bin {
	from: number;
	to: number;
	count: number;
}

export interface Spread {
	mean: Figure;
	p5: number;
	p25: number;
	p50: number;
	p75: number;
	p95: number;
	least: number;
	most: number;
	bins: Bin[];
}

export interface Setup {
	game: string;
	rules_version: number;
	players: number;
	robots: string[];
	preset: string;
	/** All of them. */
	options: Record<string, unknown>;
	/** What differs from the game's usual options, and the same in words. */
	changed: Record<string, unknown>;
	said: string;
	seed: number;
	think: number | null;
}

export interface Level {
	level: string;
	seats: number;
	/** Of one seat of that level. */
	share: Figure;
}

/** One better robot alone among weaker ones, on every seat in turn. */
export interface Skill {
	better: string;
	weaker: string;
	share: Share;
	even: number;
}

export interface Rule {
	id: string;
	label: string;
	clauses: string[];
	per_match: Figure;
	/** Share of matches with it at least once. */
	matches: Figure;
}

/** Chances at nine moments: of the later winner (mean, 10 % and 90 % of the matches), and of whoever leads just then. */
export interface Curve {
	at: number[];
	winner: number[];
	winner_low: number[];
	winner_high: number[];
	leader: number[];
}

export interface Drama {
	lead_changes: Spread;
	/** The part of the match after which the winner's chance stayed above 90 %. */
	certain: Spread;
	/** The winner's lowest chance on the way. */
	comeback: Spread;
	curve: Curve;
}

export interface Arm {
	setup: Setup;
	matches: number;
	watched: number;
	followed: number;
	/** Share of wins; a shared win counts in parts. */
	seats: Share[];
	/** The same by order of play; empty where all choose at once. */
	order: Share[];
	ties: Figure;
	levels: Level[];
	skill: Skill | null;
	/** None of these before a match was played. */
	decisions: Spread | null;
	turns: Spread | null;
	minutes: Spread | null;
	scores: Spread | null;
	scores_by_seat: Figure[];
	margin: Spread | null;
	lower_wins: boolean;
	rules: Rule[];
	/** Share of decisions with more than one legal action. */
	choice: Figure | null;
	options_offered: Figure | null;
	/** Between two turns of one's own. */
	wait: { seconds: Spread; decisions: Spread } | null;
	drama: Drama | null;
}

/** Arm `b` against arm `a`. */
export interface Comparison {
	figure: string;
	a: number;
	b: number;
	difference: Figure;
	/** After correction for many comparisons. */
	p: number;
	/** Beyond chance. */
	settled: boolean;
	sentence: string;
}

export interface Goal {
	name: string;
	value: number;
	want: string;
	/** 0: far away, 1: reached. */
	met: number;
}

export interface Trial {
	number: number;
	/** What differs from the game's usual options, and the same in words. */
	changed: Record<string, unknown>;
	label: string;
	goals: Goal[];
	front: boolean;
	/** Its place on the front, the best is 0. */
	rank: number | null;
	/** All its figures, of the best on the front. */
	arm: Arm | null;
}

/** How far it is; a search counts its trials. */
export interface Progress {
	done: number;
	matches: number;
	tried: number;
	trials: number;
	seconds_left: number | null;
	finished: boolean;
}

export interface Study {
	format: 1;
	kind: 'run' | 'sweep' | 'find';
	version: string;
	lang: string;
	title: string;
	sentences: string[];
	arms: Arm[];
	/** One for each arm. */
	labels: string[];
	comparisons: Comparison[];
	trials: Trial[];
	progress: Progress;
}
