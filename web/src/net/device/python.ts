// Python in this worker: fetched in a few packed pieces, unpacked here, started.

import { Decompress } from 'fzstd';
import { loadPyodide, type PyodideInterface } from 'pyodide';
import { PIECES } from './kept';

/** What `pieces.mjs` wrote: each piece with its size on the way, and unpacked. */
export interface Piece {
	file: string;
	bytes: number;
	plain: number;
}

export interface Pieces {
	wasm: Piece;
	script: Piece;
	library: Piece;
	ours: Piece;
}

interface Contents {
	pieces: Pieces;
	/** Which Python it is. */
	info: unknown;
}

/** Where ours lie in Python's own files. */
const HOME = '/tailback';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that have come, of how many. */
export type Came = (bytes: number, of: number) => void;

/** What was packed, as it was before. A file that came only in part is an error. */
function unpacking(piece: Piece, came: (bytes: number) => void): TransformStream<Bytes, Bytes> {
	let unpack: Decompress;
	let plain = 0;
	return new TransformStream<Bytes, Bytes>({
		start(out) {
			unpack = new Decompress((chunk) => {
				plain += chunk.byteLength;
				out.enqueue(chunk as Bytes);
			});
		},
		transform(chunk) {
			unpack.push(chunk);
			came(chunk.byteLength);
		},
		flush() {
			if (plain !== piece.plain) throw new Error(`${piece.file}: ${plain} bytes instead of ${piece.plain}`);
		},
	});
}

/**
 * A piece, unpacked: from the cache, where it is, or can be, kept; then the next start needs no network, and nothing is unpacked twice.
 * Its name changes with what is in it; the service worker takes those of earlier versions away.
 */
export async function got(piece: Piece, folder: URL, came: (bytes: number) => void): Promise<Response> {
	const url = new URL(piece.file, folder);
	const cache = await globalThis.caches?.open(PIECES).catch(() => undefined);
	const found = await cache?.match(url).catch(() => undefined);
	if (found) {
		came(piece.bytes);
		return found;
	}
	const answer = await fetch(url);
	if (!answer.ok || !answer.body) throw new Error(`${piece.file}: ${answer.status}`);
	const plain = new Response(answer.body.pipeThrough(unpacking(piece, came)), {
		headers: { 'Content-Type': 'application/wasm' },
	});
	// No room for it: it works as well without.
	cache?.put(url, plain.clone()).catch(() => {});
	return plain;
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

/** Python, with our package in it. */
export async function startPython(folder: URL, came: Came, starts: () => void): Promise<PyodideInterface> {
	const { pieces, info } = (await (await fetch(new URL('pieces.json', folder))).json()) as Contents;
	const all = Object.values(pieces) as Piece[];
	const total = all.reduce((sum, piece) => sum + piece.bytes, 0);
	let here = 0;
	const more = (bytes: number) => {
		here += bytes;
		if (here < total) came(here, total);
		else starts();
	};
	const get = (piece: Piece) => got(piece, folder, more);
	const [wasm, script, library, ours] = await Promise.all([
		get(pieces.wasm),
		get(pieces.script).then((answer) => answer.text()),
		get(pieces.library),
		get(pieces.ours).then(async (answer) => new Uint8Array(await answer.arrayBuffer())),
	]);
	const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
	const { default: createPyodideModule } = (await import(/* @vite-ignore */ url)) as { default: never };
	URL.revokeObjectURL(url);
	// Pyodide fetches two files by their names: it gets them from what is here.
	const given: Record<string, Response> = { 'pyodide.asm.wasm': wasm, 'python_stdlib.zip': library };
	const real = globalThis.fetch;
	globalThis.fetch = (asked, how) => {
		const name = String(asked instanceof Request ? asked.url : asked).replace(/^.*\//, '');
		const answer = given[name];
		return answer ? Promise.resolve(answer) : real(asked, how);
	};
	try {
		const python = await loadPyodide({
			indexURL: folder.href,
			createPyodideModule,
			// We bring everything along: there is nothing else to be had.
			lockFileContents: { info, packages: {} } as never,
			checkAPIVersion: true,
			env: { HOME, PYTHONPATH: HOME, PYTHONDONTWRITEBYTECODE: '1' },
		});
		laidOut(python, new Uint8Array(ours));
		return python;
	} finally {
		globalThis.fetch = real;
	}
}
