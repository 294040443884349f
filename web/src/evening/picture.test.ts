import { describe, expect, it } from 'vitest';
import type { Standing } from './games';
import { draw, fitted, guess, type Shown, svgOf, wrapped } from './picture';

const NAMES = ['Mia', 'Maximiliane-Charlotte von Hohen', 'Tom & <Jerry>', 'Ben', 'Opa', 'Oma', 'Äiti', 'Bo'];
const COLOURS = ['red', 'blue', 'green', 'yellow', 'orange', 'violet', 'white', 'black'];

function shown(players: number): Shown {
	const standings = NAMES.slice(0, players).map((name, i): Standing => {
		const [points, place] = [(players - i) * 10, i + 1];
		return { id: name, name, colour: COLOURS[i]!, robot: i === 7, level: '3', points, place, crowned: i < 1 };
	});
	const trophies = standings.flatMap((who) =>
		[3, 12].map((n) => ({ title: 'Golden Tow Hook', words: `${who.name} called the tow truck ${n} times.`, n, who })),
	);
	return { title: 'Our evening', when: 'Today, 3 games', best: 'The crown: Mia', standings, trophies };
}

describe('the picture of an evening', () => {
	it.each([1, 2, 5, 8])('has everything of %i players on it, and nothing beside it', (players) => {
		const picture = draw(shown(players));
		const said = picture.lines.map((line) => line.words).join('\n');
		for (const { name } of shown(players).standings) expect(said).toContain(name.slice(0, 12));
		for (const words of ['Our evening', 'Today, 3 games', 'Golden Tow Hook']) expect(said).toContain(words);
		for (const { words, x, y, size, anchor } of picture.lines) {
			const wide = guess(words, size);
			const left = anchor === 'end' ? x - wide : anchor === 'middle' ? x - wide / 2 : x;
			expect(left).toBeGreaterThanOrEqual(0);
			expect(left + wide).toBeLessThanOrEqual(picture.width);
			expect(y).toBeLessThan(picture.height - 120);
		}
	});

	it('is a file of its own: whole, and asking nobody for anything', () => {
		const svg = svgOf(draw(shown(8)));
		expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
		expect(svg).toContain('Tom &amp; &lt;Jerry&gt;');
		expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
			/https?:|href|url\(|style=|<style|NaN|undefined/,
		);
		expect(svgOf(draw(shown(2)), false)).not.toContain('<text');
	});

	it('writes long words smaller, then shorter, and in several lines', () => {
		expect(fitted('Mia', 40, 200, guess)).toEqual({ words: 'Mia', size: 40 });
		const small = fitted('Maximiliane', 40, 200, guess);
		expect(small.words).toBe('Maximiliane');
		expect(guess(small.words, small.size)).toBeLessThanOrEqual(200);
		const cut = fitted('M'.repeat(60), 40, 200, guess);
		expect(cut.words).toMatch(/^M+…$/);
		expect(guess(cut.words, cut.size)).toBeLessThanOrEqual(200);
		expect(wrapped('one two three', 10, 60, guess)).toEqual(['one two', 'three']);
	});
});
