// What can be done with a chair before the cards are dealt. Who may do it, the server decides once more.
import type { ChairFace } from '../../net/protocol';

export interface Place {
	/** Nobody sits here yet. */
	free: boolean;
	/** Somebody at this device. */
	mine: boolean;
	/** A person who is not at any device now. */
	away: boolean;
	bot: boolean;
	/** A tap opens what can be changed; on a free chair, sitting down. */
	opens: 'sit' | 'change' | null;
}

export function placeOf(chair: ChairFace, seats: readonly number[], host: boolean): Place {
	const free = chair.sitter === 'open';
	const mine = !free && chair.sitter === 'person' && seats.includes(chair.seat);
	return {
		free,
		mine,
		away: chair.sitter === 'person' && !chair.here,
		bot: chair.sitter === 'bot',
		opens: free ? 'sit' : host || mine ? 'change' : null,
	};
}

/** The order of the chairs after one was moved by so many places; null where it cannot move. */
export function moved(count: number, seat: number, by: number): number[] | null {
	const to = seat + by;
	if (to < 0 || to >= count) return null;
	const order = Array.from({ length: count }, (_, i) => i).filter((one) => one !== seat);
	order.splice(to, 0, seat);
	return order;
}

export function without(count: number, seat: number): number[] {
	return Array.from({ length: count }, (_, i) => i).filter((one) => one !== seat);
}

export const freeSeats = (chairs: readonly ChairFace[]): number[] =>
	chairs.filter((chair) => chair.sitter === 'open').map((chair) => chair.seat);
