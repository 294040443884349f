// Every folder with an index is a game; nothing else has to be told of it.
import type { GameModule } from './contract';

const found = import.meta.glob<{ default: GameModule }>('./*/index.ts');

export async function loadGame(id: string): Promise<GameModule> {
	const load = found[`./${id}/index.ts`];
	if (!load) throw new Error(`no table for ${id}`);
	return (await load()).default;
}
