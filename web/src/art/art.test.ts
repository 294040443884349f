import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTexts, TEXTS } from '../../places';
import {
	CHAIR_COLOUR_NAMES,
	CHAIR_COLOURS,
	chairLook,
	contrast,
	decade,
	INK,
	lighter,
	mix,
	PALETTE,
	racerColour,
	TENS,
} from './colour';
import { digits, digitsWidth, WORDMARK_WIDTH, wordmark } from './digits';
import { DRIVERS, driver, driverOf } from './drivers';
import { EMOTE_NAMES, emotePicture, PHRASE_NAMES } from './emotes';
import { ICONS, icon } from './icons';
import { ROBOTS, robot } from './robots';
import * as scenes from './scenes';
import { crown, cup, die, hook, house, shape, star, station, tree } from './shapes';
import { sideView } from './side';
import { pure } from './test-kit';
import { silhouette, topView } from './top';
import { BODIES, KINDS, kindOf, trafficKind } from './vehicles';

describe('colours', () => {
	it('mixes and measures', () => {
		expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080');
		expect(lighter('#3E8ED0', 1)).toBe('#ffffff');
		expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
	});

	it('text keeps the contrast that was measured', () => {
		const { light, dark } = PALETTE;
		const measured: [string, string, number][] = [
			[light.ink, light.paper, 13.2],
			[dark.ink, dark.paper, 15.1],
			[light.ink2, light.paper, 5.8],
			[light.ink2, light.sand, 5.2],
			[dark.ink2, dark.surface, 6.4],
			['#FFFFFF', light.accent, 5.6],
			[dark.paper, dark.accent, 7.6],
			['#FFFFFF', light.road, 6.9],
			['#FFFFFF', dark.road, 11.1],
		];
		for (const [text, ground, wanted] of measured) expect(Math.abs(contrast(text, ground) - wanted)).toBeLessThan(0.16);
	});

	it('tens and racing cars', () => {
		expect([1, 10, 11, 20, 27, 40, 41, 50].map((n) => TENS.indexOf(decade(n) as (typeof TENS)[number]))).toEqual([
			0, 0, 1, 1, 2, 3, 4, 4,
		]);
		expect(new Set([1, 2, 3, 4].map(racerColour)).size).toBe(4);
	});

	it('a chair has a colour and a shape of its own, and none is the accent', () => {
		expect(new Set(CHAIR_COLOUR_NAMES.map((name) => CHAIR_COLOURS[name].shape)).size).toBe(8);
		for (const name of CHAIR_COLOUR_NAMES) {
			const look = CHAIR_COLOURS[name];
			expect(contrast(look.on, look.hex)).toBeGreaterThanOrEqual(4.5);
			expect(look.hex).not.toBe(PALETTE.light.accent);
		}
		expect(chairLook('nothing').hex).toMatch(/^#/);
	});
});

describe('digits', () => {
	it('draws figures and the name of the house', () => {
		pure(digits('0123456789+-.:'));
		pure(wordmark());
		expect(digits('27').match(/<path/g)?.length).toBe(2);
		expect(WORDMARK_WIDTH).toBe(151);
	});

	it('stands where it is put', () => {
		expect(digitsWidth('00', 30)).toBe(42.5);
		expect(digits('0', { x: 50, y: 20, height: 30, anchor: 'left' })).toContain('translate(50 5)');
		expect(digits('0', { x: 50, y: 20, height: 30, anchor: 'right' })).toContain('translate(30 5)');
		expect(digits('0', { x: 50, y: 20, height: 30 })).toContain('translate(40 5)');
	});
});

describe('vehicles', () => {
	it('a number always drives the same body', () => {
		expect(kindOf(27)).toBe('pickup');
		expect([7, 14, 21].map((n) => kindOf(n))).toEqual(['hatch', 'hatch', 'hatch']);
		expect(new Set(Array.from({ length: 50 }, (_, i) => kindOf(i + 1)))).toEqual(new Set(BODIES));
		expect([trafficKind('car'), trafficKind('truck'), trafficKind('taxi')]).toEqual(['hatch', 'truck', 'taxi']);
	});

	it('all kinds can be told apart in one colour, from above and from the side', () => {
		expect(new Set(KINDS.map((kind) => topView(kind, '#888888', { shadow: false }))).size).toBe(KINDS.length);
		expect(new Set(KINDS.map((kind) => sideView(kind, '#888888'))).size).toBe(KINDS.length);
		// A taxi is a sedan with a sign; all others have an outline of their own.
		expect(new Set(KINDS.map((kind) => silhouette(kind, '#000000'))).size).toBe(KINDS.length - 1);
		for (const kind of KINDS) {
			pure(topView(kind, '#888888', { number: 7, heading: 33, length: 90, width: 40 }));
			pure(sideView(kind, '#888888', { number: 7 }));
		}
	});

	it('the number stays upright at every heading', () => {
		for (let heading = -180; heading <= 360; heading += 15) {
			for (const kind of [...BODIES, 'trailer', 'racer', 'ambulance', 'police'] as const) {
				const drawn = topView(kind, TENS[0], { number: 12, heading, shadow: false });
				const turns = [...drawn.matchAll(/rotate\((-?[\d.]+)\)/g)].map((match) => Number(match[1]));
				expect(turns.reduce((sum, turn) => sum + turn, 0)).toBe(0);
				expect(turns.length).toBe(heading === 0 ? 0 : 2);
			}
		}
	});

	it('a load turns with its truck and its number back', () => {
		const load = { kind: 'bus', colour: TENS[3], number: 37 } as const;
		const drawn = topView('tow', '', { heading: 90, load, shadow: false });
		expect([...drawn.matchAll(/rotate\((-?[\d.]+)\)/g)].map((match) => match[1])).toEqual(['90', '-90']);
		expect(topView('tow', '', { load })).not.toBe(topView('tow', ''));
		// 93 %, and less where it would stand in the cab.
		expect(topView('tow', '', { load: { kind: 'hatch', colour: TENS[1] } })).toContain('scale(0.93)');
		expect(drawn).not.toContain('scale(0.93)');
	});

	it('the shadow lies straight below, whatever the heading', () => {
		for (const heading of [0, 90, 180, 222]) {
			expect(topView('hatch', TENS[0], { heading })).toMatch(/^<g><g opacity=".2" transform="translate\(0 5\)/);
		}
		expect(topView('hatch', TENS[0], { shadow: false })).not.toContain('opacity=".2"');
	});

	it('other measures stretch the body, not the number', () => {
		const drawn = topView('hatch', TENS[0], { number: 8, length: 43, width: 52 });
		expect(drawn).toContain('scale(0.5 1)');
		expect(drawn).toContain('scale(0.5)"><circle cx="0" cy="0" r="17"');
	});

	it('a number on its disc has the contrast of text', () => {
		expect(contrast(INK, '#FFFFFF')).toBeGreaterThan(7);
	});
});

describe('drivers, icons, emotes', () => {
	it('eight drivers, with antenna or unplugged', () => {
		expect(new Set(DRIVERS.map((name) => driver(name))).size).toBe(8);
		for (const name of DRIVERS) pure(driver(name, { bot: true, away: true }));
		expect(driver('lion', { bot: true })).not.toBe(driver('lion'));
		expect(driver('lion', { away: true })).toContain('opacity=".45"');
		expect(driver(9)).toBe(driver('bear'));
	});

	it('five robots and a plain one, each different, with the colour and shape of its chair', () => {
		const levels = ['1', '2', '3', '4', '5', 'my.program'];
		for (const level of levels) pure(robot(level, chairLook('red')));
		expect(new Set(levels.map((level) => robot(level, chairLook('red')))).size).toBe(6);
		expect(new Set(CHAIR_COLOUR_NAMES.map((colour) => robot('3', chairLook(colour)))).size).toBe(8);
		for (const colour of CHAIR_COLOUR_NAMES) {
			// The knob is read off its disc also by those who do not see colours.
			const knob = [...robot('3', chairLook(colour)).matchAll(/stroke="(#\w+)"/g)].at(-1)![1]!;
			expect(contrast(knob, '#625E78'), colour).toBeGreaterThan(2);
		}
	});

	it('nobody drives as an animal that is a robot, in no language', () => {
		const animals = Object.values(ROBOTS).map((draw) => draw.name);
		expect(DRIVERS.filter((name) => animals.includes(name))).toEqual([]);
		for (const language of readdirSync(TEXTS).filter((one) => one.length === 2)) {
			const { levels } = readTexts(language, 'app') as { levels: Record<string, { name: string }> };
			const { drivers } = readTexts(language, 'web') as { drivers: Record<string, string> };
			expect(Object.keys(drivers).sort()).toEqual([...DRIVERS].sort());
			const called = Object.keys(ROBOTS).map((level) => levels[level]!.name.toLowerCase());
			expect(Object.values(drivers).filter((name) => called.includes(name.toLowerCase()))).toEqual([]);
		}
	});

	it('each colour of a chair has its driver', () => {
		expect(new Set(CHAIR_COLOUR_NAMES.map((colour) => driverOf(colour, 0))).size).toBe(8);
		expect(driverOf('', 2)).toBe('frog');
		expect(driverOf('', 11)).toBe('cat');
	});

	it('icons are strokes of one kind', () => {
		for (const name of Object.keys(ICONS)) pure(icon(name));
		expect(new Set(Object.values(ICONS)).size).toBe(Object.keys(ICONS).length);
		expect(icon('no such icon')).toBe('');
	});

	it('everything people can say has a picture', () => {
		for (const name of [...EMOTE_NAMES, ...PHRASE_NAMES]) {
			expect(emotePicture(name)).not.toBe('');
			pure(emotePicture(name));
		}
		expect(emotePicture('nothing of the kind')).toBe('');
	});
});

describe('signs and scenes', () => {
	it('are pure, by day and by night', () => {
		const small = [
			crown(),
			cup(),
			die(null),
			hook(0, 0, 30),
			house('#E8A08C'),
			star(0, 0, 5, '#fff'),
			station(-30),
			tree(0, 0, 9),
		];
		for (const name of CHAIR_COLOUR_NAMES) small.push(shape(CHAIR_COLOURS[name].shape, 0, 0, 20, '#000000'));
		for (const drawn of small) pure(drawn);
		for (const dark of [false, true]) {
			for (const [width, height] of [
				[390, 844],
				[1024, 768],
			] as const) {
				pure(scenes.eveningHills(width, height, dark) + scenes.rays(width, height, dark));
				pure(scenes.roadStrip(width, 100, dark, [{ kind: 'van', colour: '#2FA58A', at: 0.1, number: 7 }]));
			}
			pure(scenes.barrier(dark) + scenes.sun(10, 10, 5, dark));
		}
	});

	it('a die shows its number', () => {
		for (let value = 1; value <= 6; value++) expect(die(value).match(/<circle/g)?.length).toBe(value);
		expect(die(null)).not.toContain('<circle');
	});
});
