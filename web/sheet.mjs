// The art of the general table as data, for pictures that are made without a browser: node sheet.mjs out.json
// Every drawing that comes in many colours is kept once, with marks where its shades differ, and the shades by colour.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = import.meta.dirname;
const [out] = process.argv.slice(2);
const vite = await createServer({
	root,
	configFile: false,
	logLevel: 'error',
	server: { middlewareMode: true, hmr: false, ws: false },
	optimizeDeps: { noDiscovery: true },
	appType: 'custom',
});
const load = (name) => vite.ssrLoadModule(`/src/${name}.ts`);
const [colour, cards, ground, backs, figures, drivers, shapes, top, topKinds, topParts, vehicles, faces, signs] =
	await Promise.all(
		[
			'art/colour',
			'art/cards',
			'art/card-ground',
			'art/backs',
			'art/digits',
			'art/drivers',
			'art/shapes',
			'art/top',
			'art/top-kinds',
			'art/top-parts',
			'art/vehicles',
			'games/_general/faces',
			'games/_general/signs',
		].map(load),
	);

/** Stand for the colours that whoever draws chooses. */
const [INK, UNDER] = ['$ink', '$under'];
const chairs = colour.CHAIR_COLOUR_NAMES.map((name) => colour.CHAIR_COLOURS[name].hex);
const looks = { ...faces.LOOKS, plain: faces.PLAIN };
const colours = [
	...new Set([
		...Object.values(looks).map((look) => look.body),
		...Object.values(faces.CORNER),
		...chairs,
		...colour.TRAFFIC,
		faces.LOOKS.yellow.hex,
		colour.POLICE_BLUE,
	]),
];
const slots = new Map();
const HEX = /#[0-9a-f]{6}/gi;

/** One drawing for all colours: `$3;` stands where the third shade does. */
function inColours(draw) {
	const drawn = colours.map(draw);
	const shades = drawn.map((one) => one.match(HEX) ?? []);
	const bare = new Set(drawn.map((one) => one.replace(HEX, '#')));
	if (bare.size > 1) throw new Error('the drawing differs in more than its colours');
	let at = -1;
	return drawn[0].replace(HEX, (hex) => {
		at += 1;
		const all = shades.map((one) => one[at]);
		if (all.every((one) => one === hex)) return hex;
		const key = all.join(' ');
		if (!slots.has(key)) slots.set(key, slots.size);
		return `$${slots.get(key)};`;
	});
}
const each = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]));

/** Two that are alike are one. */
const alone = (both) => [...new Set(both)];

/** A vehicle from above, nose to the right: as it is, turned (it shines on the other side), with room for a number. */
function above(kind) {
	const { draw, sign } = topKinds.TOP_KINDS[kind];
	const half = vehicles.LENGTHS[kind] / 2;
	const drawn = (up, numbered) =>
		inColours((hex) => draw({ tail: -half, nose: half, colour: hex, up, loaded: false, numbered }));
	return {
		length: vehicles.LENGTHS[kind],
		sign: sign(-half),
		outline: top.silhouette(kind, topParts.SHADOW),
		plain: alone([drawn(-1, false), drawn(1, false)]),
		...(drawn(-1, true) === drawn(-1, false) ? {} : { numbered: alone([drawn(-1, true), drawn(1, true)]) }),
	};
}

const games = readdirSync(join(root, 'src/games')).filter((name) =>
	existsSync(join(root, 'src/games', name, 'back.ts')),
);
const own = await Promise.all(games.map(async (name) => [name, (await load(`games/${name}/back`)).back]));
const cloth = /--cloth: (#\w+);/.exec(readFileSync(join(root, 'src/app.css'), 'utf8'))[1];
const FIGURES = [...'0123456789+-'];

const sheet = {
	palette: { ...colour.PALETTE.light, cloth },
	looks,
	corners: faces.CORNER,
	chairs,
	traffic: colour.TRAFFIC,
	special: { police: colour.POLICE_BLUE, taxi: faces.LOOKS.yellow.hex },
	tones: {
		numeral: inColours((hex) => colour.cardNumeral(hex)),
		figure: inColours((hex) => colour.darker(hex, 0.3)),
		paper: inColours((hex) => colour.lighter(hex, 0.8)),
	},
	grounds: each(Object.keys(looks), (name) => {
		const look = looks[name];
		// The faint shapes lie on a plain panel: as shades of it they cost no layer of their own.
		const pattern = cards.groundPattern({ ...look, on: colour.mix(look.hex, look.on, 0.13) });
		return (
			ground.cardGround(look.hex) + (name === 'plain' ? '' : pattern.replace(/^<g opacity="0.13">(.*)<\/g>$/, '$1'))
		);
	}),
	shapes: each([...new Set(Object.values(looks).map((look) => look.shape))], (name) =>
		shapes.shape(name, 0, 0, 20, INK),
	),
	signs: each(Object.keys(signs.DRAWN), (name) => signs.sign(name, INK, UNDER)),
	vehicles: each(signs.VEHICLES, signs.vehicleOf),
	bodies: vehicles.BODIES,
	roads: each(vehicles.KINDS, (kind) => inColours((hex) => cards.roadCard(kind, hex, '', ''))),
	above: each(vehicles.KINDS, above),
	wide: vehicles.WIDTH,
	badges: { ambulance: shapes.heart(0, 0, 32), police: shapes.star(0, 0, 11, colour.POLICE_BLUE) },
	figures: each(FIGURES, (one) => [
		figures.digitsWidth(one, 30),
		figures.digits(one, { x: 0, y: 15, height: 30, colour: INK, stroke: 5.6, anchor: 'left' }),
	]),
	dice: [1, 2, 3, 4, 5, 6].map(shapes.die),
	drivers: drivers.DRIVERS.map((name) => drivers.driver(name)),
	backs: {
		own: Object.fromEntries(own),
		grounds: faces.BACKS.map((hex) => [hex, colour.lighter(hex, 0.14)]),
		patterns: [backs.scattered(INK), backs.lanes(INK)],
	},
};
/** An element that is only filled, or only drawn along, fades without a layer of its own: that is much faster. */
const flat = (markup) =>
	markup.replace(/<(?:rect|circle|ellipse|path)[^>]* opacity="[^>]*\/>/g, (one) => {
		if (one.includes('fill="none"')) return one.replace(' opacity=', ' stroke-opacity=');
		return one.includes('stroke=') ? one : one.replace(' opacity=', ' fill-opacity=');
	});
const all = (value) =>
	typeof value === 'string'
		? flat(value)
		: Array.isArray(value)
			? value.map(all)
			: value && typeof value === 'object'
				? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, all(inner)]))
				: value;
writeFileSync(
	out,
	`${JSON.stringify({ ...all(sheet), shades: Object.fromEntries(colours.map((hex, i) => [hex, [...slots.keys()].map((all) => all.split(' ')[i])])) }, null, '\t')}\n`,
);
await vite.close();
