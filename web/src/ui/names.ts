// People without a name are called after the driver of their car, in the language of this device.
import { driverOf } from '../art/drivers';
import { t, textsOf } from '../i18n/texts.svelte';

export function driverName(colour: string, seat = 0): string {
	const name = t(`drivers.${driverOf(colour, seat)}`);
	return name.charAt(0).toUpperCase() + name.slice(1);
}

export const driverNames = (colours: readonly string[]): Record<string, string> =>
	Object.fromEntries(colours.map((colour) => [colour, driverName(colour)]));

/** Why somebody does not drive their own car today but this one; empty where they do. `taken`: who has which. */
export function lentWords(
	{ name, colour }: { name: string; colour: string },
	car: string,
	taken: Readonly<Record<string, string>>,
): string {
	if (car === colour) return '';
	const driver = t('new.driver', { driver: t(`drivers.${driverOf(car, 0)}`), colour: textsOf().word(car) });
	return t('people.lent', { name, other: taken[colour] ?? '', driver });
}
