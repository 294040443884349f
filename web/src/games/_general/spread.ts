// What lies where, with a name for every card: so a card that goes from one zone to another is seen to go.
import type { Move } from '../../contract';
import type { CardMove, Spread, Zone } from '../../net/shapes';

export const BACK = '?';

/** A view with its zones. */
export interface Shown {
	seat: number | null;
	spread: Spread;
	[more: string]: unknown;
}

/** A card that lies somewhere; its name stays while it can be followed. */
export interface Lying {
	token: string;
	name: string;
}

/** A place of a zone: the cards on it, the lowest first. */
export type Place = readonly Lying[];
export type Places = ReadonlyMap<string, readonly Place[]>;

const EMPTY: Spread = { zones: [], turn: null, facts: [], notes: [] };

export const spreadOf = (view: unknown): Spread => (view as Partial<Shown> | undefined)?.spread ?? EMPTY;

const named = new WeakMap<Spread, Places>();
let fresh = 0;

const tokensOf = (card: string | string[] | null): string[] =>
	card === null ? [] : Array.isArray(card) ? card : [card];

export const isOpen = (zone: Zone): boolean => !!zone.cards?.some((card) => card !== BACK && card !== null);

/** The cards of a pile that lie face down are named by how many are below them: so the next one is there already. */
const faceDown = (zone: Zone, at: number): string =>
	`${zone.id}~${(zone.count ?? 0) - (zone.cards?.length ?? 0) + at + 1}`;

/** Every card with its name; those that were there before keep theirs. The same spread has always the same names. */
export function placesOf(spread: Spread, before?: Spread): Places {
	let found = named.get(spread);
	if (!found) {
		found = carried(spread, before && named.get(before));
		named.set(spread, found);
	}
	return found;
}

function carried(spread: Spread, before: Places | undefined): Places {
	const left = new Map<string, { zone: string; at: number; token: string }>();
	for (const [zone, places] of before ?? [])
		places.forEach((place, at) => {
			for (const { token, name } of place) if (!name.includes('~')) left.set(name, { zone, at, token });
		});
	const found = new Map<string, Lying[][]>();
	const open: { zone: Zone; at: number; token: string; put: (name: string) => void }[] = [];
	for (const zone of spread.zones) {
		const places = (zone.cards ?? []).map((card, at) =>
			tokensOf(card).map((token) => {
				const lying = { token, name: '' };
				if (token === BACK && zone.kind === 'pile') lying.name = faceDown(zone, at);
				else {
					const put = (name: string) => {
						lying.name = name;
					};
					open.push({ zone, at, token, put });
				}
				return lying;
			}),
		);
		found.set(zone.id, places);
	}
	type Old = { zone: string; at: number; token: string };
	type Wanted = (typeof open)[number];
	/** The nearest first: where it was, elsewhere in the zone, turned over where it is, anywhere else. */
	const passes: ((old: Old, now: Wanted) => boolean)[] = [
		(old, now) => old.zone === now.zone.id && old.token === now.token && old.at === now.at,
		(old, now) => old.zone === now.zone.id && old.token === now.token,
		(old, now) =>
			old.zone === now.zone.id &&
			old.at === now.at &&
			(old.token === BACK || now.token === BACK) &&
			now.zone.kind !== 'hand',
		(old, now) => old.token === now.token && now.token !== BACK,
	];
	let wanting = open;
	for (const same of passes) {
		wanting = wanting.filter((now) => {
			for (const [name, old] of left) {
				if (!same(old, now)) continue;
				now.put(name);
				left.delete(name);
				return false;
			}
			return true;
		});
	}
	for (const one of wanting) one.put(`${one.token}#${++fresh}`);
	return found;
}

/** Where things fly to and from: hands are at their owners, and a zone that is not drawn is, too. */
export function placeName(spread: Spread, id: string, me: number | null): string {
	const hand = /^hand:(\d+)$/.exec(id);
	if (hand) return Number(hand[1]) === me ? 'hand' : `seat-${hand[1]}`;
	const zone = spread.zones.find((one) => one.id === id);
	if (zone?.owner != null && !zone.cards?.length) return `seat-${zone.owner}`;
	return `zone:${id}`;
}

/** After some moves: what lies where then, and what flies. */
export interface After {
	spread: Spread;
	moves: Move[];
}

/** The zones as they are changed by moves, one after the other. */
class Table {
	private zones: Map<string, Zone>;
	private places: Map<string, Lying[][]>;

	constructor(
		private readonly spread: Spread,
		private readonly me: number | null,
		private readonly truth: Spread | undefined,
	) {
		this.zones = new Map(spread.zones.map((zone) => [zone.id, zone]));
		this.places = new Map(
			[...placesOf(spread)].map(([id, places]) => [id, places.map((place) => place.map((one) => ({ ...one })))]),
		);
	}

	/** A zone that is only there while something lies in it comes as the truth will have it, and empty. */
	private open(id: string): void {
		const zone = this.zones.has(id) ? undefined : this.truth?.zones.find((one) => one.id === id);
		if (!zone?.cards) return;
		this.zones.set(id, { ...zone, cards: [], ...(zone.count === undefined ? {} : { count: 0 }) });
		this.places.set(id, []);
	}

