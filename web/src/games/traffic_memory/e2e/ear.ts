import type { Hearing, Listener } from '../../../../e2e/ear';

const place = (text: string): number => Number(/\d+/.exec(text)?.[0]);

/** What was heard of each card: place to number, the newest last. */
function known(log: string[]): Map<number, number> {
	const found = new Map<number, number>();
	for (const line of log) {
		const heard = /card (\d+): an? (\d+)/.exec(line);
		if (heard) found.set(Number(heard[1]), Number(heard[2]));
	}
	return found;
}

/** A neighbour of what was just turned over, if one was heard of; else a card nobody has turned over yet. */
function choose(now: Hearing): string | undefined {
	if (now.buttons.some((one) => now.says(one.name, 'actions.stop'))) return undefined;
	const closed = now.buttons.filter((one) => now.says(one.name, 'web.place_closed')).map((one) => one.name);
	const cards = known(now.log);
	const open = now.buttons
		.filter((one) => now.says(one.name, 'web.place_open'))
		.map((one) => cards.get(place(one.name)));
	const goes = (name: string) => open.some((card) => Math.abs((card ?? -9) - (cards.get(place(name)) ?? 99)) === 1);
	// By what was turned over and nothing else, so that it is the same game each time.
	const turned = now.log.filter((line) => /card \d+: an? \d+/.test(line)).length;
	return closed.find(goes) ?? closed.find((name) => !cards.has(place(name))) ?? closed[turned % closed.length];
}

export default { options: { highest: 8 }, level: '4', keys: ['actions.stop'], choose } satisfies Listener;
