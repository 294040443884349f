// The evening as one picture: drawn here, kept as a file by whoever wants it.
import { chairLook, INK, PALETTE } from '../art/colour';
import { digits, wordmark } from '../art/digits';
import { driver, driverOf } from '../art/drivers';
import { robot } from '../art/robots';
import { type Rider, rays, roadStrip } from '../art/scenes';
import { confettiPiece, crown, cup } from '../art/shapes';
import { circle, escaped, type Markup, place, rect, short } from '../art/svg';
import { BODIES } from '../art/vehicles';
import type { Player, Standing } from './games';

/** What stands on it. */
export interface Shown {
	title: string;
	/** When it was, and how many games. */
	when: string;
	/** Who wears the crown, in words. */
	best: string;
	standings: readonly Standing[];
	trophies: readonly { title: string; words: string; n: number; who: Player }[];
}

interface Line {
	words: string;
	x: number;
	y: number;
	size: number;
	anchor: 'start' | 'middle' | 'end';
	colour: string;
}

/** Shapes, and the words on them: only where it is shown or written as a file there is a font for these. */
export interface Picture {
	width: number;
	height: number;
	art: Markup;
	lines: Line[];
}

/** How wide words stand in the font that they are written with. */
export type Measure = (words: string, size: number) => number;
export const guess: Measure = (words, size) => words.length * size * 0.56;

const WIDTH = 1080;
const MARGIN = 56;
const ROAD = 100;
/** A car on it, with its bonnet. */
const CAR = 120;
const { ink2: SECOND, surface: SURFACE } = { ink2: PALETTE.light.ink2, surface: PALETTE.light.surface };

/** Smaller letters, and in the end fewer of them, until they fit. */
export function fitted(words: string, size: number, width: number, measure: Measure): { words: string; size: number } {
	for (let small = size; small > size * 0.62; small -= 1)
		if (measure(words, small) <= width) return { words, size: small };
	const [small, all] = [size * 0.62, [...words]];
	while (all.length > 1 && measure(`${all.join('')}…`, small) > width) all.pop();
	return { words: `${all.join('')}…`, size: small };
}

