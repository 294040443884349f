// What of Python's machine code and its script nobody here asks for is left out, for good: names that no package of ours looks up,
// and what functions say of themselves.
import { EXPORT, exported, IMPORT, laidDown, list, Module, namedIn } from './wasm.mjs';

const NAME = /[A-Za-z_$][\w$]*/g;
/** How Python's script takes up what the machine code gives. */
const TAKEN = /([\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\];/g;
/** What a function takes, as Python reads it, and behind that what it says to people. */
const SAID = /([A-Za-z_]\w*\([^\0]*\)\n--\n\n)([^\0]+)/g;
const GAP = 64;

/** What a module wants to find, by name. */
export function wantedBy(bytes) {
	const module = new Module(bytes);
	return module.each(IMPORT, (reader) => {
		reader.words();
		const name = reader.words();
		module.described(reader, reader.byte());
		return name;
	});
}

/** The script without what it takes up and neither it nor `others` use, and the names that it still takes. */
export function leanScript(script, ...others) {
	const uses = new Map();
	for (const text of [script, ...others])
		for (const [name] of text.matchAll(NAME)) uses.set(name, (uses.get(name) ?? 0) + 1);
	const gone = new Set();
	const lean = script.replace(TAKEN, (whole, own, name) => {
		// Where it is declared, twice and once here.
		if (uses.get(own) > 3 || uses.get(name) > 1) return whole;
		gone.add(own);
		return '';
	});
	return lean.replace(/(?<=[,\s])([\w$]+),/g, (whole, name) => (gone.has(name) ? '' : whole));
}

/** The machine code with those names only that `wanted` has or that occur in the script. */
export function leanNames(wasm, script, wanted) {
	const module = new Module(wasm);
	const known = new Set([...wanted, ...wantedBy(wasm), ...[...script.matchAll(NAME)].map(([name]) => name)]);
	const left = module.exports.filter(([name]) => known.has(name));
	return module.with({ [EXPORT]: list(left.map(([name, kind, n]) => exported(name, kind, n))) });
}

/** It begins empty: what is not zero is written, and no gap shorter than `GAP` is spared. */
function* written(memory) {
	let start = 0;
	let end = 0;
	for (let at = 0; at < memory.length; at++) {
		if (!memory[at]) continue;
		if (at - end > GAP) {
			if (end > start) yield [start, memory.subarray(start, end)];
			start = at;
		}
		end = at + 1;
	}
	if (end > start) yield [start, memory.subarray(start, end)];
}

/** Other bytes in place of what lies there: never longer, and filled up with zeros. What functions say to people goes, too. */
export function leanData(wasm, replaced) {
	const module = new Module(wasm);
	const memory = Buffer.alloc(Math.max(...module.data.map(([at, here]) => at + here.length)));
	for (const [at, here] of module.data) memory.set(here, at);
	for (const [old, other] of replaced) {
		const at = memory.indexOf(old);
		if (at < 0) throw new Error('it does not lie there');
		if (other.length > old.length) throw new Error('it has no room');
		memory.fill(0, at, at + old.length);
		memory.set(other, at);
	}
	const addresses = new Uint8Array(memory.length);
	const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
	for (const word of words) if (word < addresses.length) addresses[word] = 1;
	for (const body of module.bodies)
		for (const number of namedIn(body).numbers) if (number < addresses.length) addresses[number] = 1;
	for (const { 0: whole, 1: head, index } of memory.toString('latin1').matchAll(SAID)) {
		// What ends like it may be its end: it is kept from where anybody may point.
		const from = index + head.length;
		const shared = addresses.subarray(from, index + whole.length).indexOf(1);
		memory.fill(0, from, shared < 0 ? index + whole.length : from + shared);
	}
	return module.with(laidDown([...written(memory)]));
}
