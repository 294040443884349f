/** Small bricks for drawing: every function of this folder returns SVG markup without ids, styles or scripts. */

export type Markup = string;

/** A coordinate, short: two decimals are finer than any screen. */
export function short(value: number): string {
	return String(Math.round(value * 100) / 100);
}

export function rect(x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): Markup {
	const round = r > 0 ? ` rx="${short(r)}"` : '';
	const rest = more === '' ? '' : ` ${more}`;
	return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"${round} fill="${fill}"${rest}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): Markup {
	return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): Markup {
	const rest = more === '' ? '' : ` ${more}`;
	return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"${rest}/>`;
}

export function path(d: string, fill: string, more = ''): Markup {
	return `<path d="${d}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

/** A line with round ends. */
export function line(d: string, colour: string, width: number, more = ''): Markup {
	const rest = more === '' ? '' : ` ${more}`;
	return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"${rest}/>`;
}

/** Moved, then turned, then scaled. */
export function place(inner: Markup, x: number, y: number, scale = 1, turn = 0): Markup {
	const turned = turn === 0 ? '' : ` rotate(${short(turn)})`;
	const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 10000) / 10000})`;
	return `<g transform="translate(${short(x)} ${short(y)})${turned}${scaled}">${inner}</g>`;
}

export function faded(inner: Markup, opacity: number): Markup {
	return `<g opacity="${short(opacity)}">${inner}</g>`;
}

/** Words from a catalogue, safe inside markup. */
export function escaped(words: string): string {
	return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
