// Who sits where at a table that is about to be opened. Limits and colours come from the server.
import { nearestColour } from '../../art/colour';
import type { ChairFace, NewChair } from '../../net/protocol';
import * as kept from '../../people';
import { sameName } from '../../people';
import { today, usualLevel } from './levels';

export type Sitter = 'here' | 'open' | 'bot';

export interface Chair {
	/** Stays the same while the chair exists, so that its picture does not jump. */
	key: number;
	sitter: Sitter;
	name: string;
	colour: string;
	level: string;
}

export interface Makings {
	fewest: number;
	usual: number;
	most: number;
	/** Car colours, one for each driver. */
	colours: readonly string[];
	/** Names to suggest. */
	names: readonly string[];
	/** What a person is called who has no name yet: after the driver of their car, by colour. */
	drivers?: Readonly<Record<string, string>>;
	levels: readonly string[];
}

function freeColour(chairs: readonly Chair[], makings: Makings, wish = ''): string {
	const free = makings.colours.filter((colour) => !chairs.some((chair) => chair.colour === colour));
	return free.includes(wish) ? wish : (free[0] ?? '');
}

function freeName(chairs: readonly Chair[], makings: Makings): string {
	return makings.names.find((name) => !chairs.some((chair) => sameName(chair.name, name))) ?? '';
}

function personName(chairs: readonly Chair[], makings: Makings, colour: string): string {
	const driver = makings.drivers?.[colour] ?? '';
	return driver && !chairs.some((chair) => sameName(chair.name, driver)) ? driver : freeName(chairs, makings);
}

export function addChair(chairs: readonly Chair[], makings: Makings, wish: Partial<Chair> = {}): Chair[] {
	if (chairs.length >= makings.most) return [...chairs];
	const named = wish.name?.trim() && !chairs.some((chair) => sameName(chair.name, wish.name!));
	const level = wish.level && makings.levels.includes(wish.level) ? wish.level : usualLevel(makings.levels);
	const colour = freeColour(chairs, makings, wish.colour);
	const sitter = wish.sitter ?? 'bot';
	const other = sitter === 'here' ? personName(chairs, makings, colour) : freeName(chairs, makings);
	const fresh: Chair = {
		key: Math.max(0, ...chairs.map((chair) => chair.key)) + 1,
		sitter,
		name: named ? wish.name! : other,
		colour,
		level,
	};
	return [...chairs, fresh];
}

export function removeChair(chairs: readonly Chair[], key: number, makings: Makings): Chair[] {
	if (chairs.length <= makings.fewest) return [...chairs];
	return chairs.filter((chair) => chair.key !== key);
}

/** So many chairs: the last ones go, or robots come. */
export function withPlayers(chairs: readonly Chair[], players: number, makings: Makings): Chair[] {
	let now = [...chairs];
	while (now.length > players && now.length > makings.fewest) now = now.slice(0, -1);
	while (now.length < players && now.length < makings.most) now = addChair(now, makings);
	return now;
}

/** So many people at this device: robots make room for them, then chairs are added; whoever goes leaves a robot. */
export function withPeople(chairs: readonly Chair[], people: number, makings: Makings): Chair[] {
	let now = [...chairs];
	const become = (key: number | undefined, sitter: Sitter) => {
		now = now.map((chair) => {
			if (chair.key !== key) return chair;
			const others = now.filter((one) => one.key !== key);
			const name = sitter === 'here' ? personName(others, makings, chair.colour) : freeName(others, makings);
			return { ...chair, sitter, name };
		});
	};
	while (peopleHere(now) > people) become(now.findLast((chair) => chair.sitter === 'here')?.key, 'bot');
	while (peopleHere(now) < people) {
		const robot = now.find((chair) => chair.sitter === 'bot');
		if (robot) become(robot.key, 'here');
		else if (now.length < makings.most) now = addChair(now, makings, { sitter: 'here' });
		else break;
	}
	return now;
}

/** Whoever sat here last time sits down again; else one person and robots. */
export function firstChairs(
	makings: Makings,
	own: { name: string; colour: string },
	last: readonly Partial<Chair>[],
): Chair[] {
	const wishes: readonly Partial<Chair>[] = last.length ? last : [{ sitter: 'here', ...own }];
	const players = last.length ? Math.min(Math.max(last.length, makings.fewest), makings.most) : makings.usual;
	const seated = wishes.slice(0, players).reduce<Chair[]>((chairs, wish) => addChair(chairs, makings, wish), []);
	return withPlayers(seated, players, makings);
}

