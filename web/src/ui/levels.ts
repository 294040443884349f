// How well robots play: names and sentences for children, and numbers where they were measured.
import { t, textsOf } from '../i18n/texts.svelte';
import type { Strength } from '../net/protocol';

/** Those who have a face and a name. */
const LEVELS: readonly string[] = ['1', '2', '3', '4', '5'];
/** Those who can help a person, the weakest first. */
const HELPERS = LEVELS.slice(2);

/** Whom people may ask for a tip where the table allows this level at best; nobody where it allows none. */
export const helpers = (best: string): string[] => HELPERS.slice(0, HELPERS.indexOf(best) + 1);

/** Those who look ahead, and need time for it. */
export const looksAhead = (level: string): boolean => level === '4' || level === '5';

/** As it stands alone. A level that is not offered, such as somebody's own program, is just a robot. */
export function levelName(level: string): string {
	const key = `levels.${level}.name`;
	const name = LEVELS.includes(level) && textsOf().has(key) ? t(key) : t('new.sitters.bot');
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** How often somebody wins, as a family says it: the share of games from which on it is so. */
const OFTEN: readonly [string, number][] = [
	['always', 0.95],
	['mostly', 0.62],
	['half', 0.4],
	['sometimes', 0.2],
	['seldom', 0.05],
];
export const oftenness = (share: number): string => OFTEN.find(([, from]) => share >= from)?.[0] ?? 'never';

/** One honest sentence, and how often it wins, as far as that is known. */
export function levelSays(level: string, measured?: Strength): string {
	const says = t(`levels.${level}.what`);
	if (!measured) return says;
	const others = t(`levels.${measured.against}.others`, { n: measured.players - 1 });
	return `${says} ${t(`strength.${oftenness(measured.share)}`, { others })}`;
}
