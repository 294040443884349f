// Python's machine code in two halves: what runs until a game is on its way, and the rest.
//
// Both halves number everything alike. Where the first has none of a function's code it has a few bytes that call it in
// the second, by a table that the second fills; before it is here they fetch it (`src/net/device/halves.ts`). So either half does
// what the whole would do, and which function is in which is a question of time only.

import {
	behindLocals,
	built,
	CODE,
	ELEMENT,
	EXPORT,
	exported,
	FUNC,
	FUNCREF,
	FUNCTION,
	GLOBAL,
	GLOBALS,
	I32,
	IMPORT,
	laidDown,
	leb,
	list,
	MEMORY,
	Module,
	namedIn,
	Reader,
	signed,
	TABLE,
	TABLES,
	TAG,
	TYPE,
	text,
} from './wasm.mjs';

const variable = Buffer.from([I32, 1, 0x41, 0, 0x0b]);

/** The same module, which says of each of its functions by a global (`ran0`, `ran1`, ...) whether it has run. */
export function counted(bytes) {
	const module = new Module(bytes);
	const first = module.imported[GLOBALS].length + module.globals.length;
	const ran = module.bodies.map((_, n) => n);
	const bodies = module.bodies.map((body, n) => {
		const at = behindLocals(body);
		const whole = [body.subarray(0, at), Buffer.from([0x41, 1, 0x24]), leb(first + n), body.subarray(at)];
		return Buffer.concat([leb(whole.reduce((sum, part) => sum + part.length, 0)), ...whole]);
	});
	return module.with({
		[GLOBAL]: module.longer(
			GLOBAL,
			ran.map(() => variable),
		),
		[EXPORT]: module.longer(
			EXPORT,
			ran.map((n) => exported(`ran${n}`, GLOBALS, first + n)),
		),
		[CODE]: list(bodies),
	});
}

/** What is counted by. */
export const COUNT = /^ran\d+$/;

/** Which of its functions have run, as `counted` numbers them. */
export const haveRun = (instance) =>
	new Set(
		Object.entries(instance.exports)
			.filter(([name, global]) => COUNT.test(name) && global.value)
			.map(([name]) => Number(name.slice(3))),
	);

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A short name for each number. */
const brief = (number) =>
	number < SIGNS.length ? SIGNS[number] : brief(Math.floor(number / SIGNS.length) - 1) + SIGNS[number % SIGNS.length];

/** A table's first place is for whoever fetches the second half. */
const FETCH = 0;

/** What lies within the stretches, and what does not. */
function parted(data, stretches) {
	const [inside, outside] = [[], []];
	for (let [at, bytes] of data) {
		for (const [from, to] of stretches) {
			const [start, end] = [from, to].map((edge) => Math.min(Math.max(edge - at, 0), bytes.length));
			if (start === end) continue;
			if (start > 0) outside.push([at, bytes.subarray(0, start)]);
			inside.push([at + start, bytes.subarray(start, end)]);
			[at, bytes] = [at + end, bytes.subarray(end)];
		}
		if (bytes.length > 0) outside.push([at, bytes]);
	}
	return [inside, outside];
}

/** The same module without what only its second half reads: `stretches` of addresses, in their order. */
export function without(bytes, stretches) {
	const module = new Module(bytes);
	return module.with(laidDown(parted(module.data, stretches)[1]));
}

/**
 * Two modules: the first has the functions that are in `first`, the second all others, and what lies in the memory where only those
 * look: `stretches` of addresses.
 */
