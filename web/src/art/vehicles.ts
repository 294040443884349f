/** What kinds of vehicle there are, and which number drives which. */

/** The seven bodies of the 1-50 deck. */
export const BODIES = ['hatch', 'sedan', 'van', 'beetle', 'pickup', 'sports', 'bus'] as const;
export const KINDS = [...BODIES, 'taxi', 'trailer', 'ambulance', 'police', 'tow', 'truck', 'racer'] as const;

export type Kind = (typeof KINDS)[number];

/** The body of a number: always the same one, so that children recognise "their" car. */
export function kindOf(number: number): Kind {
	return BODIES[(3 * number) % 7]!;
}

/** A vehicle as the circuits name it: a plain `car` is a hatchback. */
export function trafficKind(name: string): Kind {
	return (KINDS as readonly string[]).includes(name) ? (name as Kind) : 'hatch';
}

/** Length from above, where the width is 52. */
export const LENGTHS: Record<Kind, number> = {
	hatch: 86,
	sedan: 100,
	van: 100,
	beetle: 84,
	pickup: 104,
	sports: 98,
	bus: 118,
	taxi: 100,
	trailer: 66,
	ambulance: 112,
	police: 102,
	tow: 150,
	truck: 170,
	racer: 92,
};
export const WIDTH = 52;
