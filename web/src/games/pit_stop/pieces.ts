// Names of what can travel on the table of Pit Stop.

/** A card that lies in front of its owner. */
export const frontPiece = (seat: number, card: string, copy: number): string => `front:${seat}.${card}.${copy}`;

/** A finished player on the podium. */
export const podiumPiece = (seat: number): string => `podium:${seat}`;

/** A Car in the Garage, by the height of its card in the pile. */
export const bayPiece = (height: number): string => `bay:${height}`;
