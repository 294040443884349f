// A finish is held: the camera stays on whoever crosses the line until their place has been seen.
import { expect, it } from 'vitest';
import type { Play } from '../../contract';
import type { TraficTurboEvent } from '../../net/shapes';
import { beatsOf, recorded, wholeMatch } from '../test-told';
import type { Aim } from './aim.svelte';
import { standing } from './pieces';
import { Sight } from './sight.svelte';
import { tell } from './tell';
import type { Shown } from './view';

const races = [
	...recorded<Shown, TraficTurboEvent>('trafic_turbo'),
	wholeMatch<Shown, TraficTurboEvent>('trafic_turbo'),
];

it.each([0, 1, null])('the road stays with whoever finishes, for the eyes of %s', (me) => {
	let finishes = 0;
	for (const race of races) {
		let view = race.first;
		const sight = new Sight(
			() => view,
			() => ({ me }) as Play,
			{ kind: '', vehicle: '' } as Aim,
			() => false,
		);
		for (const event of race.acts.flatMap((act) => act.events)) {
			const beats = beatsOf(tell(view, event, me));
			// The last beat takes the car home: it takes no time.
			const held = event.kind === 'crossed' ? beats.slice(0, -1) : [];
			const seen: string[] = [];
			for (const beat of beats) {
				view = beat.view;
				if (!held.includes(beat)) continue;
				seen.push(sight.subject);
				const piece = standing(view).find((one) => one.id === sight.subject);
				expect(piece, JSON.stringify(event)).toBeDefined();
			}
			if (event.kind !== 'crossed') continue;
			finishes++;
			expect(new Set(seen)).toEqual(new Set([`car${event.seat}`]));
			expect(held.at(-1)!.view.cars[event.seat]!.place).toBe(event.place);
			expect(held.reduce((sum, beat) => sum + (beat.rest ?? 0) + (beat.least ?? 0), 0)).toBeGreaterThan(1200);
			expect(beats.at(-1)!.rest ?? 0).toBe(0);
		}
	}
	expect(finishes).toBeGreaterThan(1);
});
