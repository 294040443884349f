// The house rules that are read off the sources: who may import whom, and that no rule of a game is computed here.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	filesOf,
	importsOf,
	inside,
	type Node,
	nameOf,
	of,
	rings,
	type Source,
	sourceOf,
	sources,
} from './test-source';

const all = sources();
const known: ReadonlySet<string> = new Set(all.map((source) => source.name));
const needs = new Map(
	all.map((source) => [
		source.name,
		new Set(importsOf(source).flatMap(({ target }) => filesOf(source.name, target, known))),
	]),
);

const snippet = (code: string) => sourceOf(code, 'snippet.ts');

it('there is something to look at', () => {
	expect(all.length).toBeGreaterThan(200);
	expect([...needs.values()].reduce((sum, one) => sum + one.size, 0)).toBeGreaterThan(700);
});

describe('who needs whom', () => {
	it('a ring would be found', () => {
		const ring = new Map([
			['a', ['b']],
			['b', ['c', 'd']],
			['c', ['a']],
			['d', []],
			['e', ['e']],
		]);
		expect(rings(ring)).toEqual([['a', 'b', 'c'], ['e']]);
	});

	it('every way to import is seen', () => {
		const code = `import type { A } from './a'; import b from './b'; export * from './c'; export { d } from './d';
			const e = await import('./e'); const f = import.meta.glob<F>('./*/f.ts'); let g: import('./g').G; import './h';`;
		expect(importsOf(snippet(code))).toEqual([
			{ target: './a', types: true },
			{ target: './b', types: false },
			{ target: './c', types: false },
			{ target: './d', types: false },
			{ target: './e', types: false },
			{ target: './*/f.ts', types: false },
			{ target: './g', types: true },
			{ target: './h', types: false },
		]);
	});

	it('no files need each other, not even for their types', () => {
		expect(rings(needs)).toEqual([]);
	});

	it('no rooms need each other', () => {
		const room = (name: string) => name.split('/')[0]!;
		const rooms = new Map<string, Set<string>>();
		for (const [name, targets] of needs) {
			const others = [...targets].map(room).filter((other) => other !== room(name));
			rooms.set(room(name), new Set([...(rooms.get(room(name)) ?? []), ...others]));
		}
		expect(rooms.size).toBeGreaterThan(10);
		expect(rings(rooms)).toEqual([]);
	});

	it('nothing comes from outside but Svelte, the font, what charts are drawn with, and what Python and other devices need where there is no server', () => {
		const strange = all.flatMap((source) =>
			importsOf(source)
				.filter(({ target }) =>
					target.startsWith('.')
						? join('src', source.name, '..', target).split('/')[0] !== 'src'
						: !['svelte', '@fontsource-variable'].includes(target.split('/')[0]!) &&
							!(['pyodide', 'fzstd'].includes(target) && source.name.startsWith('net/device/')) &&
							!(['uqr', 'qr/decode.js'].includes(target) && source.name.startsWith('screens/near/')) &&
							!(['d3-scale', 'd3-shape'].includes(target) && source.name.startsWith('lab/')),
				)
				.map(({ target }) => `${source.name} imports ${target}`),
		);
		expect(strange).toEqual([]);
	});

	it('a game knows no other game and speaks to no server', () => {
		const wrong: string[] = [];
		for (const source of all) {
			const [room, game, file] = source.name.split('/');
			if (room !== 'games' || !file) continue;
			for (const { target, types } of importsOf(source)) {
				for (const there of filesOf(source.name, target, known)) {
					const [where, other, more] = there.split('/');
					const foreign = where === 'games' && more && other !== game && !other!.startsWith('_');
					const served = (where === 'net' || where === 'screens') && !types && !onlyBoard(source, there);
					if (foreign || served) wrong.push(`${source.name} imports ${there}`);
				}
			}
		}
		expect(wrong).toEqual([]);
	});
});

/** The board of a circuit is a picture that is asked for once; everything else comes with the play. */
function onlyBoard(source: Source, there: string): boolean {
	const asked = of(source, 'MemberExpression').filter((node) => nameOf(node.object) === 'api');
	return there === 'net/api.ts' && asked.length > 0 && asked.every((node) => nameOf(node.property) === 'board');
}

// No rule is computed: what may be done comes from `legal`, through `choices`, `find` and `all` of a play

/** Whoever asks this of anything but the server's answer has begun to write a rule. */
const CLAIM =
	/^((can|may|is|are|could|must)_?([A-Z]\w*)?(Play|Lay|Legal|Illegal|Allowed|Valid|Playable|Match(es)?|Fit|Fits)([A-Z]\w*)?|(legal|valid|possible|playable|allowed)(Moves?|Cards?|Actions?|Plays?|Spaces?|Steps?|Rows?|Lanes?)|playable|fits|allowed|legal)$/;
