// How what happened is shown on the general table: cards fly as the event says, and the rest is said in words.
import { type Beat, type GameEvent, LEAST, ROUND_END } from '../../contract';
import type { CardMove, Spread, Zone } from '../../net/shapes';
import { BACK, moved, type Shown, spreadOf } from './spread';

const FLY = 340;
const APART = 70;
/** However many cards fly, all of them are under way by then. */
const LONGEST = 900;
const SPACE = 110;
/** Further than this a piece goes straight. */
const FAR = 14;
const WORDS = 480;

type Step = Beat<Shown>;

export function tell(view: Shown, event: GameEvent, me: number | null, truth?: Shown): Step | Step[] {
	const moves = (event.moves ?? []) as CardMove[];
	if (event.kind === 'round_over' && isLine(event.points)) {
		return { view, ...ROUND_END, round: { points: event.points } };
	}
	const target = truth && spreadOf(truth);
	if (!moves.length) {
		const thrown = target && thrownIn(view.spread, event, target);
		if (!thrown) return { view, rest: WORDS, sound: 'nod' };
		return { view: { ...view, spread: thrown }, rest: WORDS, least: LEAST.roll, sound: 'die' };
	}
	const turned = moves.filter((move) => move.card === BACK && move.start === move.end);
	const found: Step[] = turned.length ? [{ view, least: LEAST.miss }] : [];
	let now = view;
	const drives = moves.filter((move) => trackOf(now.spread, move));
	const flights = moves.filter((move) => !drives.includes(move));
	if (flights.length) {
		const after = moved(now.spread, flights, me, target);
		now = { ...now, spread: after.spread };
		const apart = Math.min(APART, LONGEST / flights.length);
		found.push({
			view: now,
			ms: FLY,
			rest: 140 + apart * (flights.length - 1),
			moves: after.moves.map((move, i) => ({ ...move, delay: i * apart })),
			sound: turned.length ? 'closed' : flights.some(isShown) ? 'laid' : 'drawn',
			...leastOf(flights),
		});
	}
	for (const move of drives) {
		for (const at of wayOf(trackOf(now.spread, move)!, move)) {
			const after = moved(now.spread, [{ ...move, end_place: at }], me);
			now = { ...now, spread: after.spread };
			found.push({ view: now, ms: SPACE * 1.6 });
		}
		const last = found.at(-1);
		if (last) found[found.length - 1] = { ...last, ms: 260, rest: 160, least: LEAST.card, sound: 'parked' };
	}
	return found;
}

const isLine = (points: unknown): points is number[] =>
	Array.isArray(points) && points.every((one) => typeof one === 'number');

/** Dice lie there as they fell while the words say it. Which ones: those that show another number then, which the event names. */
function thrownIn(spread: Spread, event: GameEvent, truth: Spread): Spread | undefined {
	const { seat: _, ...rest } = event;
	const named = new Set(Object.values(rest).flat());
	const thrown = (zone: Zone): Zone | undefined => {
		const own = event.zone === zone.id && Array.isArray(event.values) ? (event.values as number[]) : undefined;
		const values = own ?? truth.zones.find((one) => one.id === zone.id)?.values;
		const fresh = own || (values && String(values) !== String(zone.values) && values.every((one) => named.has(one)));
		return zone.kind === 'dice' && values && fresh ? { ...zone, values } : undefined;
	};
	const comes = truth.zones.filter((zone) => !spread.zones.some((one) => one.id === zone.id));
	const added = comes.flatMap((zone) => thrown({ ...zone, values: [] }) ?? []);
	const zones = spread.zones.map((zone) => thrown(zone) ?? zone);
	return added.length || zones.some((zone, i) => zone !== spread.zones[i])
		? { ...spread, zones: [...zones, ...added] }
		: undefined;
}

const trackOf = (spread: Spread, move: CardMove): Zone | undefined =>
	spread.zones.find((zone) => zone.id === move.start && zone.pieces?.some((piece) => piece.id === move.card));

/** Everybody sees its face. */
const isShown = (move: CardMove): boolean => move.card !== BACK && !move.end.startsWith('hand:');

function leastOf(moves: readonly CardMove[]): { least?: number } {
	const shown = moves.filter(isShown);
	if (!shown.length) return {};
	const hands = new Set(shown.filter((move) => move.start.startsWith('hand:')).map((move) => move.start));
	return { least: hands.size > 1 ? LEAST.reveal : LEAST.card };
}

/** The spaces that a piece passes; where they lie at points of their own nobody knows the way. */
export function wayOf(zone: Zone, { card, end_place: end }: CardMove): number[] {
	const start = zone.pieces?.find((piece) => piece.id === card)?.at;
	if (end === undefined || start === undefined || zone.points || !zone.spaces) return end === undefined ? [] : [end];
	// Beside the road there are no spaces to pass.
	if (end < 0 || end >= zone.spaces) return [end];
	const ahead = zone.loop ? (end - start + zone.spaces) % zone.spaces : end - start;
	if (ahead <= 1 || ahead > FAR) return [end];
	return Array.from({ length: ahead }, (_, i) => (start + i + 1) % zone.spaces!);
}
