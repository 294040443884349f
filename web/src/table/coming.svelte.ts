// A table that is being opened while its rules are still on their way: whoever waits may learn the game meanwhile.
import type { GameFace } from '../net/protocol';
import { go, route } from '../route.svelte';

interface Coming {
	/** The game that somebody waits for. */
	game: string;
	/** It has a lesson. */
	lesson: boolean;
	/** Its table stands, and nobody went there yet. */
	table: string;
}

export const coming: Coming = $state({ game: '', lesson: false, table: '' });

export function awaited(game: Pick<GameFace, 'id' | 'lesson'>): void {
	Object.assign(coming, { game: game.id, lesson: game.lesson, table: '' });
}

/** The table stands. Nobody is taken away from a lesson; all others are led there at once. */
export function stands(table: string): void {
	coming.table = table;
	if (route.at.screen !== 'lesson') goThere();
}

/** The table that came for whoever learns this very game; empty when there is none. */
export const cameFor = (game: string): string => (coming.game === game ? coming.table : '');

export function goThere(): void {
	const { table } = coming;
	forget();
	go(`/t/${table}`);
}

/** Nobody waits for it any longer, or it will not come. */
export function forget(): void {
	Object.assign(coming, { game: '', lesson: false, table: '' });
}