/** The chairs of a table that is open already. */
export function seated(faces: readonly ChairFace[]): Chair[] {
	return faces.map(({ seat, name, colour, level, sitter }) => ({
		key: seat + 1,
		name,
		colour,
		level,
		sitter: sitter === 'person' ? 'here' : sitter,
	}));
}

export function changeChair(
	chairs: readonly Chair[],
	key: number,
	change: Partial<Omit<Chair, 'key'>>,
	drivers: Readonly<Record<string, string>> = {},
): Chair[] {
	const old = chairs.find((chair) => chair.key === key);
	/** Whoever is called after the driver is called after the next one. */
	const driven = (chair: Chair, colour: string) =>
		chair.name === drivers[chair.colour]
			? { ...chair, colour, name: drivers[colour] ?? chair.name }
			: { ...chair, colour };
	return chairs.map((chair) => {
		if (chair.key === key) return { ...(change.colour ? driven(chair, change.colour) : chair), ...change };
		// A car has one driver: whoever had the wished one gets the other's.
		if (old && change.colour && chair.colour === change.colour) return driven(chair, old.colour);
		return chair;
	});
}

/**
 * Somebody whom this device knows sits down here, with their car. Robots and free chairs swap with them; where another person has
 * it, they get the one that looks most like it.
 */
export function seatKnown(chairs: readonly Chair[], key: number, who: kept.Person, makings: Makings): Chair[] {
	const others = chairs.filter((chair) => chair.key !== key);
	const driven = others.filter((chair) => chair.sitter === 'here').map((chair) => chair.colour);
	const free = makings.colours.filter((colour) => !driven.includes(colour));
	const colour = nearestColour(who.colour, free) ?? '';
	const seated = changeChair(chairs, key, { sitter: 'here', name: who.name, colour });
	const namesake = (chair: Chair) => chair.sitter === 'bot' && sameName(chair.name, who.name);
	return seated.map((chair) => (namesake(chair) ? { ...chair, name: freeName(seated, makings) } : chair));
}

export const peopleHere = (chairs: readonly Chair[]): number =>
	chairs.filter((chair) => chair.sitter === 'here').length;
export const isOpen = (chairs: readonly Chair[]): boolean => chairs.some((chair) => chair.sitter === 'open');
export const robots = (chairs: readonly Chair[]): Chair[] => chairs.filter((chair) => chair.sitter === 'bot');

/** What the server is told. Whoever is still to come brings a name along. */
export function asked(chairs: readonly Chair[]): NewChair[] {
	return chairs.map(({ sitter, name, colour, level }) => ({
		sitter,
		colour,
		...(sitter !== 'open' && name.trim() ? { name: name.trim() } : {}),
		...(sitter === 'bot' ? { level } : {}),
	}));
}

const RULES = 'tailback.presets';

/** The same family plays again tomorrow. */
export function keepLineup(chairs: readonly Chair[]): void {
	kept.remember(chairs.filter((chair) => chair.sitter === 'here'));
	kept.keepLineup(chairs.map(({ key: _, ...rest }) => rest));
}

/** Whoever has chosen another car since then comes with that one. */
export function lastLineup(): Partial<Chair>[] {
	const last = (kept.keptLineup() as Partial<Chair>[]).filter(
		(one) => typeof one?.name === 'string' && ['here', 'open', 'bot'].includes(one.sitter ?? ''),
	);
	const known = kept.people();
	return last.map((one) => {
		const who = one.sitter === 'here' && known.find((known) => sameName(known.name, one.name!));
		const car = who && !last.some((other) => other.colour === who.colour) ? { colour: who.colour } : {};
		return { ...one, ...car, ...(one.level ? { level: today(String(one.level)) } : {}) };
	});
}

function presets(): Record<string, unknown> {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(RULES) ?? '{}');
		return found && typeof found === 'object' ? (found as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}

/** Whoever knows a game by now does not begin with the first-time rules again. */
export function keepPreset(game: string, preset: string): void {
	try {
		localStorage.setItem(RULES, JSON.stringify({ ...presets(), [game]: preset }));
	} catch {
		// Then it is asked again next time.
	}
}

/** Has this game been played on this device? */
export const isKnown = (game: string): boolean => game in presets();

export function lastPreset(game: string, known: readonly string[]): string {
	return known.find((preset) => preset === presets()[game]) ?? known[0] ?? '';
}
