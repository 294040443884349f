// Python in this worker: it comes in a few packed pieces, and is started.

import { loadPyodide, type PyodideInterface } from 'pyodide';
import { type Fitted, fitted } from './halves';
import type { Bytes } from './patient';
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

interface Files {
	module: WebAssembly.Module;
	script: Bytes;
	library: Bytes;
	ours: Bytes;
	contents: Contents<Name>;
}

export interface Started {
	python: PyodideInterface;
	/** The half of its machine code that no game begins with. */
	complete(): Promise<void>;
}

/** The machine code is made while it comes. */
async function made({ wasm, script, library, ours }: Record<Name, Coming>, contents: Contents<Name>): Promise<Files> {
	const answer = new Response(wasm.parts, { headers: { 'Content-Type': 'application/wasm' } });
	const all = await Promise.all([
		WebAssembly.compileStreaming(answer),
		script.whole,
		library.whole,
		ours.whole,
		wasm.whole,
	]);
	return { module: all[0], script: all[1], library: all[2], ours: all[3], contents };
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

/** Python, with our package in it. With `check` what is kept is looked through before it is believed. */
export async function startPython(
	folder: URL,
	tell: (news: News) => void,
	starts: () => void,
	check = false,
): Promise<Started> {
	const { module, script, library, ours, contents } = await fetchPieces(folder, tell, made, check);
	starts();
	const { rest } = contents.later as Record<'rest', Piece>;
	const here = await lying(folder, rest, check);
	const second = here && (await WebAssembly.compile(here));
	let halves: Fitted | undefined;
	const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
	const { default: createPyodideModule } = (await import(/* @vite-ignore */ url)) as { default: never };
	URL.revokeObjectURL(url);
	// Pyodide fetches two files by their names, and compiles one of them: it gets both from what is here.
	const real = { fetch: globalThis.fetch, instantiate: WebAssembly.instantiateStreaming };
	globalThis.fetch = async (asked, how) => {
		const name = String(asked instanceof Request ? asked.url : asked).replace(/^.*\//, '');
		if (name === 'pyodide.asm.wasm') return new Response();
		return name === 'python_stdlib.zip' ? new Response(library) : real.fetch(asked, how);
	};
	WebAssembly.instantiateStreaming = async (_, imports) => {
		halves = await fitted(module, imports ?? {}, () => new WebAssembly.Module(fetchAtOnce(folder, rest)));
		if (second) halves.join(second);
		return { module, instance: halves.instance };
	};
	try {
		const python = await loadPyodide({
			indexURL: folder.href,
			createPyodideModule,
			// We bring everything along: there is nothing else to be had.
			lockFileContents: { info: contents.info, packages: {} } as never,
			checkAPIVersion: true,
			env: { HOME, PYTHONPATH: HOME, PYTHONDONTWRITEBYTECODE: '1' },
		});
		laidOut(python, ours);
		return {
			python,
			async complete() {
				if (!second) halves?.join(await WebAssembly.compile(await fetchLater(folder, rest, check)));
			},
		};
	} finally {
		globalThis.fetch = real.fetch;
		WebAssembly.instantiateStreaming = real.instantiate;
	}
}
