// An evening in the words of the language that is set.
import type { Feat } from '../contract';
import { gameText, t, textsOf } from '../i18n/texts.svelte';
import { prefs } from '../prefs.svelte';
import { driverName } from '../ui/names';
import { type Evening, type Player, type Standing, type Trophy, trophies } from './games';
import type { Shown } from './picture';

/** Whoever was forgotten is called after the driver of their car. */
export const nameOf = ({ name, colour }: Pick<Player, 'name' | 'colour'>): string => name || driverName(colour);

/** Dates as they are written where this device is at home, in the language that is set. */
const writing = (): string => navigator.languages.find((one) => one.startsWith(prefs.language)) ?? prefs.language;

/** The day on which an evening began. */
export const dayOf = (evening: Evening): string =>
	new Date(evening[0]!.at).toLocaleDateString(writing(), { day: 'numeric', month: 'long', year: 'numeric' });

/** The same with its hour, where there are several. */
export const startOf = (evening: Evening): string =>
	new Date(evening[0]!.at).toLocaleString(writing(), {
		day: 'numeric',
		month: 'long',
		hour: '2-digit',
		minute: '2-digit',
	});

export const whenOf = (evening: Evening): string => `${dayOf(evening)} · ${t('evening.games', { n: evening.length })}`;

/** Several, as this language joins them. */
const together = (all: readonly Standing[]): string =>
	textsOf(
		'',
		all.map((one) => nameOf(one)),
	).say('evening.names', { seats: [...all.keys()] });

/** Who has the crown, or has it so far. */
export function bestOf(evening: Evening, all: readonly Standing[]): string {
	const best = all.filter((one) => one.crowned);
	const now = best.some((one) => one.place === 1) ? 'evening.ahead' : 'evening.people_ahead';
	return t(evening.at(-1)!.last ? 'evening.crown' : now, { who: together(best) });
}

export type Given = Shown['trophies'][number] & Pick<Trophy, 'game' | 'feat'>;

/** The trophies with their titles, what they are for, and who has them; in the order of the table. */
export function givenIn(
	evening: Evening,
	feats: ReadonlyMap<string, readonly Feat[]>,
	all: readonly Standing[],
): Given[] {
	const rank = (id: string) => all.findIndex((one) => one.id === id);
	return trophies(evening, feats)
		.sort((a, b) => rank(a.who) - rank(b.who))
		.map(({ who, game, feat, n }) => {
			const player = all[rank(who)]!;
			const texts = textsOf(game, [nameOf(player)]);
			const words = `${gameText(game, 'name')}: ${texts.say(`web.feats.${feat}`, { seat: 0, n })}`;
			return { title: texts.say(`web.trophies.${feat}`), words, n, who: player, game, feat };
		});
}
