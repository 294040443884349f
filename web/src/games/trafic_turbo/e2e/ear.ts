import type { Hearing, Listener } from '../../../../e2e/ear';

/** As far as it goes, and rather free of a fine. */
function choose({ buttons, says }: Hearing): string | undefined {
	const spaces = buttons.filter((one) => one.group && says(one.group, 'web.lists.spaces'));
	const worth = (name: string) => Number(/^(\d+)/.exec(name)?.[1] ?? 0) - (/: .*fine/.test(name) ? 9 : 0);
	return spaces.map((one) => one.name).sort((a, b) => worth(b) - worth(a))[0];
}

export default {
	options: { circuit: 'short-eight' },
	keys: [
		'web.play_card',
		'web.use',
		'web.draw',
		'web.keep',
		'web.drive_on',
		'web.stay',
		'web.take_nothing',
		'web.vehicle',
	],
	choose,
	// A drive of several steps.
	follows: true,
	// Straight on: where the car stands in the end is said.
	silent: ['stepped', 'glided'],
	byHand: ['web.roll'],
} satisfies Listener;
