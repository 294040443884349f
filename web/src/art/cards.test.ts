import { describe, expect, it } from 'vitest';
import { back, blankFace, cardFace, colourFace, trafficarsFace, turboFace } from './cards';
import { cardNumeral, cardTint, contrast, GAME_COLOURS, SLATE, TENS } from './colour';
import { pure, source } from './test-kit';

const GAMES = ['rush_hour', 'traffic_memory', 'took_over', 'mau_mau', 'pit_stop', 'trafic_turbo'];

const mauMau = source('games/mau_mau/material.py');
const pitStop = source('games/pit_stop/material.py');
const deck: { cards: { kind: string; value?: number; dir?: string }[] } = JSON.parse(
	source('games/trafic_turbo/deck.json'),
);

/** The words of a tuple in the sources of a game, so that a new card without a face is found. */
function words(text: string, name: string): string[] {
	const found = new RegExp(`^${name}: Final = \\(([^)]*)\\)`, 'm').exec(text);
	return [...found![1]!.matchAll(/"(\w+)"/g)].map((match) => match[1]!);
}

function coloured(text: string): string[] {
	return [...'RBGY'].flatMap((colour) =>
		words(text, 'KINDS').map((kind) => colour + (kind.length > 1 ? '-' : '') + kind),
	);
}

const NUMBERED = [
	...Array.from({ length: 50 }, (_, i) => String(i + 1)),
	't5',
	't15',
	't25',
	't35',
	't45',
	'A',
	'P',
	'T',
];
const MAU_MAU = [...coloured(mauMau), 'CC'];
const PIT_STOP = [...coloured(pitStop), ...words(pitStop, 'GREYS')];
const DIRECTIONS: Record<string, string> = { L: 'left', R: 'right', B: 'back' };
const TURBO = deck.cards.map((card) => [card.kind, card.value ?? DIRECTIONS[card.dir ?? ''] ?? ''].join(' ').trim());

describe('faces', () => {
	it.each([
		['the 1-50 deck', NUMBERED, trafficarsFace, 58],
		['Mau-Mau', MAU_MAU, colourFace, 53],
		['Pit Stop', PIT_STOP, colourFace, 48],
		['Trafic Turbo', TURBO, turboFace, 19],
	] as [string, string[], (token: string) => string, number][])(
		'%s has a face for each card',
		(_, tokens, face, count) => {
			const faces = tokens.map((token) => face(token));
			expect(faces.length).toBe(count);
			expect(new Set(faces).size).toBe(count);
			for (const drawn of faces) {
				expect(drawn).not.toBe(blankFace());
				pure(drawn);
			}
		},
	);

	it('a card without a picture is blank, a hidden one shows its back', () => {
		for (const odd of ['Q1', 'R-Xx', '', '123', 'x7', '<b>']) {
			expect(colourFace(odd)).toBe(blankFace());
			expect(turboFace(odd)).toBe(blankFace());
			expect(trafficarsFace(odd)).toBe(blankFace());
		}
		for (const game of GAMES) expect(cardFace(game, '?')).toBe(back(game));
	});

	it('each game finds its own cards', () => {
		expect(cardFace('pit_stop', 'GA')).toBe(colourFace('GA'));
		expect(cardFace('mau_mau', 'R8')).toBe(colourFace('R8'));
		expect(cardFace('trafic_turbo', 'skid left', { name: 'Skid' })).toBe(turboFace('skid left', 'Skid'));
		expect(cardFace('rush_hour', 't25')).toBe(trafficarsFace('t25'));
		expect(cardFace('rush_hour', '25', { trailers: [25] })).toBe(trafficarsFace('t25'));
		expect(cardFace('took_over', '25')).toBe(trafficarsFace('25', { dots: 0 }));
	});

	it('dots count the penalty points', () => {
		const dots = (face: string) => face.split('cy="15"').length - 1;
		expect(dots(trafficarsFace('27'))).toBe(1);
		expect(['t25', 'A', 'P', 'T'].map((token) => dots(trafficarsFace(token)))).toEqual([2, 2, 2, 2]);
		expect(dots(trafficarsFace('t25', { dots: 1 }))).toBe(1);
		expect(dots(trafficarsFace('27', { dots: 0 }))).toBe(0);
	});

	it('6 and 9 carry a bar where a card can be seen upside down', () => {
		const BAR = 'M4 35.5H16';
		const bars = (face: string) => face.split(BAR).length - 1;
		expect(['R6', 'R9', 'R8', 'R5'].map((token) => bars(colourFace(token)))).toEqual([2, 2, 0, 0]);
		expect(['6', '9', '16', '8'].map((token) => bars(cardFace('traffic_memory', token)))).toEqual([1, 1, 0, 0]);
		expect(bars(trafficarsFace('6'))).toBe(0);
	});

	it('every kind in one colour still looks different', () => {
		const plain = (face: string) => face.replace(/#[0-9A-Fa-f]{6}/g, '#000000');
		expect(new Set(MAU_MAU.map((token) => plain(colourFace(token)))).size).toBe(MAU_MAU.length);
		expect(new Set(PIT_STOP.map((token) => plain(colourFace(token)))).size).toBe(PIT_STOP.length);
		expect(new Set(TURBO.map((token) => plain(turboFace(token)))).size).toBe(TURBO.length);
	});
});

describe('names on cards', () => {
	it('only the caller brings words, and they cannot break out', () => {
		expect(turboFace('mirror')).not.toContain('<text');
		expect(turboFace('mirror', 'Peili')).toContain('>Peili</text>');
		expect(turboFace('mirror', '<script>"&')).toContain('&lt;script&gt;&quot;&amp;');
	});

	it('long names take two lines and fit the card', () => {
		const lines = [...turboFace('skid back', 'Luisu taaksepäin').matchAll(/font-size="([\d.]+)"[^>]*>([^<]*)</g)];
		expect(lines.map((line) => line[2])).toEqual(['Luisu', 'taaksepäin']);
		for (const line of lines) expect(Number(line[1]) * 0.58 * line[2]!.length).toBeLessThanOrEqual(85);
	});
});

describe('backs', () => {
	it('each game has its own, with one sign in a white disc', () => {
		expect(new Set(GAMES.map(back)).size).toBe(6);
		for (const game of GAMES) {
			pure(back(game));
			expect(back(game)).toContain('<circle cx="50" cy="70" r="25" fill="#FFFFFF"/>');
		}
	});
});

describe('contrast', () => {
	it('numbers of the 1-50 deck on their tint', () => {
		for (const colour of TENS) {
			const found = contrast(cardNumeral(colour), cardTint(colour));
			expect(found).toBeGreaterThanOrEqual(6.25);
			expect(found).toBeLessThanOrEqual(8.15);
		}
	});

	it('signs and numbers of the four colours', () => {
		const on = Object.values(GAME_COLOURS).map((look) => contrast(look.on, look.hex));
		expect(on.map((value) => Math.round(value * 10) / 10)).toEqual([4.7, 5.1, 4.7, 7.7]);
		for (const look of Object.values(GAME_COLOURS)) {
			expect(contrast(look.numeral, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
			expect(contrast(look.onDark, '#1D1B2E')).toBeGreaterThan(7);
			expect(contrast(look.onDark, SLATE)).toBeGreaterThan(3);
		}
	});
});
