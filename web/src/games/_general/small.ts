// What a move looks like in small: the card that everybody saw, else a back; a piece as it drives. Nothing secret.
import { topView } from '../../art/top';
import type { GameEvent, Small } from '../../contract';
import type { CardMove } from '../../net/shapes';
import { cardSmall, signSmall } from '../../small';
import { cardFace, type Faces, faceOf, LOOKS } from './faces';
import { pieceKind } from './signs';
import { BACK, type Shown } from './spread';

const isPublic = (move: CardMove): boolean => move.card !== BACK && !move.end.startsWith('hand:');

export function small(event: GameEvent, view: Shown, faces: Faces, back: string): Small | null {
	const moves = (event.moves ?? []) as CardMove[];
	const seat = typeof event.seat === 'number' ? event.seat : null;
	const move = moves.find(isPublic) ?? moves[0];
	// Without a move there is only what it is called: a picture for each kind, so that two are not taken for one.
	if (!move)
		return seat === null
			? null
			: { ...signSmall(seat, 'speech'), picture: `${signSmall(seat, 'speech').picture}<!--${event.kind}-->` };
	const piece = view.spread?.zones.flatMap((zone) => zone.pieces ?? []).find((one) => one.id === move.card);
	if (piece) {
		const colour =
			piece.seat === null ? LOOKS.grey.body : LOOKS[(['red', 'yellow', 'blue', 'green'] as const)[piece.seat % 4]!].hex;
		const picture = `<g transform="translate(60 32)">${topView(pieceKind(piece), colour)}</g>`;
		return { seat: piece.seat ?? seat, picture, box: [120, 64], piece: `piece:${piece.id}` };
	}
	return cardSmall(seat, isPublic(move) ? cardFace(faceOf(faces, move.card)) : back);
}