/** In lines that are no longer than this. */
export function wrapped(words: string, size: number, width: number, measure: Measure): string[] {
	const lines: string[] = [];
	for (const word of words.split(' ')) {
		const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
		if (lines.length && measure(longer, size) <= width) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}

/** The face of whoever plays, `size` wide round a point. */
function face(who: Player, x: number, y: number, size: number): Markup {
	const inner = who.robot ? robot(who.level, chairLook(who.colour)) : driver(driverOf(who.colour, 0));
	return place(inner, x - size / 2, y - size / 2, size / 64);
}

class Sheet {
	art = '';
	lines: Line[] = [];
	y = 0;
	constructor(private readonly measure: Measure) {}

	say(words: string, x: number, y: number, size: number, width: number, more: Partial<Line> = {}): void {
		this.lines.push({ x, y, anchor: 'start', colour: INK, ...fitted(words, size, width, this.measure), ...more });
	}

	head({ title, when, best, standings }: Shown): void {
		this.art += wordmark({ x: MARGIN, y: 56, height: 40, colour: INK });
		this.say(when, WIDTH - MARGIN, 90, 30, 620, { anchor: 'end', colour: SECOND });
		this.say(title, WIDTH / 2, 210, 76, WIDTH - 2 * MARGIN, { anchor: 'middle' });
		const first = standings.filter((one) => one.crowned).slice(0, 4);
		const [size, apart] = [190, 236];
		for (const [i, who] of first.entries()) {
			const x = WIDTH / 2 + (i - (first.length - 1) / 2) * apart;
			this.art +=
				circle(x, 432, size / 2 + 14, '#F4B72F') + circle(x, 432, size / 2 + 7, SURFACE) + face(who, x, 432, size);
			this.art += place(crown(), x - 60, 250, 1.2);
		}
		this.say(best, WIDTH / 2, 610, 46, WIDTH - 2 * MARGIN, { anchor: 'middle' });
		this.y = 656;
	}

	/** Everybody with their points; in two columns where they are many. */
	everybody(standings: readonly Standing[]): void {
		const columns = standings.length > 4 ? 2 : 1;
		const rows = Math.ceil(standings.length / columns);
		const [gap, high] = [20, 96];
		const wide = columns === 2 ? (WIDTH - 2 * MARGIN - gap) / 2 : 720;
		for (const [i, who] of standings.entries()) {
			const left = columns === 2 ? MARGIN + Math.floor(i / rows) * (wide + gap) : (WIDTH - wide) / 2;
			const middle = this.y + (i % rows) * (high + 14) + high / 2;
			this.art += rect(left, middle - high / 2 + 4, wide, high, high / 2, '#1F1B3A', 'opacity=".08"');
			this.art += rect(left, middle - high / 2, wide, high, high / 2, SURFACE);
			this.art += digits(who.place, { x: left + 50, y: middle, height: 34, colour: SECOND });
			this.art += face(who, left + 122, middle + 3, 72);
			if (who.crowned) this.art += place(crown(), left + 101, middle - 57, 0.42);
			this.art += digits(who.points, { x: left + wide - 40, y: middle, height: 44, anchor: 'right' });
			this.say(who.name, left + 176, middle + 13, 38, wide - 176 - 130);
		}
		this.y += rows * (high + 14) + 34;
	}

	trophies(given: Shown['trophies']): void {
		const column = (WIDTH - 2 * MARGIN) / 2;
		let [top, high] = [this.y, 0];
		for (const [i, { title, words, n, who }] of given.entries()) {
			const alone = i === given.length - 1 && i % 2 === 0;
			const left = alone ? (WIDTH - column) / 2 : MARGIN + (i % 2) * column;
			if (i % 2 === 0) [top, high] = [top + high, 0];
			this.art += place(cup(), left, top + 4, 1.08);
			this.art += digits(n, { x: left + 54, y: top + 44, height: n > 99 ? 18 : 28 });
			this.art += face(who, left + 96, top + 90, 44);
			this.say(title, left + 134, top + 36, 31, column - 140);
			const lines = wrapped(words, 25, column - 146, this.measure);
			for (const [row, line] of lines.entries())
				this.say(line, left + 134, top + 74 + row * 31, 25, column - 150, { colour: SECOND });
			high = Math.max(high, 148, 92 + lines.length * 31);
		}
		this.y = top + high + 10;
	}
}

function ground(height: number, standings: readonly Standing[]): Markup {
	const cars: Rider[] = standings.slice(0, 8).map((who, i, all) => ({
		kind: BODIES[i % BODIES.length]!,
		colour: chairLook(who.colour).hex,
		at: (i + 0.5) / all.length - CAR / 2 / WIDTH,
	}));
	let pieces = '';
	for (let i = 0; i < 18; i++) {
		const inset = 36 + ((i * 67) % 170);
		pieces += place(confettiPiece((i * 7) % 20), i % 2 ? WIDTH - inset : inset, 250 + i * 19, 1.5);
	}
	return (
		rect(0, 0, WIDTH, height, 0, '#FFF6E3') +
		rays(WIDTH, height, false, WIDTH / 2, 432) +
		pieces +
		place(roadStrip(WIDTH, ROAD, false, cars), 0, height - ROAD)
	);
}

export function draw(shown: Shown, measure: Measure = guess): Picture {
	const sheet = new Sheet(measure);
	sheet.head(shown);
	sheet.everybody(shown.standings);
	sheet.trophies(shown.trophies);
	const height = Math.max(1080, sheet.y + ROAD + 50);
	return { width: WIDTH, height, art: ground(height, shown.standings) + sheet.art, lines: sheet.lines };
}

export const FONT = 'Quicksand, ui-rounded, "SF Pro Rounded", Nunito, system-ui, sans-serif';

const text = ({ words, x, y, size, anchor, colour }: Line): Markup =>
	`<text x="${short(x)}" y="${short(y)}" font-size="${short(size)}" text-anchor="${anchor}" fill="${colour}">${escaped(words)}</text>`;

/** As a file that any browser shows; `worded` leaves the words out, for whoever writes them with a font of their own. */
export function svgOf({ width, height, art, lines }: Picture, worded = true): Markup {
	const size = `width="${width}" height="${short(height)}" viewBox="0 0 ${width} ${short(height)}"`;
	const words = worded ? lines.map(text).join('') : '';
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(FONT)}" font-weight="700">${art}${words}</svg>`;
}
