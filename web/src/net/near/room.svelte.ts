// The host's side of the relay: the room of a table, through which devices in other networks come to it.
import { keep, keptTable } from '../keys';
import { RelayCanal } from './canal';
import { receive } from './host.svelte';
import { type FromRelay, Steady } from './relay';
import { canSeal, newKey } from './seal';

/** More the relay does not let in, either. */
const MOST_GUESTS = 12;

/** A room as it stands. */
export interface Shown {
	/** Empty until the relay has answered. */
	room: string;
	code: string;
	/** What a link says besides: empty where this page cannot lock anything. */
	secret: string;
	/** Why it is not open just now: the key of a refusal. */
	trouble: string;
}

/** The rooms of this page, by their tables. */
export const rooms: { of: Record<string, Shown> } = $state({ of: {} });

class OpenRoom {
	private readonly guests = new Map<number, RelayCanal>();
	private readonly steady: Steady;

	constructor(
		private readonly table: string,
		key: string,
		secret: string,
	) {
		rooms.of[table] = { room: '', code: '', secret, trouble: '' };
		this.steady = new Steady(
			() => ({ type: 'hold', key }),
			(message) => this.hear(message),
			(key, again) => this.ended(key, again),
		);
	}

	private get shown(): Shown {
		return rooms.of[this.table]!;
	}

	/** Everybody leaves, and no link leads here any more. */
	close(): void {
		this.steady.line?.part(0);
		this.steady.close();
		this.empty();
	}

	private hear(message: FromRelay): void {
		switch (message.type) {
			case 'held':
				Object.assign(this.shown, { room: message.room, code: message.code, trouble: '' });
				break;
			case 'came':
				this.welcome(message.guest);
				break;
			case 'passed':
				this.guests.get(message.guest)?.take(message.data);
				break;
			case 'parted':
				this.leave(message.guest);
		}
	}

	private welcome(guest: number): void {
		const line = this.steady.line;
		if (!line || this.guests.size >= MOST_GUESTS || this.guests.has(guest)) return;
		const canal = new RelayCanal(
			true,
			this.shown.secret,
			this.shown.room,
			(data) => line.pass(guest, data),
			() => line.waiting,
			() => {
				// Nobody says of whom we send away that it is gone.
				this.guests.delete(guest);
				line.part(guest);
			},
			() => {
				// Which table it is, nobody between needs to know.
				canal.send(new TextEncoder().encode(this.table));
				receive(this.table, canal, () => this.guests.delete(guest), true);
			},
		);
		this.guests.set(guest, canal);
	}

	private leave(guest: number): void {
		const canal = this.guests.get(guest);
		this.guests.delete(guest);
		canal?.lost();
	}

	private empty(): void {
		for (const guest of [...this.guests.keys()]) this.leave(guest);
	}

	private ended(key: string, again: boolean): void {
		this.empty();
		if (this.shown) this.shown.trouble = key || 'relay_away';
		// Another window has it now, or the relay does not take it.
		if (!again) open.delete(this.table);
	}
}

const open = new Map<string, OpenRoom>();

/** Open the room of this table, or stay in it; the same links lead there again after a reload. */
export function openRoom(table: string): void {
	if (open.has(table)) return;
	const kept = keptTable(table)?.room ?? { key: newKey(), secret: canSeal() ? newKey() : '' };
	keep(table, { room: kept });
	open.set(table, new OpenRoom(table, kept.key, kept.secret));
}

/** This page was loaded anew: the room that it had is opened again. */
export function reopen(table: string): void {
	if (keptTable(table)?.room) openRoom(table);
}

/** The next one has another code, and other links. */
export function closeRoom(table: string): void {
	open.get(table)?.close();
	open.delete(table);
	delete rooms.of[table];
	keep(table, { room: undefined });
}
