// People without a name are called after the driver of their car, in the language of this device.
import { driverOf } from '../../art/drivers';
import { t } from '../../i18n/texts.svelte';

export function driverName(colour: string, seat = 0): string {
	const name = t(`drivers.${driverOf(colour, seat)}`);
	return name.charAt(0).toUpperCase() + name.slice(1);
}

export const driverNames = (colours: readonly string[]): Record<string, string> =>
	Object.fromEntries(colours.map((colour) => [colour, driverName(colour)]));
