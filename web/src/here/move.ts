// A table moves between this device and the server of the same address. Only the page below that server can ask both.

import { moving } from '../net/api';
import { device, own } from '../net/device/page.svelte';
import { addTokens, forget, hostToken, keep, keptTable, type Place, tokensOf } from '../net/keys';
import { server } from '../net/server';

const places = { server: moving(server), device: moving(device) };

/** The browser keeps nothing for us: the table would be gone with this page. */
export class NotKept extends Error {}

/**
 * Nothing is taken away before everything has arrived, and what was half done is done again by the next try: rows that are there
 * already are not written twice. `arrived` is called before the table is removed from where it was.
 */
export async function move(table: string, from: Place, to: Place, arrived: () => void = () => {}): Promise<void> {
	const take = () => places[from].along(table, tokensOf(table, from));
	let along = await take();
	const kept = keptTable(table, from);
	const before = keptTable(table, to);
	if (!kept) throw new NotKept();
	addTokens(table, kept.tokens, to);
	keep(table, { game: kept.game, names: kept.names, seals: { ...before?.seals, ...kept.seals } }, to);
	try {
		const there = tokensOf(table, to);
		if (!kept.tokens.every((held) => there.includes(held.token))) throw new NotKept();
		// A robot may have moved meanwhile: until nothing is new.
		for (let brought = 0; along.rows.length > brought; along = await take()) {
			brought = along.rows.length;
			await places[to].bring(along);
		}
		if (to === 'device' && own.fleeting) throw new NotKept();
	} catch (error) {
		forget(table, to);
		if (before) keep(table, before, to);
		throw error;
	}
	arrived();
	// One game is not played on in two places. If this does not come through, nobody holds a seat there any more.
	await places[from].remove(table, hostToken(table, from)).catch(() => undefined);
	forget(table, from);
}
