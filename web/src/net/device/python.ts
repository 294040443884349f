// Python in this worker: it comes in a few packed pieces, and is started.

import { loadPyodide, type PyodideInterface } from 'pyodide';
import { type Fitted, fitted } from './halves';
import type { Snag } from './patient';
import {
	type Coming,
	type Contents,
	fetchAtOnce,
	fetchLater,
	fetchPieces,
	lying,
	type News,
	type Piece,
} from './pieces';

type Name = 'wasm' | 'script' | 'library' | 'ours';

/** Where ours lie in Python's own files. */
const HOME = '/tailback';
/** What all of our package stands on: it is taken up while that is still coming. */
const EVERYBODY = 'import asyncio, dataclasses, logging, typing';

/** Hears why it stands still, or that it no longer does. */
type Held = (snag: Snag) => void;

export interface Started {
	python: PyodideInterface;
	/** The half of its machine code that no game begins with. */
	complete(): Promise<void>;
}

/** Our files lie one behind the other, after a list of their names and lengths. */
function laidOut(python: PyodideInterface, all: Uint8Array): void {
	const size = new DataView(all.buffer, all.byteOffset).getUint32(0, true);
	const list = JSON.parse(new TextDecoder().decode(all.subarray(4, 4 + size))) as [string, number][];
	let at = 4 + size;
	const made = new Set<string>();
	for (const [name, length] of list) {
		const path = `${HOME}/${name}`;
		const folder = path.slice(0, path.lastIndexOf('/'));
		if (!made.has(folder)) {
			python.FS.mkdirTree(folder);
			made.add(folder);
		}
		python.FS.writeFile(path, all.subarray(at, at + length));
		at += length;
	}
}

/** The halves of the machine code, the first of them made while it comes; `fitted` to what Python's script brings. */
async function halves(folder: URL, wasm: Coming, rest: Piece, held: Held, check: boolean) {
	const answer = new Response(wasm.parts, { headers: { 'Content-Type': 'application/wasm' } });
	const [module, here] = await Promise.all([WebAssembly.compileStreaming(answer), lying(folder, rest, check)]);
	const second = here && (await WebAssembly.compile(here));
	let both: Fitted | undefined;
	return {
		async instantiate(imports: WebAssembly.Imports) {
			both = await fitted(module, imports, () => new WebAssembly.Module(fetchAtOnce(folder, rest, held)));
			if (second) both.join(second);
			return { module, instance: both.instance };
		},
		async complete() {
			if (!second) both?.join(await WebAssembly.compile(await fetchLater(folder, rest, check)));
		},
	};
}

/** Python as it comes in these pieces: it starts while the last of them, our package, is still on its way. */
async function started(
	folder: URL,
	{ wasm, script, library, ours }: Record<Name, Coming>,
	{ info, later }: Contents<Name>,
	starts: () => void,
	held: Held,
	check: boolean,
): Promise<Started> {
	const [{ instantiate, complete }, code, modules] = await Promise.all([
		halves(folder, wasm, (later as Record<'rest', Piece>).rest, held, check),
		script.whole,
		library.whole,
		wasm.whole,
	]);
	const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
	const { default: createPyodideModule } = (await import(/* @vite-ignore */ url)) as { default: never };
	URL.revokeObjectURL(url);
	// Pyodide fetches two files by their names, and compiles one of them: it gets both from what is here.
	const real = { fetch: globalThis.fetch.bind(globalThis), instantiate: WebAssembly.instantiateStreaming };
	globalThis.fetch = async (asked, how) => {
		const name = String(asked instanceof Request ? asked.url : asked).replace(/^.*\//, '');
		if (name === 'pyodide.asm.wasm') return new Response();
		return name === 'python_stdlib.zip' ? new Response(modules) : real.fetch(asked, how);
	};
	WebAssembly.instantiateStreaming = async (_, imports) => instantiate(imports ?? {});
	try {
		const python = await loadPyodide({
			indexURL: folder.href,
			createPyodideModule,
			// We bring everything along: there is nothing else to be had.
			lockFileContents: { info, packages: {} } as never,
			checkAPIVersion: true,
			env: { HOME, PYTHONPATH: HOME, PYTHONDONTWRITEBYTECODE: '1' },
		});
		python.runPython(EVERYBODY);
		const files = await ours.whole;
		starts();
		laidOut(python, files);
		return { python, complete };
	} finally {
		globalThis.fetch = real.fetch;
		WebAssembly.instantiateStreaming = real.instantiate;
	}
}

/** Python, with our package in it. With `check` what is kept is looked through before it is believed. */
export function startPython(
	folder: URL,
	tell: (news: News) => void,
	starts: () => void,
	held: Held,
	check = false,
): Promise<Started> {
	return fetchPieces<Name, Started>(
		folder,
		tell,
		(coming, contents) => started(folder, coming, contents, starts, held, check),
		check,
	);
}