	move(move: CardMove): Move {
		this.open(move.end);
		const from = placeName(this.spread, move.start, this.me);
		const piece = this.zones.get(move.start)?.pieces ? this.drive(move) : this.carry(move);
		return { piece, from, to: placeName(this.spread, move.end, this.me) };
	}

	private drive({ card, start, end_place }: CardMove): string {
		const zone = this.zones.get(start)!;
		const pieces = zone.pieces!.map((one) => (one.id === card ? { ...one, at: end_place ?? one.at } : one));
		this.zones.set(start, { ...zone, pieces });
		return `piece:${card}`;
	}

	private carry(move: CardMove): string {
		const old = this.take(move);
		const known = old && (old.token === move.card || move.start === move.end);
		const name = known ? old.name : move.card === BACK && old ? old.name : `${move.card}#${++fresh}`;
		this.put(move, { token: move.card, name });
		return `card:${name}`;
	}

	private take({ card, start, start_place }: CardMove): Lying | undefined {
		const places = this.places.get(start);
		if (!places) return undefined;
		const holds = (place: Lying[]) => place.some((one) => one.token === card);
		const hidden = (place: Lying[]) => place.some((one) => one.token === BACK);
		let at = start_place ?? places.findLastIndex(holds);
		if (at < 0) at = places.findLastIndex(hidden);
		const place = places[at];
		if (!place?.length) return undefined;
		const which = place.findLastIndex((one) => one.token === card);
		const [old] = place.splice(which < 0 ? place.length - 1 : which, 1);
		const kind = this.zones.get(start)!.kind;
		if (!place.length && kind !== 'grid') places.splice(at, 1);
		this.count(start, -1);
		// Below the card that was drawn lies the next one.
		const zone = this.zones.get(start)!;
		if (kind === 'pile' && !places.length && (zone.count ?? 0) > 0)
			places.push([{ token: BACK, name: `${start}~${zone.count}` }]);
		return old;
	}

	private put({ card, end, end_place }: CardMove, lying: Lying): void {
		const places = this.places.get(end);
		const zone = this.zones.get(end);
		if (!places || !zone) return;
		this.count(end, 1);
		const top = places.at(-1)?.at(-1);
		if (zone.kind === 'pile' && top?.token === BACK) {
			places.splice(0, places.length, [{ token: BACK, name: `${end}~${this.zones.get(end)!.count ?? 0}` }]);
		} else if (zone.kind === 'hand' && Number(zone.owner) !== this.me) {
			places.push([{ token: card, name: lying.name.includes('~') ? `${BACK}#${++fresh}` : lying.name }]);
		} else if (end_place !== undefined && places[end_place] && !places[end_place].length) places[end_place].push(lying);
		else if (end_place !== undefined && zone.kind === 'grid') places[end_place]?.push(lying);
		else if (end_place !== undefined) places.splice(end_place, 0, [lying]);
		else places.splice(this.before(end, card, places), 0, [lying]);
	}

	/** Where it goes among the others: as the truth will have it. */
	private before(end: string, card: string, places: Lying[][]): number {
		const then = (this.truth?.zones.find((zone) => zone.id === end)?.cards ?? []).map(tokensOf);
		const at = then.findLastIndex((tokens) => tokens.includes(card));
		if (at < 0 || this.zones.get(end)?.kind === 'pile') return places.length;
		const later = then.slice(at + 1).flat();
		const found = places.findIndex((place) => place.some((one) => later.includes(one.token)));
		return found < 0 ? places.length : found;
	}

	private count(id: string, more: number): void {
		const zone = this.zones.get(id);
		if (zone?.count !== undefined) this.zones.set(id, { ...zone, count: Math.max(0, zone.count + more) });
	}

	get done(): Spread {
		const held = new Map<number, number>();
		const zones = [...this.zones.values()].map((zone) => {
			const places = this.places.get(zone.id);
			if (!places || !zone.cards) return zone;
			if (zone.kind === 'hand' && zone.owner != null) held.set(zone.owner, places.length - zone.cards.length);
			const cards = places.map((place) =>
				place.length === 0 ? null : place.length === 1 ? place[0]!.token : place.map((one) => one.token),
			);
			return { ...zone, cards };
		});
		const facts = this.spread.facts.map((own, seat) =>
			own.map((fact) => (fact.icon === 'cards' ? { ...fact, n: Math.max(0, fact.n + (held.get(seat) ?? 0)) } : fact)),
		);
		const spread = { ...this.spread, zones, facts };
		named.set(spread, this.places);
		return spread;
	}
}

/** What these moves make of the table. Cards are found by their place or their face. */
export function moved(spread: Spread, moves: readonly CardMove[], me: number | null, truth?: Spread): After {
	const table = new Table(spread, me, truth);
	const flown = moves.map((move) => table.move(move));
	return { spread: table.done, moves: flown };
}
