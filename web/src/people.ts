// Who plays at this device: what they are called and what they drive, and who sat at its last table. It stays here: there are
// no accounts. A server learns of somebody what their chair shows, once they sit there.
import { driverName } from './ui/names';

export interface Person {
	name: string;
	/** The colour of the car; its driver goes with it. */
	colour: string;
}

interface Kept {
	/** The latest first. */
	people: Person[];
	/** The chairs of the last table that was set up here. */
	lineup: unknown[];
}

const KEY = 'tailback.people';
const MOST = 24;

/** Storage may be forbidden; then they are known as long as the page lasts. */
let memory: Kept = { people: [], lineup: [] };

export const sameName = (one: string, other: string): boolean =>
	one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

const list = (found: unknown): unknown[] => (Array.isArray(found) ? found : []);

function isPerson(found: unknown): found is Person {
	const { name, colour } = (found ?? {}) as Partial<Person>;
	return typeof name === 'string' && name.trim() !== '' && typeof colour === 'string';
}

function read(): Kept {
	let found: string | null;
	try {
		found = localStorage.getItem(KEY);
	} catch {
		return memory;
	}
	try {
		const { people, lineup } = JSON.parse(found ?? '{}') as Record<string, unknown>;
		return { people: list(people).filter(isPerson), lineup: list(lineup) };
	} catch {
		// It is damaged.
		return { people: [], lineup: [] };
	}
}

function write(change: Partial<Kept>): void {
	const kept = { ...read(), ...change };
	memory = { ...kept, people: kept.people.slice(0, MOST) };
	try {
		localStorage.setItem(KEY, JSON.stringify(memory));
	} catch {
		// See `memory`.
	}
}

/** The people of this device, whoever played last first. */
export const people = (): Person[] => read().people;

/** Whoever has this device in hand, as far as it knows. */
export const owner = (): Person => people()[0] ?? { name: '', colour: '' };

/**
 * They play now, `beside` these people. Whoever is only called after the driver of the car has not said who they are; and whose
 * own car somebody beside them has keeps it for another day.
 */
export function remember(now: readonly Person[], beside: readonly Person[] = now): void {
	const before = people();
	const named: Person[] = [];
	for (const { name, colour } of now) {
		if (!name.trim() || sameName(name, driverName(colour)) || named.some((one) => sameName(one.name, name))) continue;
		const own = before.find((known) => sameName(known.name, name))?.colour;
		const lent = beside.some((one) => one.colour === own && !sameName(one.name, name));
		named.push({ name: name.trim(), colour: own && lent ? own : colour });
	}
	if (!named.length) return;
	write({ people: [...named, ...before.filter((known) => !named.some((one) => sameName(one.name, known.name)))] });
}

/** From now on somebody is called something else; whoever was called that before is the same one now. */
export function rename(name: string, to: string): void {
	const fresh = to.trim();
	if (!fresh) return;
	const others = people().filter((one) => sameName(one.name, name) || !sameName(one.name, fresh));
	write({
		people: others.map((one) => (sameName(one.name, name) ? { ...one, name: fresh } : one)),
		lineup: seatsWith(name, fresh),
	});
}

/** As if they had never played here. Returns how to take that back. */
export function forget(name: string): () => void {
	const before = read();
	write({ people: before.people.filter((one) => !sameName(one.name, name)), lineup: seatsWith(name, '') });
	return () => write(before);
}

/** The last line-up with another name in the place of this person. */
function seatsWith(name: string, fresh: string): unknown[] {
	return read().lineup.map((seat) => {
		const one = seat as { sitter?: unknown; name?: unknown } | null;
		const theirs = one?.sitter === 'here' && typeof one.name === 'string' && sameName(one.name, name);
		return theirs ? { ...one, name: fresh } : seat;
	});
}

/** The same family plays again tomorrow. */
export const keepLineup = (lineup: unknown[]): void => write({ lineup });

/** As it was kept: whoever reads it looks what it is worth. */
export const keptLineup = (): unknown[] => read().lineup;
