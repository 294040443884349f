// Every folder with an index is a game; nothing else has to be told of it.
import type { Game } from '../contract';
import { byFolder } from './folders';

const games = byFolder(import.meta.glob<{ default: Game }>('./*/index.ts'));

export async function loadGame(id: string): Promise<Game> {
	const load = games.get(id);
	if (!load) throw new Error(`no table for ${id}`);
	return (await load()).default;
}