export function halved(bytes, first, stretches = []) {
	const module = new Module(bytes);
	const late = module.bodies.map((_, n) => n).filter((n) => !first.has(n));
	const functions = [...module.imported[FUNC].map((type) => new Reader(type).number()), ...module.own];
	const nothing = module.types.findIndex((type) => !type.takes && !type.gives);
	const place = new Map(late.map((n, at) => [n, at + 1 + FETCH]));
	const all = (kind, own) => [...module.imported[kind], ...own];
	const globals = all(GLOBALS, module.globals);
	const tables = all(TABLES, module.tables);
	const tags = all(TAG, module.tags);
	const memories = all(
		MEMORY,
		module.each(5, (reader) => module.described(reader, MEMORY)),
	);
	const table = tables.length;
	const there = globals.length;

	/** Fetch it where it is not there, and go there with all that was given. */
	const way = (n) => {
		const type = module.own[n];
		const code = Buffer.concat([
			Buffer.from([0, 0x23]),
			leb(there),
			Buffer.from([0x45, 0x04, 0x40, 0x41, FETCH, 0x11]),
			leb(nothing),
			leb(table),
			Buffer.from([0x0b]),
			...Array.from({ length: module.types[type].takes }, (_, local) =>
				Buffer.concat([Buffer.from([0x20]), leb(local)]),
			),
			Buffer.from([0x41]),
			signed(place.get(n)),
			Buffer.from([0x11]),
			leb(type),
			leb(table),
			Buffer.from([0x0b]),
		]);
		return Buffer.concat([leb(code.length), code]);
	};
	const size = leb(late.length + 1);
	const wide = Buffer.concat([Buffer.from([FUNCREF, 0]), size]);
	const needed = new Set(late.flatMap((n) => namedIn(module.bodies[n]).functions));
	/** What the second half never calls has its number there, and is another of the same type. */
	const standIn = new Map();
	for (const [n, type] of functions.entries()) if (needed.has(n) || !standIn.has(type)) standIn.set(type, n);
	const [later, now] = parted(module.data, stretches);
	/** Everything that is wanted there has a short name for the second half. */
	const shared = [
		...functions.map((type, n) => [FUNC, needed.has(n) ? n : standIn.get(type), leb(type)]),
		...[...tables, wide].map((type, n) => [TABLES, n, type]),
		...memories.map((type, n) => [MEMORY, n, type]),
		...globals.map((type, n) => [GLOBALS, n, type]),
		...tags.map((type, n) => [TAG, n, type]),
	].map(([kind, n, type]) => ({ kind, n, type }));
	const names = new Map();
	for (const one of shared) {
		const key = `${one.kind} ${one.n}`;
		if (!names.has(key)) names.set(key, { ...one, name: `~${brief(names.size)}` });
		one.name = names.get(key).name;
	}
	const one = module.with({
		[TABLE]: module.longer(TABLE, [wide]),
		[GLOBAL]: module.longer(GLOBAL, [variable]),
		[EXPORT]: module.longer(EXPORT, [
			...[...names.values()].map(({ name, kind, n }) => exported(name, kind, n)),
			exported('~late', TABLES, table),
			exported('~there', GLOBALS, there),
		]),
		[CODE]: list(module.bodies.map((body, n) => (first.has(n) ? Buffer.concat([leb(body.length), body]) : way(n)))),
		...(module.data.length ? laidDown(now) : {}),
	});
	const fills = Buffer.concat([Buffer.from([2]), leb(table), Buffer.from([0x41, 1 + FETCH, 0x0b, 0])]);
	const other = built(
		new Map([
			[TYPE, module.sections.get(TYPE)],
			[
				IMPORT,
				list(shared.map(({ name, kind, type }) => Buffer.concat([text(''), text(name), Buffer.from([kind]), type]))),
			],
			[FUNCTION, list(late.map((n) => leb(module.own[n])))],
			[ELEMENT, list([Buffer.concat([fills, list(late.map((_, at) => leb(functions.length + at)))])])],
			[CODE, list(late.map((n) => Buffer.concat([leb(module.bodies[n].length), module.bodies[n]])))],
			...(later.length ? Object.entries(laidDown(later)).map(([id, body]) => [Number(id), body]) : []),
		]),
	);
	return [one, other];
}
