// From a game to its table: what a draft needs, and the table of a draft.
import { loadTable } from '../../games/index';
import { loadTexts, textsOf } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import { addTokens, keep } from '../../net/keys';
import type { GameFace, GameList } from '../../net/protocol';
import { prefs } from '../../prefs.svelte';
import { awaited, forget, stands } from '../../table/coming.svelte';
import { driverNames } from '../../ui/names';
import { keepLineup, keepPreset } from './chairs';
import { Draft } from './draft.svelte';

/** A new table for this game, as it is offered first. Null: there is no such game. */
export async function draftOf(id: string): Promise<Draft | null> {
	const [list] = await Promise.all([api.games(), loadTexts('app', 'web', 'games')]);
	const game = list.games.find((one) => one.id === id);
	if (!game) return null;
	await loadTexts(game.id);
	// How it is drawn is needed next.
	loadTable(game.id).catch(() => {});
	return new Draft(game, makings(game, list));
}

function makings(game: GameFace, { colours }: GameList) {
	const names = textsOf().raw('names');
	return {
		fewest: game.fewest,
		usual: game.usual,
		most: game.most,
		colours,
		names: Array.isArray(names) ? names : [],
		drivers: driverNames(colours),
		levels: game.levels,
	};
}

/** Open it, remember who sits there, and go there; whoever learns the game meanwhile is shown the way. */
export async function openTable(draft: Draft): Promise<void> {
	awaited(draft.game);
	try {
		const opened = await api.open(draft.request);
		addTokens(opened.table.table, opened.tokens);
		if (draft.here > 1 && prefs.openly) keep(opened.table.table, { openly: true });
		keepLineup(draft.chairs);
		keepPreset(draft.game.id, draft.preset);
		stands(opened.table.table);
	} catch (error) {
		forget();
		throw error;
	}
}
