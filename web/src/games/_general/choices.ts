// What can be tapped: legal actions by what one taps for them, one thing after the other.
import type { Choice } from '../../contract';
import type { ActionFace } from '../../net/protocol';
import type { Spread, Touch, Zone } from '../../net/shapes';
import type { Place } from './spread';

/** What a touch is called: the same for everything that is tapped at the same place. Of zones that each seat has the own one is meant. */
export function spotOf(touch: Touch, me: number | null, spread: Spread): string {
	if (touch.seat !== undefined) return `seat ${touch.seat}`;
	const name = touch.zone ?? 'hand';
	const zone = name === 'hand' || spread.zones.some((one) => one.id === `${name}:${me}`) ? `${name}:${me}` : name;
	if (touch.card !== undefined) return cardSpot(zone, touch.card);
	return touch.place === undefined ? zoneSpot(zone) : placeSpot(zone, touch.place);
}

export const cardSpot = (zone: string, card: string): string => `card ${zone} ${card}`;
export const placeSpot = (zone: string, place: number): string => `place ${zone} ${place}`;
export const zoneSpot = (zone: string): string => `zone ${zone}`;

/** So many of the places of a pile or a row are drawn, the uppermost and last ones; before a player things are smaller. */
export function shownOf(zone: Zone, places: readonly Place[]): readonly Place[] {
	if (zone.kind === 'pile') return places.slice(zone.owner == null ? -3 : -1);
	return zone.owner == null ? places : places.slice(-6);
}

/** The spots of a zone that are on the screen. `spaces`: those of a track that a finger finds. */
export function spotsOf(zone: Zone, places: readonly Place[], spaces: readonly unknown[]): string[] {
	if (zone.kind === 'track')
		return [
			...spaces.flatMap((space, at) => (space ? [placeSpot(zone.id, at)] : [])),
			// A piece that stands on no space waits beside the road.
			...(spaces.length ? (zone.pieces ?? []).map((piece) => cardSpot(zone.id, piece.id)) : []),
		];
	// Of a pile a finger finds only what lies on top.
	const shown = zone.kind === 'pile' ? places.slice(-1) : shownOf(zone, places);
	const before = places.length - shown.length;
	return [
		zoneSpot(zone.id),
		...shown.flatMap((place) => place.slice(-1).map((one) => cardSpot(zone.id, one.token))),
		...(zone.owner == null ? shown.map((_, at) => placeSpot(zone.id, before + at)) : []),
	];
}

export interface Way {
	choice: Choice;
	spots: string[];
}

/** The spots of each action, up to the first that is not on this screen: from there on it is a button. */
export function waysOf(
	choices: readonly Choice[],
	spread: Spread,
	me: number | null,
	there: ReadonlySet<string>,
): Way[] {
	return choices.map((choice) => {
		const spots = touchesOf(choice, spread, choice.action).map((touch) => spotOf(touch, me, spread));
		const missing = spots.findIndex((spot) => !spot.startsWith('seat ') && !there.has(spot));
		return { choice, spots: missing < 0 ? spots : spots.slice(0, missing) };
	});
}

export function touchesOf(face: ActionFace, spread: Spread, action: number): Touch[] {
	return spread.touches?.[action] ?? ((face.touches ?? []) as Touch[]);
}

export interface Offer {
	/** What leads on when it is tapped next, and to which actions. */
	next: ReadonlyMap<string, Choice[]>;
	/** Complete: they are chosen by their words. */
	here: Choice[];
}

/** What is left after these spots were tapped. */
export function offered(ways: readonly Way[], picked: readonly string[]): Offer {
	const next = new Map<string, Choice[]>();
	const here: Choice[] = [];
	for (const { choice, spots } of ways) {
		if (!picked.every((spot, i) => spots[i] === spot)) continue;
		const spot = spots[picked.length];
		if (spot === undefined) here.push(choice);
		else next.set(spot, [...(next.get(spot) ?? []), choice]);
	}
	return { next, here };
}

/** More pieces than these on one space hide each other. */
const BESIDE = 2;

/** What leads on, but lies below something else that can be tapped: no finger finds it, so it is a button, too. */
export function buriedIn(
	zone: Zone,
	places: readonly Place[],
	can: (spot: string) => boolean,
	leads: (spot: string) => boolean,
): string[] {
	if (zone.kind === 'track') {
		const pieces = (zone.pieces ?? []).filter((piece) => can(cardSpot(zone.id, piece.id)));
		const on = (at: number) => pieces.filter((piece) => piece.at === at);
		const spots = [
			...new Set(pieces.map((piece) => placeSpot(zone.id, piece.at))),
			...pieces.flatMap((piece) =>
				piece.at >= 0 && on(piece.at).length > BESIDE ? [cardSpot(zone.id, piece.id)] : [],
			),
		];
		return spots.filter(leads);
	}
	const under = places.flatMap((place, at) => {
		const last = place.at(-1);
		return last && can(cardSpot(zone.id, last.token)) ? [placeSpot(zone.id, at)] : [];
	});
	const covered = spotsOf(zone, places, []).some((spot) => spot !== zoneSpot(zone.id) && can(spot));
	return [...under, ...(covered ? [zoneSpot(zone.id)] : [])].filter(leads);
}

/** Players among what leads on: they are chosen by buttons with their names. */
export const seatsIn = (offer: Offer): { seat: number; choices: Choice[] }[] =>
	[...offer.next].flatMap(([spot, choices]) =>
		spot.startsWith('seat ') ? [{ seat: Number(spot.slice(5)), choices }] : [],
	);
