// How well robots play, in words for children.
import { t, textsOf } from '../../i18n/texts.svelte';

export function levelName(level: string): string {
	const texts = textsOf();
	const key = [`new.levels.${level}`, `levels.${level}`].find((one) => texts.has(one));
	return key ? t(key) : level;
}

export function levelChips(levels: readonly string[]): { value: string; label: string; icon: string; help?: string }[] {
	return levels.map((value, place) => ({
		value,
		label: levelName(value),
		icon: place === 0 ? 'robot' : 'bulb',
		...(textsOf().has(`new.levels_help.${value}`) ? { help: t(`new.levels_help.${value}`) } : {}),
	}));
}
