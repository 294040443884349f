// The guest's side of the relay: the way to a table in another network. It comes back by itself, also after a reload.
import { type FarWay, keep, keptTable } from '../keys';
import { RelayCanal, type Safety } from './canal';
import { near, reached } from './guest.svelte';
import { type FromRelay, Steady } from './relay';

const ID = /^[A-Za-z0-9_-]{22}$/;
/** What such a way looks like in a link, behind `/near/`: the room or its code, the secret, the chair that is meant. */
const FAR = /^R\.([A-Za-z0-9_-]{1,40})(?:\.([A-Za-z0-9_-]{22})?(?:\.([A-Za-z0-9_-]{22}))?)?$/;
const CODE = /^[A-Za-z]{4,9}$/;

export interface FarLink extends FarWay {
	claim: string;
}

/** What stands in a link; null when it is another one. */
export function farIn(text: string): FarLink | null {
	const [, room = '', secret = '', claim = ''] = FAR.exec(text) ?? [];
	return room ? { room, secret, claim } : null;
}

export const farText = ({ room, secret, claim }: FarLink): string =>
	['R', room, secret, claim].join('.').replace(/\.+$/, '');

/** Somebody typed a code, or pasted a link: what follows `/near/`; empty when it is neither. */
export function farMeant(typed: string): string {
	const text = typed.trim();
	const code = text.replace(/[\s-]+/g, '');
	if (CODE.test(code)) return `R.${code.toUpperCase()}`;
	const behind = text.split('/near/', 2)[1] ?? text;
	return farIn(behind) ? behind : '';
}

/** How far ways to tables are: their safety, or `coming`; and why one has ended. */
export const far: { ways: Record<string, Safety | 'coming'> } = $state({ ways: {} });

/** One way. Until it has found its table it has no name. */
class Way {
	private table: string;
	private canal: RelayCanal | null = null;
	private readonly steady: Steady;

	constructor(
		private way: FarWay,
		table: string,
		private readonly found: (table: string) => void,
		private readonly failed: (key: string, again: boolean) => void,
	) {
		this.table = table;
		if (table) far.ways[table] = 'coming';
		this.steady = new Steady(
			() => ({ type: 'come', room: this.way.room }),
			(message) => this.hear(message),
			(key, again) => this.ended(key, again),
		);
	}

	close(): void {
		this.steady.close();
		this.canal?.lost();
		if (this.table) {
			ways.delete(this.table);
			delete far.ways[this.table];
		}
	}

	private hear(message: FromRelay): void {
		const line = this.steady.line;
		if (message.type === 'passed') this.canal?.take(message.data);
		if (message.type !== 'came' || !line) return;
		// From here on by its id: a code lasts only as long as the room is open.
		this.way = { ...this.way, room: message.room };
		const canal = new RelayCanal(
			false,
			this.way.secret,
			message.room,
			(data) => line.pass(0, data),
			() => line.waiting,
			() => line.close(),
			() => {
				canal.onmessage = ({ data }) => this.arrive(canal, new TextDecoder().decode(data as ArrayBuffer));
			},
		);
		this.canal = canal;
	}

	/** The first thing that the other end says is which table it has. A known way leads to no other one. */
	private arrive(canal: RelayCanal, table: string): void {
		if (!ID.test(table) || (this.table && this.table !== table)) {
			canal.close();
			return;
		}
		const other = ways.get(table);
		if (other && other !== this) other.close();
		this.table = table;
		ways.set(table, this);
		reached(table, canal, () => {
			if (ways.get(table) === this) far.ways[table] = 'coming';
		});
		// Its own table: somebody tried the link at the device that it comes from.
		if (!near.tables.includes(table)) {
			this.found(table);
			this.close();
			return;
		}
		far.ways[table] = canal.safety;
		keep(table, { far: this.way });
		this.found(table);
	}

	private ended(key: string, again: boolean): void {
		const { canal, table } = this;
		this.canal = null;
		canal?.lost();
		if (!again && table) {
			ways.delete(table);
			delete far.ways[table];
			keep(table, { far: undefined });
		}
		this.failed(key ? `refusals.${key}` : canal?.doubted ? 'near.flaws.cut' : '', again);
	}
}

const ways = new Map<string, Way>();

/** Follow a link, or a code. `failed` is given the key of a text, where there is something to say, and may be called several times as long as it is tried again. */
export function comeTo(
	way: FarWay,
	found: (table: string) => void,
	failed: (key: string, again: boolean) => void,
): { close(): void } {
	let here = false;
	const made = new Way(
		way,
		'',
		(table) => {
			const first = !here;
			here = true;
			if (first) found(table);
		},
		failed,
	);
	return {
		close() {
			if (!here) made.close();
		},
	};
}

/** The page was loaded anew: the way to this table is looked for again, as long as this page is open. */
export function comeBack(table: string): void {
	const way = keptTable(table)?.far;
	if (!way || ways.has(table)) return;
	ways.set(
		table,
		new Way(
			way,
			table,
			() => {},
			() => {},
		),
	);
}
