/** Pictures for what people can say, each on a box of 64 x 64: faces for emotes, things for phrases. */

import { INK, SLATE } from './colour';
import { circle, ellipse, line, type Markup, path, place, rect } from './svg';

const SKIN = '#F6C945';
const SHADE = '#D9951A';
const BLUE = '#8DC3EE';

function face(inner: Markup): Markup {
	return circle(32, 32, 28, SKIN) + inner;
}

const DOTS = circle(22, 27, 3.6, INK) + circle(42, 27, 3.6, INK);
const SHUT = line('M17 28Q22 22 27 28M37 28Q42 22 47 28', INK, 3.6);

/** A flat hand with the palm to the front. */
function palm(fill: string): Markup {
	return (
		line('M22 34V17M30 32V12M38 32V14M45.5 35V21', fill, 7.5) +
		path('M18.5 32H49V42Q49 56 34 56 24 56 20 48L11 37Q9 33 12.5 31.5 15.5 30.5 18.5 35Z', fill)
	);
}

const EMOTES: Record<string, () => Markup> = {
	smile: () => face(DOTS + line('M20 39Q32 50 44 39', INK, 3.8)),
	laugh: () =>
		face(
			SHUT +
				path('M18 36H46Q46 51 32 51 18 51 18 36Z', INK) +
				path('M24 47Q32 42 40 47 37 51 32 51 27 51 24 47Z', '#F2705F'),
		),
	wow: () => face(DOTS + ellipse(32, 44, 6.5, 8, INK) + line('M17 17Q21 14 25 16M39 16Q43 14 47 17', INK, 3)),
	sad: () =>
		face(
			DOTS +
				line('M22 46Q32 36 42 46', INK, 3.8) +
				path('M46 34Q52 42 46 44 40 42 46 34Z', BLUE) +
				line('M16 20 25 17M48 20 39 17', INK, 3),
		),
	clap: () =>
		place(palm('#E8AE2E'), 2, 6, 0.82, 6) +
		place(palm(SKIN), 10, 14, 0.82, -8) +
		line('M52 8 49 14M60 15 54 19M44 4V10', SHADE, 3.6),
	heart: () =>
		place(
			path('M0 12.5C-14 3-13-9-6.5-10.8-3-11.8 0-9.5 0-6.5 0-9.5 3-11.8 6.5-10.8 13-9 14 3 0 12.5Z', '#E5484D'),
			32,
			31,
			2.15,
		),
	horn: () =>
		path('M10 26H22L44 13V51L22 38H10Z', '#F2A62B', 'stroke="#F2A62B" stroke-width="5" stroke-linejoin="round"') +
		path('M16 40 20 54H27L24 39Z', SHADE, `stroke="${SHADE}" stroke-width="3" stroke-linejoin="round"`) +
		line('M51 24Q56 32 51 40M57 18Q65 32 57 46', INK, 3.8),
	sleepy: () =>
		face(line('M17 28Q22 32 27 28M37 28Q42 32 47 28', INK, 3.6) + ellipse(32, 44, 5, 6, INK)) +
		line('M46 4H54L46 13H54M56 17H61L56 22H61', INK, 3),
};

function clover(): Markup {
	const leaf = (turn: number) =>
		`<g transform="rotate(${turn} 32 28)">${path('M32 28C20 24 21 9 28 9 31 9 32 11 32 13 32 11 33 9 36 9 43 9 44 24 32 28Z', '#2FA58A')}</g>`;
	return (
		line('M32 28Q34 48 42 57', '#1C7A5A', 4.5) + [0, 90, 180, 270].map(leaf).join('') + circle(32, 28, 3, '#1C7A5A')
	);
}

function flower(): Markup {
	const petals = [0, 72, 144, 216, 288]
		.map((turn) => `<g transform="rotate(${turn} 32 23)">${ellipse(32, 12.5, 7.5, 9, '#E07BAF')}</g>`)
		.join('');
	const stem = line('M32 26V58', '#1C7A5A', 4.5) + path('M33 48Q36 38 48 38 47 49 33 50Z', '#2FA58A');
	return stem + petals + circle(32, 23, 7, '#F6C945');
}

function trophy(): Markup {
	return (
		line('M18 16H9Q9 30 21 31M46 16H55Q55 30 43 31', SHADE, 4.5) +
		path('M16 9H48V24Q48 40 32 40 16 40 16 24Z', '#F4B72F') +
		rect(28.5, 38, 7, 11, 0, SHADE) +
		rect(19, 48, 26, 8, 4, SHADE) +
		line('M24 16V24', '#FFFFFF', 4, 'stroke-opacity=".6"')
	);
}

function hourglass(): Markup {
	return (
		path('M18 12H46V17Q46 26 35 32 46 38 46 47V52H18V47Q18 38 29 32 18 26 18 17Z', '#D8ECF5') +
		path('M23 20H41Q38 26 32 29.5 26 26 23 20ZM32 35Q40 40 42 49H22Q24 40 32 35Z', '#F4B72F') +
		line('M15 10H49M15 54H49', SLATE, 6)
	);
}

function steeringWheel(): Markup {
	return (
		circle(32, 32, 22, 'none', `stroke="${INK}" stroke-width="7"`) +
		line('M12 29H52M32 34V52', INK, 6) +
		circle(32, 31, 8, INK) +
		circle(32, 31, 3.5, '#F4B72F')
	);
}

function flatTyre(): Markup {
	return (
		path('M8 50Q8 46 14 45 8 36 10 27 14 10 32 10 50 10 54 27 56 36 50 45 56 46 56 50 56 54 50 54H14Q8 54 8 50Z', INK) +
		circle(32, 31, 11, '#D9DCEB') +
		circle(32, 31, 4, '#8E8BA6') +
		line('M4 34 1 30M60 34 63 30M57 17 61 13', SHADE, 3.4)
	);
}

const PHRASES: Record<string, () => Markup> = {
	hello: () => place(palm(SKIN), 4, 3, 0.92, 6) + line('M55 16Q61 22 59 30M8 17Q4 22 5 28', SHADE, 3.6),
	good_luck: clover,
	well_played: trophy,
	thanks: flower,
	sorry: () =>
		face(
			DOTS +
				line('M15 20Q19 16 25 16M49 20Q45 16 39 16', INK, 3) +
				line('M24 44Q28 40 32 44T40 44', INK, 3.6) +
				path('M51 10Q58 20 51 23 44 20 51 10Z', BLUE),
		),
	wait: hourglass,
	your_turn: steeringWheel,
	oh_no: flatTyre,
};

const PICTURES: Record<string, () => Markup> = { ...EMOTES, ...PHRASES };

/** The picture of an emote or phrase; nothing for words that have none. */
export function emotePicture(name: string): Markup {
	return PICTURES[name]?.() ?? '';
}

export const EMOTE_NAMES = Object.keys(EMOTES);
export const PHRASE_NAMES = Object.keys(PHRASES);
