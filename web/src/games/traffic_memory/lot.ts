// How many bays stand in a row, so that the cards are as large as the room allows.
export interface Lot {
	columns: number;
	rows: number;
	/** Width of a card; it is 1.4 times as high. */
	card: number;
	/** Width and height of a bay. */
	bay: number;
	depth: number;
}

const TALL = 1.4;
const MOST_COLUMNS = 12;

export function lot(width: number, height: number, places: number): Lot {
	let best: Lot | null = null;
	for (let columns = 2; columns <= Math.min(MOST_COLUMNS, Math.max(2, places)); columns++) {
		const rows = Math.ceil(places / columns);
		const bay = width / columns;
		const depth = height / rows;
		// A card leaves a tenth of its bay free, so that an opened one may grow.
		const card = Math.min(bay * 0.84, (depth * 0.88) / TALL, 128);
		if (!best || card > best.card + 0.5) best = { columns, rows, card, bay, depth };
	}
	return best ?? { columns: 1, rows: 1, card: 0, bay: width, depth: height };
}

/** Where an arrow key leads from a place (both from 0); the same place when there is nothing that way. */
export function neighbour(place: number, key: string, columns: number, places: number): number {
	const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
	if (step === undefined) return place;
	const next = place + step;
	return next >= 0 && next < places ? next : place;
}
