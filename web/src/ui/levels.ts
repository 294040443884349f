// How well robots play: names and sentences for children, and numbers where they were measured.
import { t, textsOf } from '../i18n/texts.svelte';
import type { Strength } from '../net/protocol';

/** Those who can help a person, the weakest first. */
const HELPERS: readonly string[] = ['3', '4', '5'];

/** Whom people may ask for a tip where the table allows this level at best; nobody where it allows none. */
export const helpers = (best: string): string[] => HELPERS.slice(0, HELPERS.indexOf(best) + 1);

/** A level that is not offered, such as somebody's own program, is just a robot. */
export function levelName(level: string): string {
	const key = `robots.${level}.name`;
	return textsOf().has(key) ? t(key) : t('new.sitters.bot');
}

/** One honest sentence, and how often it wins, as far as that is known. */
export function levelSays(level: string, measured?: Strength): string {
	const key = `robots.${level}.says`;
	const says = textsOf().has(key) ? t(key) : '';
	if (!measured || !textsOf().has(`robots.${measured.against}.them`)) return says;
	const them = t(`robots.${measured.against}.them`, { n: measured.players - 1 });
	return [says, t('robots.wins', { n: Math.round(measured.share * 100), them })].filter(Boolean).join(' ');
}
