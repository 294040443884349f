// Games that were played on one evening: which belong together, what each was worth, and who did the most of what.
import type { Feat } from '../contract';
import type { Tally } from '../games/tally';

export interface Player {
	name: string;
	/** The colour of the car; the face goes with it. */
	colour: string;
	robot: boolean;
	/** How well a robot plays; empty where that is not known. */
	level: string;
}

/** A finished game, as this device remembers it. */
export interface Played {
	table: string;
	number: number;
	game: string;
	/** When it ended, in milliseconds since 1970. */
	at: number;
	/** By seat. */
	players: Player[];
	places: number[];
	/** How much each seat did, by feat; null until it was counted. */
	done: Record<string, number[]> | null;
	/** With it its people ended their evening. */
	last: boolean;
	/** It was played without a server. */
	alone: boolean;
}

/** Games in a row. */
export type Evening = readonly Played[];

export interface Standing extends Player {
	/** The same for whoever is the same in several games. */
	id: string;
	points: number;
	place: number;
	/** One of the people with the most points, also where a robot has more. */
	crowned: boolean;
}

export interface Trophy {
	/** The `id` of whoever gets it. */
	who: string;
	game: string;
	feat: string;
	n: number;
}

const HOUR = 3_600_000;
/** After so long without a game the next one begins another evening. */
const PAUSE = 4 * HOUR;
/** Before that hour it is still the day before. */
const DAWN = 5 * HOUR;
/** What the first place is worth, in every game. */
const MOST = 10;
/** Nobody carries home more than that. */
const EACH = 2;
/** One game alone is no evening yet. */
export const ENOUGH = 2;

/** Who is the same in several games: people and robots by what they are called. Two of one name also by their cars. */
export function ids({ players }: Pick<Played, 'players'>): string[] {
	const used = new Set<string>();
	return players.map(({ name, colour, robot }) => {
		const plain = `${robot ? 'robot' : 'person'} ${name.trim().toLocaleLowerCase()}`;
		const id = used.has(plain) || !name.trim() ? `${plain} ${colour}` : plain;
		used.add(id);
		return id;
	});
}

const day = (at: number): string => new Date(at - DAWN).toDateString();
const peopleOf = (game: Played): string[] => ids(game).filter((_, seat) => !game.players[seat]!.robot);

/** Does a game belong to the evening so far? Then at least half of its people were there before. */
function goesOn(evening: Evening, game: Played): boolean {
	const before = evening.at(-1)!;
	if (before.last || game.at - before.at > PAUSE || day(game.at) !== day(before.at)) return false;
	const known = new Set(evening.flatMap(peopleOf));
	const now = peopleOf(game);
	// Whoever plays alone with robots does so for themselves, and takes no points into an evening with others.
	if (known.size > 1 !== now.length > 1) return false;
	return now.filter((one) => known.has(one)).length * 2 >= now.length;
}

/** All evenings, the latest first. Games among robots belong to none. */
export function evenings(games: readonly Played[]): Played[][] {
	const found: Played[][] = [];
	for (const game of [...games].sort((a, b) => a.at - b.at)) {
		if (!peopleOf(game).length) continue;
		const one = found.findLast((evening) => goesOn(evening, game));
		if (one) one.push(game);
		else found.push([game]);
	}
	return found.sort((a, b) => b.at(-1)!.at - a.at(-1)!.at);
}

/** What a game is worth to each seat: its share of those it beat, so that games of every kind and size count alike. */
export function pointsOf(places: readonly number[]): number[] {
	const others = places.length - 1;
	return places.map((place) => {
		const beaten = places.filter((other) => other > place).length;
		const equal = places.filter((other) => other === place).length - 1;
		return others ? Math.round((MOST * (beaten + equal / 2)) / others) : MOST;
	});
}

/** Everybody who played, the most points first. */
export function standings(evening: Evening): Standing[] {
	const sums = new Map<string, Standing>();
	for (const game of evening) {
		const points = pointsOf(game.places);
		for (const [seat, id] of ids(game).entries()) {
			const before = sums.get(id)?.points ?? 0;
			// They look as they did last.
			sums.set(id, { id, ...game.players[seat]!, points: before + points[seat]!, place: 0, crowned: false });
		}
	}
	const all = [...sums.values()].sort((a, b) => b.points - a.points || Number(a.robot) - Number(b.robot));
	const best = Math.max(...all.filter((one) => !one.robot).map((one) => one.points));
	return all.map((one) => ({
		...one,
		place: all.filter((other) => other.points > one.points).length + 1,
		crowned: !one.robot && one.points === best,
	}));
}

/** What a tally says, in a form that can be kept. */
export const kept = (counted: Tally): Record<string, number[]> =>
	Object.fromEntries([...counted].map(([feat, each]) => [feat.id, [...each]]));

interface Claim extends Trophy {
	odd: boolean;
	/** Nobody of the others did as much. */
	alone: boolean;
	/** How much of all of it was theirs. */
	share: number;
}

/** Who of the people did the most of something, in all games of its kind together. */
function claims(evening: Evening, game: string, feat: Feat): Claim[] {
	const sums = new Map<string, number>();
	const people = new Set<string>();
	for (const one of evening) {
		const each = one.game === game ? one.done?.[feat.id] : undefined;
		if (!each) continue;
		for (const who of peopleOf(one)) people.add(who);
		for (const [seat, who] of ids(one).entries()) {
			const [before, n] = [sums.get(who) ?? 0, each[seat] ?? 0];
			sums.set(who, feat.most ? Math.max(before, n) : before + n);
		}
	}
	const all = [...sums.values()].reduce((sum, n) => sum + n, 0);
	const theirs = [...sums].filter(([who]) => people.has(who));
	const most = Math.max(0, ...theirs.map(([, n]) => n));
	const first = most ? theirs.filter(([, n]) => n === most) : [];
	const alone = first.length === 1;
	return first.map(([who, n]) => ({ who, game, feat: feat.id, n, odd: feat.odd ?? false, alone, share: n / all }));
}

/**
 * For everybody of the people, if it can be, something of which they did the most; for many a second thing. Robots win none. Nothing is
 * given twice.
 */
export function trophies(evening: Evening, feats: ReadonlyMap<string, readonly Feat[]>): Trophy[] {
	const found = [...feats].flatMap(([game, all]) => all.flatMap((feat) => claims(evening, game, feat)));
	found.sort(
		(a, b) => Number(a.odd) - Number(b.odd) || Number(b.alone) - Number(a.alone) || b.share - a.share || b.n - a.n,
	);
	const claimed = (who: string) => found.filter((one) => one.who === who).length;
	// Whoever has the least to choose from chooses first.
	const people = [...new Set(found.map((one) => one.who))].sort((a, b) => claimed(a) - claimed(b));
	const given: Claim[] = [];
	for (let turn = 0; turn < EACH; turn++) {
		for (const who of people) {
			const free = (one: Claim) => !given.some((other) => other.game === one.game && other.feat === one.feat);
			// What nobody would want is for whoever has nothing else.
			const next = found.find((one) => one.who === who && free(one) && !(one.odd && turn));
			if (next) given.push(next);
		}
	}
	return given.map(({ who, game, feat, n }) => ({ who, game, feat, n }));
}
