// How well robots play, in words for children.
import { t, textsOf } from '../../i18n/texts.svelte';
import type { GameFace } from '../../net/protocol';
import { usualLevel } from './chairs';
import { presetsOf } from './options';

export function levelName(level: string): string {
	const texts = textsOf();
	const key = [`new.levels.${level}`, `levels.${level}`].find((one) => texts.has(one));
	return key ? t(key) : level;
}

/** For a first time and with small children the robots are gentle: the first in the server's list. Else as usual. */
export function suitedLevel(game: GameFace, preset: string, young: boolean): string {
	const first = preset === presetsOf(game)[0];
	return (first || young ? game.levels[0] : undefined) ?? usualLevel(game.levels);
}

export function levelChips(levels: readonly string[]): { value: string; label: string; icon: string; help?: string }[] {
	return levels.map((value, place) => ({
		value,
		label: levelName(value),
		icon: place === 0 ? 'robot' : 'bulb',
		...(textsOf().has(`new.levels_help.${value}`) ? { help: t(`new.levels_help.${value}`) } : {}),
	}));
}
