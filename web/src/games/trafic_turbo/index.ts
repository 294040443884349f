import { place } from '../../art/svg';
import { topView } from '../../art/top';
import { game } from '../../contract';
import type { TraficTurboEvent } from '../../net/shapes';
import { back } from './back';
import { icons } from './icons';
import { small } from './small';
import Table from './Table.svelte';
import { tell } from './tell';
import { placeOf, racer, type Shown } from './view';

/** The racing car, and behind it the kept card. */
function smallCar(seat: number, colour: string, holds: boolean): string {
	const car = place(topView('racer', colour, { number: seat + 1, shadow: false }), holds ? 26 : 32, 16, 0.52);
	return holds ? place(back, 44, 3, 0.19, 8) + car : car;
}

export default game<Shown, TraficTurboEvent>({
	id: 'trafic_turbo',
	Table,
	tell,
	back,
	pill: (view, seat, play) => {
		const car = view.cars[seat];
		if (!car) return { text: '' };
		const started = view.cars.every((one) => one.col !== null || one.place !== null);
		const points = view.options.points ? ` · ${play.say('web.points', { n: car.score })}` : '';
		const text = car.place === null && !started ? '' : play.say('web.place', { n: placeOf(view, seat) }) + points;
		return {
			text,
			numbers: text
				? [
						{ icon: 'flag', text: `${placeOf(view, seat)}.`, words: play.say('web.place', { n: placeOf(view, seat) }) },
						...(view.options.points ? [{ icon: 'star' as const, text: String(car.score) }] : []),
					]
				: [],
			said: [car.holds ? play.say('web.holds') : '', car.skips > 0 ? play.say('web.skips') : '']
				.filter(Boolean)
				.join(', '),
			sign: car.place === 1 ? 'crown' : car.skips > 0 ? 'star' : null,
			picture: smallCar(seat, racer(seat, play.chairs), car.holds),
		};
	},
	small,
	icons,
	turn: (view) => view.turn ?? -1,
	done: (view, seat) => view.cars[seat]?.place != null,
	hands: true,
	brief: true,
	result: 'web.result',
	moments: ['hit', 'pushed', 'grey_fine', 'police_fine', 'played', 'used', 'off_road', 'crossed'],
});
