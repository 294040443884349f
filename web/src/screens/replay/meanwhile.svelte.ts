// Whoever watches a replay of a table hears when it goes on there.
import { Line } from '../../net/line';
import type { TableFace } from '../../net/protocol';

/** What a replay of game `number` has to say about the table now. */
export type News = 'game' | 'lobby' | 'running' | null;

export function newsOf(face: Pick<TableFace, 'phase' | 'number'> | null, number: number): News {
	if (!face || face.phase === 'over') return null;
	if (face.number > number) return face.phase === 'lobby' ? 'lobby' : 'game';
	return face.number === number && face.phase === 'playing' ? 'running' : null;
}

export class Meanwhile {
	face: TableFace | null = $state.raw(null);
	private readonly line: Line;

	constructor(table: string, tokens: () => string[]) {
		this.line = new Line(table, tokens, () => null, {
			welcome: ({ table: face }) => this.take(face),
			update: ({ table: face }) => this.take(face),
			presence: () => {},
			thinking: () => {},
			trouble: () => {},
			words: () => {},
			you: () => {},
			// The replay goes on without news.
			turnedAway: () => {},
			state: () => {},
		});
	}

	stop(): void {
		this.line.stop();
	}

	private take(face: TableFace | null): void {
		if (face) this.face = face;
	}
}
