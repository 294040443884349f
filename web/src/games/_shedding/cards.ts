// A hand may hold the same card twice; each copy keeps a name of its own, so that it can be followed with the eye.
export interface HeldCard {
	card: string;
	key: string;
}

const COLOURS = 'RBGY';
const KINDS = ['Rev', 'T2', 'T4', 'Stop', 'Sv', 'Fn'];
const GREYS = ['CC', 'PS', 'GA', 'CX', 'NC'];

/** Where a card stands in a sorted hand: by colour, then by number, signs after numbers, grey cards last. */
function rank(card: string): number {
	const grey = GREYS.indexOf(card);
	if (grey >= 0) return 1000 + grey;
	const kind = card.slice(1).replace('-', '');
	const number = Number(kind);
	return COLOURS.indexOf(card.charAt(0)) * 100 + (Number.isNaN(number) ? 50 + KINDS.indexOf(kind) : number);
}

export function sorted(hand: readonly string[]): string[] {
	return [...hand].sort((one, other) => rank(one) - rank(other));
}

export function named(hand: readonly string[]): HeldCard[] {
	const seen = new Map<string, number>();
	return sorted(hand).map((card) => {
		const copy = seen.get(card) ?? 0;
		seen.set(card, copy + 1);
		return { card, key: `${card}#${copy}` };
	});
}

/** The card of a name. */
export const cardOf = (key: string): string => key.split('#')[0]!;

/** The name of the copy that goes when this card is laid: the last one of its kind. */
export function leaving(hand: readonly string[], card: string): string {
	const copies = hand.filter((one) => one === card).length;
	return `card:${card}#${Math.max(0, copies - 1)}`;
}

export function without(hand: readonly string[], card: string): string[] {
	const at = hand.lastIndexOf(card);
	return at < 0 ? [...hand] : [...hand.slice(0, at), ...hand.slice(at + 1)];
}

/** The name of the newest copy of a card in a hand. */
export function arriving(hand: readonly string[], card: string): string {
	return `card:${card}#${hand.filter((one) => one === card).length - 1}`;
}

/** The name of the card that lies at this height of the pile. */
export const pilePiece = (height: number): string => `pile:${height}`;

/** The colour letter of a coloured card; null for a grey one. */
export function colourOf(card: string): 'R' | 'B' | 'G' | 'Y' | null {
	if (GREYS.includes(card)) return null;
	const letter = card.charAt(0);
	return COLOURS.includes(letter) && letter !== '' ? (letter as 'R' | 'B' | 'G' | 'Y') : null;
}
