// A hand may hold the same card twice; each copy keeps a name of its own, so that it can be followed with the eye.
export interface HeldCard {
	card: string;
	key: string;
}

export function named(hand: readonly string[]): HeldCard[] {
	const seen = new Map<string, number>();
	return hand.map((card) => {
		const copy = seen.get(card) ?? 0;
		seen.set(card, copy + 1);
		return { card, key: `${card}#${copy}` };
	});
}

/** The name of the copy that goes when this card is laid: the last one of its kind. */
export function leaving(hand: readonly string[], card: string): string {
	const copies = hand.filter((one) => one === card).length;
	return `card:${card}#${Math.max(0, copies - 1)}`;
}

export function without(hand: readonly string[], card: string): string[] {
	const at = hand.lastIndexOf(card);
	return at < 0 ? [...hand] : [...hand.slice(0, at), ...hand.slice(at + 1)];
}

/** The name of the card that lies at this height of the pile. */
export const pilePiece = (height: number): string => `pile:${height}`;

/** The name of the newest copy of a card in a hand. */
export function arriving(hand: readonly string[], card: string): string {
	return `card:${card}#${hand.filter((one) => one === card).length - 1}`;
}
