// Where the cards of a hand lie. Numbers as in the guide of the look; a hand up to twelve cards never scrolls.
interface Lay {
	x: number;
	y: number;
	angle: number;
}

interface Fan {
	/** Width of one card; its height is 1.4 times that. */
	width: number;
	/** Height of the whole fan, without a lifted card. */
	height: number;
	cards: Lay[];
}

const LIFT = 46;

/** `width` and `height` of the room there is, how many cards, and which one stands out (-1: none). */
export function fan(width: number, height: number, count: number, lifted = -1): Fan {
	return width < 620 ? small(width, height, count, lifted) : large(width, height, count, lifted);
}

/** So much of a card must be seen that its number can be read. */
const SEEN = 0.66;
const PART = 34;
/** What a chosen card of a small hand moves the others by, as part of its width: the number beside it stays free. */
const PARTED = 0.3;
/** Its cards are tilted, and nearer to each other. */
const CLEAR = 0.74;

/** As wide as a card of a small hand may be with so many side by side that all their numbers can be read. */
const readable = (room: number, count: number) => (room - 4) / (1 + CLEAR * (count - 1) + PARTED);
/** Below this two rows say more than one. */
const NARROW = 56;
/** As wide as a card may be: on a tablet held upright as large as in the guide, on a phone the table needs the room. */
const widest = (room: number) => Math.min(116, Math.max(78, room * 0.2));

function small(room: number, height: number, count: number, lifted: number): Fan {
	if (count <= 6 && (count < 4 || readable(room, count) >= NARROW)) {
		const card = Math.min(widest(room), Math.max(56, (height - 26) / 1.4), Math.max(40, readable(room, count)));
		const part = lifted >= 0 && lifted < count - 1 ? card * PARTED : 0;
		// Room to part is always kept, so that no card but those behind the chosen one moves far.
		const step = count > 1 ? Math.min(card + 4, (room - card - card * PARTED) / (count - 1)) : 0;
		const parts = step < card * 0.92 ? part : 0;
		const start = (room - card - parts - step * (count - 1)) / 2;
		const drop = Math.max(0, (height - 26 - card * 1.4) / 2);
		const cards = Array.from({ length: count }, (_, i) => {
			const d = i - (count - 1) / 2;
			const up = i === lifted;
			return {
				x: start + step * i + (lifted >= 0 && i > lifted ? parts : 0),
				y: drop + 22 + d * d * 0.9 - (up ? 22 : 0),
				angle: up ? 0 : d * 1.2,
			};
		});
		return { width: card, height: 26 + card * 1.4, cards };
	}
	const rows = count > 15 ? 3 : 2;
	const each = Math.ceil(count / rows);
	const peek = 0.82;
	const card = Math.max(
		44,
		Math.min(widest(room), (room + 6) / Math.min(each, 5) - 8, (height - 20) / (1.4 + peek * (rows - 1))),
	);
	const step = each > 1 ? Math.min(card + 12, (room - card) / (each - 1)) : 0;
	const cards = Array.from({ length: count }, (_, i) => {
		const row = Math.floor(i / each);
		const inRow = Math.min(each, count - row * each);
		const start = (room - card - step * (inRow - 1)) / 2;
		return {
			x: start + step * (i % each),
			y: 18 + row * card * peek - (i === lifted ? Math.min(18, card * 0.3) : 0),
			angle: 0,
		};
	});
	return { width: card, height: 18 + card * (1.4 + peek * (rows - 1)), cards };
}

function large(room: number, height: number, count: number, lifted: number): Fan {
	const sag = Math.min(1.9, 60 / Math.max(1, (count / 2) ** 2));
	/** So much lower than the middle lie the outermost. */
	const deep = sag * ((count - 1) / 2) ** 2;
	const biggest = Math.min(room > 1000 ? 132 : 120, (height - LIFT - Math.max(0, deep - 14)) / 1.22);
	const most = (room - PART - 12) / (1 + SEEN * (count - 1));
	const card = Math.max(76, Math.min(biggest, most));
	const part = lifted >= 0 && lifted < count - 1 ? PART : 0;
	// Room to part is always kept, so that no card but those behind the chosen one moves far.
	const step = count > 1 ? Math.min(96, (room - card - PART - 12) / (count - 1)) : 0;
	const turn = Math.min(2.3, 22 / Math.max(1, count));
	const start = (room - card - part - step * (count - 1)) / 2;
	// Small cards lie at the bottom, not in the air.
	const drop = Math.max(0, height - LIFT - card * 1.4 - deep + 14);
	const cards = Array.from({ length: count }, (_, i) => {
		const d = i - (count - 1) / 2;
		const up = i === lifted;
		return {
			x: start + step * i + (lifted >= 0 && i > lifted ? part : 0),
			y: drop + LIFT + d * d * sag - (up ? LIFT : 0),
			angle: up ? 0 : d * turn,
		};
	});
	return { width: card, height: LIFT + card * 1.28, cards };
}
