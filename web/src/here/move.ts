// A table moves between this device and the server of the same address. Only the page below that server can ask both.

import { moving } from '../net/api';
import { device, own } from '../net/device/page.svelte';
import { addTokens, forget, hostToken, keep, keptTable, type Place, tokensOf } from '../net/keys';
import { server } from '../net/server';

const places = { server: moving(server), device: moving(device) };

/** The browser keeps nothing for us: the table would be gone with this page. */
export class NotKept extends Error {}

/**
 * Where the table is now: it is a new one there, with new tokens. Nothing is taken away before everything has arrived.
 * `arrived` is called before the table is removed from where it was.
 */
export async function move(table: string, from: Place, to: Place, arrived: () => void = () => {}): Promise<string> {
	const kept = keptTable(table, from);
	if (!kept || (to === 'device' && own.fleeting)) throw new NotKept();
	const opened = await places[to].bring(await places[from].along(table, tokensOf(table, from)));
	const { table: there, number, phase } = opened.table;
	// A game that waits to be dealt has another secret there.
	const seals = { ...kept.seals };
	if (phase === 'lobby') delete seals[number];
	addTokens(there, opened.tokens, to);
	keep(there, { game: kept.game, names: kept.names, seals }, to);
	const held = tokensOf(there, to);
	if (!opened.tokens.every(({ token }) => held.includes(token)) || (to === 'device' && own.fleeting)) {
		forget(there, to);
		const host = opened.tokens.find(({ seat }) => seat === null)?.token ?? '';
		await places[to].remove(there, host).catch(() => undefined);
		throw new NotKept();
	}
	arrived();
	// One game is not played on in two places. If this does not come through, nobody holds a seat there any more.
	await places[from].remove(table, hostToken(table, from)).catch(() => undefined);
	forget(table, from);
	return there;
}