const OFFERS = ['find', 'all', 'choicesOf'];

/** Calls of methods with these names, such as `play.act()`. */
const calls = (source: Source, ...names: string[]): Node[] =>
	of(source, 'CallExpression').filter(
		(node) => (node.callee as Node).type === 'MemberExpression' && names.includes(nameOf(node.callee)),
	);

/** One of the choices: a name, a member of one, or looked up among them. */
function isChoice(node: Node | undefined, asked: ReadonlySet<string>): boolean {
	switch (node?.type) {
		case 'TSNonNullExpression':
		case 'ChainExpression':
			return isChoice(node.expression as Node, asked);
		case 'Identifier':
			return !asked.has(nameOf(node));
		case 'MemberExpression': {
			const plain = !node.computed || ['Identifier', 'Literal'].includes((node.property as Node).type);
			return plain && isChoice(node.object as Node, asked);
		}
		case 'CallExpression':
			return OFFERS.includes(nameOf(node.callee));
		default:
			return false;
	}
}

/** What looks like a rule of a game in a source of the client. */
function rulesIn(source: Source, drawing: boolean): string[] {
	const declared = of(source, 'FunctionDeclaration', 'TSDeclareFunction').map((node) => nameOf(node.id));
	const called = of(source, 'CallExpression').map((node) => nameOf(node.callee));
	const found = [...declared, ...called].filter((name) => CLAIM.test(name));
	const legal = of(source, 'MemberExpression').filter((node) => nameOf(node) === 'legal');
	if (drawing) found.push(...legal.map(() => '.legal'));
	found.push(...calls(source, 'answer').map(() => '.answer()'));
	// Every action, legal or not, is there to ask why not; it must not be played.
	const asked = new Set(
		calls(source, 'action', 'actionWhere').flatMap((node) => {
			const names: string[] = [];
			inside(node, (outer) => outer.type === 'VariableDeclarator' && names.push(nameOf(outer.id)) > 0);
			return names;
		}),
	);
	for (const node of calls(source, 'act', 'actFor')) {
		const said = node.arguments as Node[];
		const what = nameOf(node.callee) === 'actFor' ? said[1] : said[0];
		if (!isChoice(what, asked)) found.push(`${nameOf(node.callee)}() with something that is no choice`);
	}
	return found;
}

