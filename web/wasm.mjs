// WebAssembly as bytes: what must be known of a module to count its functions, to halve it, or to leave something out.

export const [TYPE, IMPORT, FUNCTION, TABLE, GLOBAL, EXPORT, ELEMENT, CODE, DATA, DATA_COUNT] = [
	1, 2, 3, 4, 6, 7, 9, 10, 11, 12,
];
/** The order in which sections must stand: what Emscripten says first, tags before globals, the count of data before code. */
const ORDER = [0, 1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];
export const [FUNC, TABLES, MEMORY, GLOBALS, TAG] = [0, 1, 2, 3, 4];
const HEAD = Buffer.from('0061736d01000000', 'hex');
export const I32 = 0x7f;
export const FUNCREF = 0x70;

/** A whole number without a sign, as WebAssembly writes it. */
export function leb(number) {
	const bytes = [];
	do {
		const rest = Math.floor(number / 128);
		bytes.push((number % 128) + (rest ? 128 : 0));
		number = rest;
	} while (number);
	return Buffer.from(bytes);
}

/** The same with a sign, for constants: one more bit is needed. */
export function signed(number) {
	const bytes = [];
	for (; number > 63; number >>= 7) bytes.push((number & 127) | 128);
	return Buffer.from([...bytes, number]);
}

export const text = (words) => Buffer.concat([leb(words.length), Buffer.from(words)]);
export const list = (entries) => Buffer.concat([leb(entries.length), ...entries]);

export class Reader {
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
		return Buffer.from(this.take(this.number())).toString();
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

export class Module {
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
		this.exports = this.each(EXPORT, (reader) => [reader.words(), reader.byte(), reader.number()]);
	}

	/** What the memory begins with: where, and which bytes. */
	get data() {
		return this.each(DATA, (reader) => {
			if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error('data without a place');
			const at = reader.number();
			if (reader.byte() !== 0x0b) throw new Error('a place that does not end');
			return [at, reader.take(reader.number())];
		});
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

export const built = (sections) =>
	Buffer.concat([
		HEAD,
		...ORDER.filter((id) => sections.has(id)).flatMap((id) => [
			Buffer.from([id]),
			leb(sections.get(id).length),
			sections.get(id),
		]),
	]);

export const exported = (name, kind, index) => Buffer.concat([text(name), Buffer.from([kind]), leb(index)]);

/** Data as a section, and how many pieces it has as another. */
export const laidDown = (data) => ({
	[DATA]: list(
		data.map(([at, bytes]) =>
			Buffer.concat([Buffer.from([0, 0x41]), signed(at), Buffer.from([0x0b]), leb(bytes.length), bytes]),
		),
	),
	[DATA_COUNT]: leb(data.length),
});

/** Where the code of a body begins: behind its local variables. */
export function behindLocals(body) {
	const reader = new Reader(body);
	for (let groups = reader.number(); groups > 0; groups--) {
		reader.number();
		reader.byte();
	}
	return reader.at;
}

/** What follows an instruction: so many numbers, by its first byte. Those that are not here have none. */
const NUMBERS = new Map([
	...[0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x18, 0x3f, 0x40, 0x42, 0xd0].map((code) => [code, 1]),
	...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((code) => [code, 1]),
	...[0x11, 0x13].map((code) => [code, 2]),
	...Array.from({ length: 0x3f - 0x28 }, (_, n) => [0x28 + n, 2]),
]);
const [CALL, RETURN_CALL, CONSTANT, REF_FUNC] = [0x10, 0x12, 0x41, 0xd2];
/** The same for those that begin with 0xfc. */
const MORE = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** The functions that a body calls by their numbers or hands on, and the whole numbers in it: addresses are among them. */
export function namedIn(body) {
	const [functions, numbers] = [[], []];
	const reader = new Reader(body, behindLocals(body));
	while (reader.at < body.length) {
		const code = reader.byte();
		let skipped = NUMBERS.get(code) ?? 0;
		if (code === CALL || code === RETURN_CALL || code === REF_FUNC) functions.push(reader.number());
		else if (code === CONSTANT) numbers.push(reader.number());
		else if (code === 0x0e) skipped = reader.number() + 1;
		else if (code === 0x1c) reader.take(reader.number());
		else if (code === 0x43) reader.take(4);
		else if (code === 0x44) reader.take(8);
		else if (code === 0xfc) skipped = MORE[reader.number()];
		else if (skipped === 0 && code > 0xc4 && code !== 0xd1) skipped = undefined;
		if (skipped === undefined) throw new Error(`an instruction that is not known: ${code}`);
		for (; skipped > 0; skipped--) reader.number();
	}
	return { functions, numbers };
}
