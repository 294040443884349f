// What moves in small are drawn with: a card, a sign, a vehicle.
import { icon } from './art/icons';
import type { Small } from './contract';

/** A card: inner SVG of 100 x 140. */
export const cardSmall = (seat: number | null, picture: string, piece = ''): Small => ({
	seat,
	picture,
	box: [100, 140],
	...(piece ? { piece } : {}),
});

/** One of `ICONS`, in the colour of the text. */
export const signSmall = (seat: number | null, name: string): Small => ({ seat, picture: icon(name), box: [24, 24] });

/** A vehicle seen from the side. */
export const carSmall = (seat: number | null, picture: string): Small => ({ seat, picture, box: [120, 64] });