describe('no rule is computed', () => {
	it.each([
		'const canPlay = (card: Card) => card.colour === view.colour; if (canPlay(card)) {}',
		'function isLegal(card: string) { return true; }',
		'const lit = cards.filter((card) => fits(card, view.pile));',
		'for (const card of legalCards(view.hand)) {}',
		'mayLayOn(view.top)',
		'void play.act(17)',
		'void play.act(view.hand.indexOf(card) + 3)',
		"void play.act(play.action('lay', { card }))",
		"const any = play.action('lay', { card });\nvoid play.act(any);",
		'void play.actFor(seat, base + 1)',
		'source.answer(seat, n, 4)',
		'const mine = update.legal.map(name)',
	])('it would be found: %s', (bad) => {
		expect(rulesIn(snippet(bad), true)).not.toEqual([]);
	});

	it.each([
		'void play.act(choice)',
		'void play.act(only!)',
		"void play.act(play.find('row', { row })!)",
		'void play.actFor(seat, way.action)',
		'void play.act(ways[0]!)',
		'const fits = play.mine && ways(card).length > 0;',
		"void play.why(play.action('lay', { card }), element)",
		"if (card.matches('.lit') && query.matches) quiet();",
		'// what is legal (or not) the server says',
	])('to offer the choices is well: %s', (good) => {
		expect(rulesIn(snippet(good), true)).toEqual([]);
	});

	/** The one door to the server: a play takes answers there, and whoever stands behind it. */
	const behind = (name: string) => /^(net|table)\/|^session\.svelte\.ts$/.test(name);

	it('nowhere in the client', () => {
		const found = all
			.filter(({ name }) => !behind(name))
			.map((source) => [source.name, rulesIn(source, /^(games|art|ui)\//.test(source.name))] as const)
			.filter(([, rules]) => rules.length);
		expect(found).toEqual([]);
	});

	const games = [...new Set(all.map(({ name }) => /^games\/([^/]+)\/index\.ts$/.exec(name)?.[1] ?? ''))].filter(
		Boolean,
	);

	it.each(games)('%s: its table offers what the server offers, and says why not', (game) => {
		const own = all.filter(({ name }) => name.startsWith(`games/${game}/`));
		const taken = (...names: string[]) =>
			own.some((source) => of(source, 'MemberExpression').some((node) => names.includes(nameOf(node))));
		expect(taken('choices', ...OFFERS), 'something of `legal` is shown').toBe(true);
		expect(
			own.some((source) => calls(source, 'act', 'actFor').length),
			'something can be done',
		).toBe(true);
		expect(
			own.some((source) => calls(source, 'why').length),
			'what is not legal says why not',
		).toBe(true);
	});
});

// Children who cannot read yet find every button of a table by its picture

/** Buttons of a component without a picture on them. */
function bareButtons(source: Source): string[] {
	const named = (node: Node) => (node.attributes as Node[]).map((one) => String(one.name));
	const inner = (node: Node) => ((node.fragment as Node).nodes as Node[]).some((one) => one.type !== 'Text');
	return of(source, 'Component')
		.filter((node) => {
			if (node.name === 'Button') return !named(node).includes('icon');
			return node.name === 'Countdown' && !named(node).includes('still') && !inner(node);
		})
		.map((node) => String(node.name));
}

describe('every button of a table has a picture', () => {
	it('one without would be found', () => {
		const drawn = '<Button icon="stop">Stop</Button><Countdown label="No"><Icon name="noMau" /></Countdown>';
		expect(bareButtons(sourceOf(drawn, 'drawn.svelte'))).toEqual([]);
		expect(bareButtons(sourceOf('<Button main>Stop</Button><Countdown label="No" />', 'bare.svelte'))).toEqual([
			'Button',
			'Countdown',
		]);
	});

	it.each(
		all.filter(({ name }) => /^games\/.*\.svelte$|^ui\/(OpenAsk|Paper)/.test(name)).map((one) => [one.name, one]),
	)('%s', (_, source) => expect(bareButtons(source as Source)).toEqual([]));
});

// Over plain http at a home address these are not there: whoever uses one asks first

const CAREFUL = { crypto: ['randomUUID', 'subtle'], navigator: ['clipboard', 'wakeLock', 'serviceWorker', 'share'] };

/** What is used of those as if it were always there. */
function bare(source: Source): string[] {
	const used = of(source, 'MemberExpression').filter((node) =>
		Object.entries(CAREFUL).some(([where, things]) => nameOf(node.object) === where && things.includes(nameOf(node))),
	);
	return used.filter((node) => leansOn(node) && !asksFirst(source, node)).map(nameOf);
}

function leansOn(node: Node): boolean {
	const outer = node.parent!;
	if (outer.type === 'MemberExpression') return outer.object === node && !outer.optional;
	return outer.type === 'CallExpression' && outer.callee === node && !outer.optional;
}

/** To try, and to be content when it fails, is to ask as well. */
function asksFirst(source: Source, used: Node): boolean {
	const tried = inside(used, (outer, inner) => outer.type === 'TryStatement' && outer.block === inner);
	const thing = nameOf(used);
	const inObject = of(source, 'BinaryExpression').some(
		(node) => node.operator === 'in' && (node.left as Node).value === thing,
	);
	const looked = of(source, 'MemberExpression').some((node) => nameOf(node) === thing && isCondition(node));
	return tried || inObject || looked;
}

function isCondition(node: Node): boolean {
	const outer = node.parent!;
	if (outer.type === 'MemberExpression') return outer.optional === true;
	const tested = (outer.type === 'IfStatement' || outer.type === 'ConditionalExpression') && outer.test === node;
	return tested || outer.type === 'LogicalExpression' || outer.type === 'UnaryExpression';
}

describe('what needs a secure address', () => {
	it.each([
		'await navigator.clipboard.writeText(link)',
		'const id = crypto.randomUUID();',
		"const print = crypto.subtle.digest('SHA-256', text)",
		'navigator.share({ url })',
	])('it would be found: %s', (bad) => {
		expect(bare(snippet(bad))).toHaveLength(1);
	});

	it.each([
		'await navigator.clipboard?.writeText(link)',
		'try { await navigator.clipboard.writeText(link); } catch {}',
		"if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js')",
		'if (navigator.share) navigator.share({ url })',
	])('whoever asks first is well: %s', (good) => {
		expect(bare(snippet(good))).toEqual([]);
	});

	it('is nowhere used bare', () => {
		expect(all.flatMap((source) => bare(source).map((thing) => `${source.name}: ${thing}`))).toEqual([]);
	});
});
