// Which part of the road is seen straightened, and how large everything is on this screen.
import type { Play } from '../../contract';
import { prefs } from '../../prefs.svelte';
import type { Aim } from './aim.svelte';
import { cellOf, isStation, type Shown } from './view';

/** Kerb, padding and the tabs of the stations round the straightened road; on a phone die and cards stand beside it. */
const FRAME = 24;
const TABS = 28;
const SIDE = 74;
/** What stands above and below the road on a phone: prompt, button and edges; strip, a row of people; the least of the map. */
const REST = 142;
const STRIP = 54;
const PEOPLE = 48;
const MAP = 130;
const FINGER = 44;
/** What stands above and below it on a phone on its side. */
const ABOVE = 122;
const LOW = ABOVE + 6 * FINGER;
/** A line about the table, such as who is away, stands above the road. */
const NOTE = 48;

export class Sight {
	width = $state(1024);
	height = $state(768);
	/** On the own side of a tablet: so much is left for the road. */
	room = $state(0);
	private panned = $state(0);
	private pannedFor = $state('');

	constructor(
		private readonly view: () => Shown,
		private readonly play: () => Play,
		private readonly aim: Aim,
		private readonly noted: () => boolean,
	) {}

	/** A phone: the road drives up. */
	readonly up: boolean = $derived.by(() => this.width < 720 || this.short);
	/** A phone on its side. */
	readonly short: boolean = $derived.by(() => this.height <= 480 && this.width > this.height);
	/** A tablet upright: die and cards are smaller, so that the road has its spaces. */
	readonly tight: boolean = $derived.by(() => !this.up && this.width < 900);
	/** Traffic that can be picked stands below the road. */
	private readonly few: boolean = $derived.by(() =>
		this.short ? this.height < LOW + (this.noted() ? NOTE : 0) : this.aim.kind === 'traffic',
	);
	/** A finger needs 44 px: on a very low screen fewer spaces are seen. */
	readonly columns: number = $derived(this.up ? (this.few ? 5 : 6) : 9);
	readonly behind: number = $derived(this.up ? 0 : 1);

	/** The road can be looked along: two buttons stand beside it. */
	readonly panning: boolean = $derived.by(() => this.aim.kind === 'police' || this.aim.kind === 'traffic');

	/** Length of a space along the road. */
	readonly long: number = $derived.by(() => {
		if (this.short)
			return Math.max(
				FINGER,
				Math.min(52, Math.floor((this.height - ABOVE - (this.noted() ? NOTE : 0)) / this.columns)),
			);
		// Large letters take their room from the road.
		if (this.up) {
			const people = PEOPLE * (this.play().chairs.length > 3 ? 2 : 1);
			const rest = REST + STRIP + people + MAP + 190 * (prefs.size - 1);
			return Math.max(FINGER, Math.min(64, Math.floor((this.height - rest) / 6)));
		}
		return Math.max(FINGER, Math.min(this.width >= 1800 ? 104 : 92, Math.floor((this.room - FRAME) / 9)));
	});

	readonly wide: number = $derived.by(() => {
		if (this.short) return 46;
		const look = this.panning ? FINGER : 0;
		if (this.up) return Math.min(64, Math.max(48, Math.floor((this.width - FRAME - TABS - SIDE - 24 - look) / 3)));
		return Math.max(46, Math.min(this.width >= 1800 ? 70 : 62, Math.floor((0.34 * this.height - 106) / 3)));
	});

	readonly die: number = $derived(this.short ? 50 : this.up ? 58 : this.tight ? 66 : this.width >= 1280 ? 112 : 84);
	readonly card: number = $derived(this.short || this.up ? 44 : this.tight ? 48 : this.width >= 1280 ? 76 : 52);

	/** Whose road is seen: as a camera it follows whoever drives, stays on whoever finishes, and comes back to the own car when that is asked. */
	readonly seat: number | null = $derived.by(() => {
		const { cars, turn, now } = this.view();
		const onRoad = (seat: number | null) => seat !== null && cars[seat]?.col != null;
		if (now?.what === 'finish' && onRoad(now.seat)) return now.seat;
		const me = this.play().me;
		const others = turn !== me && !this.aim.kind;
		if (onRoad(me) && !(others && onRoad(turn))) return me;
		if (onRoad(turn)) return turn;
		return cars.find((car) => car.col !== null)?.seat ?? null;
	});

	private readonly base: { subject: string; column: number } = $derived.by(() => {
		const view = this.view();
		const { columns, stations } = view.board;
		const kind = this.aim.kind;
		const picked = view.vehicles.find((one) => one.id === this.aim.vehicle);
		if (kind === 'traffic' && picked) return { subject: picked.id, column: picked.col };
		if (kind === 'police') {
			const station = stations.find((one) => one.id === view.police);
			const column = isStation(view.police) ? (station?.grey[1]?.[1] ?? 0) : cellOf(view.police)[1];
			return { subject: 'police', column: column - (this.up ? 2 : 3) };
		}
		const me = this.play().me;
		const waiting = me !== null && view.cars[me]?.col === null && view.cars[me]?.place === null;
		if ((waiting && view.now?.what !== 'finish') || this.seat === null) return { subject: 'grid', column: columns - 4 };
		return { subject: `car${this.seat}`, column: view.cars[this.seat]!.p };
	});

	readonly subject: string = $derived(this.base.subject);
	readonly focus: number = $derived.by(() => this.base.column + (this.pannedFor === this.subject ? this.panned : 0));

	pan(by: number): void {
		this.panned = (this.pannedFor === this.subject ? this.panned : 0) + by;
		this.pannedFor = this.subject;
	}
}
