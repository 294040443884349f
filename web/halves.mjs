// Python's machine code in two halves: what runs until a game is on its way, and the rest.
//
// Both halves number everything alike. Where the first has none of a function's code it has a few bytes that call it in
// the second, by a table that the second fills; before it is here they fetch it (`src/net/device/halves.ts`). So either half does
// what the whole would do, and which function is in which is a question of time only.

const [TYPE, IMPORT, FUNCTION, TABLE, GLOBAL, EXPORT, ELEMENT, CODE] = [1, 2, 3, 4, 6, 7, 9, 10];
/** The order in which sections must stand: what Emscripten says first, tags before globals, the count of data before code. */
const ORDER = [0, 1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];
const [FUNC, TABLES, MEMORY, GLOBALS, TAG] = [0, 1, 2, 3, 4];
const HEAD = Buffer.from('0061736d01000000', 'hex');
const I32 = 0x7f;
const FUNCREF = 0x70;

/** A whole number without a sign, as WebAssembly writes it. */
function leb(number) {
	const bytes = [];
	do {
		const rest = Math.floor(number / 128);
		bytes.push((number % 128) + (rest ? 128 : 0));
		number = rest;
	} while (number);
	return Buffer.from(bytes);
}

/** The same with a sign, for constants: one more bit is needed. */
function signed(number) {
	const bytes = [];
	for (; number > 63; number >>= 7) bytes.push((number & 127) | 128);
	return Buffer.from([...bytes, number]);
}

const text = (words) => Buffer.concat([leb(words.length), Buffer.from(words)]);
const list = (entries) => Buffer.concat([leb(entries.length), ...entries]);

class Reader {
	constructor(bytes, at = 0) {
		this.bytes = bytes;
		this.at = at;
	}

	byte() {
		return this.bytes[this.at++];
	}

	number() {
		let [found, shift] = [0, 1];
		for (;;) {
			const byte = this.byte();
			found += (byte & 127) * shift;
			if (byte < 128) return found;
			shift *= 128;
		}
	}

	take(bytes) {
		this.at += bytes;
		return this.bytes.subarray(this.at - bytes, this.at);
	}

	words() {
		return this.take(this.number()).toString();
	}

	/** Whatever `read` passes over. */
	raw(read) {
		const from = this.at;
		read();
		return this.bytes.subarray(from, this.at);
	}

	limits() {
		const more = this.byte() & 1;
		this.number();
		if (more) this.number();
	}
}

/** What must be known of a module to count its functions, or to halve it. */
class Module {
	constructor(bytes) {
		this.sections = new Map();
		for (const reader = new Reader(bytes, HEAD.length); reader.at < bytes.length; ) {
			const id = reader.byte();
			const body = reader.take(reader.number());
			this.sections.set(id, body);
		}
		this.types = this.each(TYPE, (reader) => this.signature(reader));
		/** What is imported, by its kind: the type of each. */
		this.imported = [[], [], [], [], []];
		this.each(IMPORT, (reader) => {
			reader.words();
			reader.words();
			const kind = reader.byte();
			this.imported[kind].push(this.described(reader, kind));
		});
		this.own = this.each(FUNCTION, (reader) => reader.number());
		this.tables = this.each(TABLE, (reader) => this.described(reader, TABLES));
		this.globals = this.each(GLOBAL, (reader) => {
			const type = this.described(reader, GLOBALS);
			// A constant, or another global, and the end.
			const kind = reader.byte();
			if (kind !== 0x41 && kind !== 0x42 && kind !== 0x23) throw new Error(`a global that begins with ${kind}`);
			reader.number();
			if (reader.byte() !== 0x0b) throw new Error('a global that does not end');
			return type;
		});
		this.tags = this.each(13, (reader) => this.described(reader, TAG));
		this.bodies = this.each(CODE, (reader) => reader.take(reader.number()));
	}

	each(id, read) {
		if (!this.sections.has(id)) return [];
		const reader = new Reader(this.sections.get(id));
		return Array.from({ length: reader.number() }, () => read(reader));
	}

	signature(reader) {
		if (reader.byte() !== 0x60) throw new Error('a type that is no function');
		const [takes, gives] = [0, 0].map(() => reader.take(reader.number()));
		return { takes: takes.length, gives: gives.length };
	}

	/** How an import of this kind is described. */
	described(reader, kind) {
		return reader.raw(() => {
			if (kind === FUNC) reader.number();
			else if (kind === TABLES) {
				reader.byte();
				reader.limits();
			} else if (kind === MEMORY) reader.limits();
			else if (kind === GLOBALS) reader.take(2);
			else {
				reader.byte();
				reader.number();
			}
		});
	}

	/** The whole module, with these sections in place of its own. */
	with(sections) {
		return built(new Map([...this.sections, ...Object.entries(sections).map(([id, body]) => [Number(id), body])]));
	}

	/** A section of this one with more entries behind those it has. */
	longer(id, entries) {
		const reader = new Reader(this.sections.get(id));
		const count = reader.number();
		return Buffer.concat([leb(count + entries.length), reader.bytes.subarray(reader.at), ...entries]);
	}
}

const built = (sections) =>
	Buffer.concat([
		HEAD,
		...ORDER.filter((id) => sections.has(id)).flatMap((id) => [
			Buffer.from([id]),
			leb(sections.get(id).length),
			sections.get(id),
		]),
	]);

const variable = Buffer.from([I32, 1, 0x41, 0, 0x0b]);
const exported = (name, kind, index) => Buffer.concat([text(name), Buffer.from([kind]), leb(index)]);

/** Where the code of a body begins: behind its local variables. */
function behindLocals(body) {
	const reader = new Reader(body);
	for (let groups = reader.number(); groups > 0; groups--) {
		reader.number();
		reader.byte();
	}
	return reader.at;
}

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

/** Two modules: the first has the functions that are in `first`, the second all others. */
export function halved(bytes, first) {
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
	/** Everything there is has a short name for the second half. */
	const shared = [
		...functions.map((type, n) => [FUNC, n, leb(type)]),
		...[...tables, wide].map((type, n) => [TABLES, n, type]),
		...memories.map((type, n) => [MEMORY, n, type]),
		...globals.map((type, n) => [GLOBALS, n, type]),
		...tags.map((type, n) => [TAG, n, type]),
	].map(([kind, n, type], at) => ({ name: `~${brief(at)}`, kind, n, type }));
	const one = module.with({
		[TABLE]: module.longer(TABLE, [wide]),
		[GLOBAL]: module.longer(GLOBAL, [variable]),
		[EXPORT]: module.longer(EXPORT, [
			...shared.map(({ name, kind, n }) => exported(name, kind, n)),
			exported('~late', TABLES, table),
			exported('~there', GLOBALS, there),
		]),
		[CODE]: list(module.bodies.map((body, n) => (first.has(n) ? Buffer.concat([leb(body.length), body]) : way(n)))),
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
		]),
	);
	return [one, other];
}
