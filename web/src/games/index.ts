// Every folder with an index is a game; nothing else has to be told of it. All others are drawn on the general table.
import type { Game } from '../contract';
import { api } from '../net/api';
import { byFolder } from './folders';

const games = byFolder(import.meta.glob<{ default: Game }>('./*/index.ts'));

/** The game of a folder. */
export async function loadGame(id: string): Promise<Game> {
	const load = games.get(id);
	if (!load) throw new Error(`no table for ${id}`);
	return (await load()).default;
}

/** The game as it is drawn here: on its own table, or on the general one where it has none or the server wants it so. */
export async function loadTable(id: string): Promise<Game> {
	const face = (await api.games()).games.find((one) => one.id === id);
	const found = games.has(id) && !face?.general ? await loadGame(id) : await loadGeneral(id, face?.hands ?? true);
	const letsGo = face?.lets_go ?? {};
	return { ...found, letsGo, open: [...(found.open ?? []), ...(face?.in_the_open ?? []), ...Object.keys(letsGo)] };
}

async function loadGeneral(id: string, hands: boolean): Promise<Game> {
	const [{ general }, faces] = await Promise.all([import('./_general/module'), api.faces(id)]);
	return general(id, faces, hands);
}
