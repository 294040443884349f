// Moves in small that Mau-Mau and Pit Stop share.
import { GAME_COLOURS, type GameColour } from '../../art/colour';
import { shape } from '../../art/shapes';
import { rect } from '../../art/svg';
import type { Small } from '../../contract';
import { cardSmall } from '../../small';
import { pilePiece } from './cards';

/** A card on the pile: the top one is marked. */
export const laidSmall = (seat: number, face: string, view: { pile: string[] }): Small =>
	cardSmall(seat, face, pilePiece(view.pile.length - 1));

/** A chosen colour. */
export function colourSmall(seat: number, colour: GameColour): Small {
	const look = GAME_COLOURS[colour];
	return { seat, picture: rect(0, 0, 60, 60, 16, look.hex) + shape(look.shape, 30, 30, 42, look.on), box: [60, 60] };
}
