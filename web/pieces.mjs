// Writes the pieces of Python that a page without a server starts: `node pieces.mjs <wheels> <folder>`.
//
// Python itself runs here once, as it will in the browser: it compiles our sources for its own version, and tells which
// modules of its library they need. The rest of the library stays at home, and the half of the machine code that no first game
// needs comes last (`halves.mjs`).
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { loadPyodide } from 'pyodide';
import { halved, without } from './halves.mjs';
import { leanData, leanNames, leanScript, wantedBy } from './lean.mjs';
import { rehearsed } from './rehearse.mjs';

const [wheels, folder] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const sources = resolve(here, '../src/tailback');
const pyodide = resolve(here, 'node_modules/pyodide');

// The rooms that a device needs, and what it does not need of them: words and lessons lie beside the page as files.
const ROOMS = [
	'brought',
	'core',
	'games',
	'robots',
	'texts',
	'device',
	'server/truth',
	'server/protocol',
	'server/live',
	'server/service',
];
const ALONE = [
	'__init__.py',
	'reasons.py',
	'server/__init__.py',
	'server/store/__init__.py',
	'server/store/interface.py',
	'server/vitals/__init__.py',
	'server/vitals/figures.py',
];
const LEFT_OUT = /^brought\/c_build\.py$|^games\/.*(learn|lines|shapes)\.py$|texts\/.*\.json$|\/lesson\.json$|\.pyc$/;

const files = (folder) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(sources, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter((name) => !LEFT_OUT.test(name));
const ours = [...ALONE, ...ROOMS.flatMap((room) => files(join(sources, room)))].sort();

// Where the tables of East Asian letters and of the names and kinds of all letters lie: the codecs of East Asia with `unicodedata`, and
// the C library's own `iconv`. Nothing but their own functions names an address there: `by` is from which to which. Those in between
// only make the module `unicodedata`.
const LATE = [
	{
		at: [800416, 2097904],
		by: [
			[6682, 6830],
			[6832, 6849],
			[6851, 6853],
		],
	},
	{ at: [2823168, 2962526], by: [[13462, 13469]] },
];
const TABLES = LATE.map(({ at }) => at);
const SEEN = 'cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6';

/** Python with our sources in it, as it will be in the browser. */
async function started() {
	const python = await loadPyodide({ indexURL: pyodide });
	for (const name of ours) {
		const path = `/ours/tailback/${name}`;
		python.FS.mkdirTree(dirname(path));
		python.FS.writeFile(path, new Uint8Array(readFileSync(join(sources, name))));
	}
	for (const wheel of readdirSync(wheels).filter((name) => name.endsWith('.whl')))
		python.unpackArchive(new Uint8Array(readFileSync(join(wheels, wheel))), 'zip', { extractDir: '/ours' });
	return python;
}

// Whatever our sources import, also inside a function, must be there.
const python = await started();
const wanted = JSON.parse(
	python.runPython(`
import ast, json
from pathlib import Path

wanted = set()
for path in Path("/ours/tailback").rglob("*.py"):
    parts = path.relative_to("/ours").with_suffix("").parts
    wanted.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            wanted.add(node.module)
json.dumps(sorted(wanted))
`),
);
// These are chosen by what is there, or belong to stores that a device has not got.
const OTHERS = /^(librt|mypyc|mypy\.|setuptools|resource|tailback\.server\.(store\.(sqlite|postgres)|live\.bot_pool))/;
const fresh = await started();
fresh.globals.set('wanted', fresh.toPy(wanted.filter((name) => !OTHERS.test(name))));
const used = JSON.parse(
	fresh.runPython(`
import sys
sys.path.insert(0, "/ours")
for name in wanted:
    __import__(name)
import json
origins = [getattr(getattr(module, "__spec__", None), "origin", None) for module in list(sys.modules.values())]
json.dumps(sorted({origin.split(".zip/", 1)[1] for origin in origins if origin and ".zip/" in origin}))
`),
);

// Sources give way to what Python made of them. Nobody reads docstrings there, and nothing hangs on an assert. Which line each
// instruction comes from would be two fifths of it: a function knows its first line only.
python.runPython(`
import importlib.util, marshal, types

magic = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
NO_COLUMN = 13

def one_line(code):
    units = len(code.co_code) // 2
    runs = [8] * (units // 8) + ([units % 8] if units % 8 else [])
    lines = b"".join(bytes([0x80 | NO_COLUMN << 3 | run - 1, 0]) for run in runs)
    inner = tuple(one_line(const) if isinstance(const, types.CodeType) else const for const in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=inner)

def compiled(source, name):
    return magic + marshal.dumps(one_line(compile(source, name, "exec", dont_inherit=True, optimize=2)))

home = Path("/ours")
for path in list(home.rglob("*.py")):
    path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), str(path.relative_to(home))))
`);
const kept = JSON.parse(
	python.runPython(`
json.dumps(sorted(str(path.relative_to(home)) for path in home.rglob("*")
                  if "__pycache__" not in path.parts and path.suffix in (".pyc", ".json", ".so")))
`),
);

/** Files one behind the other, after a list of their names and lengths. */
function laid(list) {
	const head = Buffer.from(JSON.stringify(list.map(([name, data]) => [name, data.length])));
	const size = Buffer.alloc(4);
	size.writeUInt32LE(head.length);
	return Buffer.concat([size, head, ...list.map(([, data]) => data)]);
}

/** The library, cut to what is used, without packing: it is packed as a whole, and Python reads it faster so. */
function library() {
	python.globals.set('used', python.toPy(used));
	const zip = python.runPython(`
import io, sys, zipfile

out = io.BytesIO()
whole = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as cut:
    for name in used:
        cut.writestr(zipfile.ZipInfo(name + "c"), compiled(whole.read(name), name))
out.getvalue()
`);
	const bytes = Buffer.from(zip.toJs());
	zip.destroy();
	return bytes;
}

/** Modules that lie in the machine code: as they are there, and as ours are. */
function frozen() {
	const found = python.runPython(`
import _imp

def read(name):
    try:
        return whole.read(name)
    except KeyError:
        return None

pairs = []
whole = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
for name in _imp._frozen_module_names():
    data, _, origin = _imp.find_frozen(name, withdata=True)
    path = (origin or name).replace(".", "/")
    if (source := read(f"{path}.py")) is not None and not name.startswith("__"):
        pairs.append((bytes(data), marshal.dumps(one_line(compile(source, f"<frozen {origin}>", "exec", dont_inherit=True, optimize=2)))))
pairs
`);
	const pairs = found.toJs();
	found.destroy();
	return pairs.map((pair) => pair.map((bytes) => Buffer.from(bytes)));
}

/** As small as Zstandard gets it: a fifth less than gzip, and unpacked as quickly. */
function packedUp(data) {
	python.FS.writeFile('/plain', data);
	python.runPython(`
from compression import zstd
Path("/packed").write_bytes(zstd.compress(Path("/plain").read_bytes(), 22))
`);
	return python.FS.readFile('/packed');
}

// What a weak line brings in a second: a cut costs no more than that. Not every file server hands out a part of a file.
const SLICE = 128 * 1024;

/** Packed, cut, and written down. */
function piece(name, data) {
	const packed = packedUp(data);
	const mark = createHash('sha256').update(packed).digest('hex').slice(0, 12);
	const slices = [];
	for (let at = 0; at < packed.length; at += SLICE) {
		const slice = packed.subarray(at, at + SLICE);
		// No ending that a server takes for its own packing: it must be handed out as it is.
		writeFileSync(join(folder, `${name}-${mark}-${slices.length}.piece`), slice);
		slices.push([slice.length, crc32(slice)]);
	}
	console.log(`${name}: ${data.length} bytes, ${packed.length} packed`);
	return [name, { name: `${name}-${mark}`, plain: data.length, sum: crc32(data), slices }];
}
const pieces = (all) => Object.fromEntries(Object.entries(all).map(([name, data]) => piece(name, data)));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const cut = library();
const machine = readFileSync(join(pyodide, 'pyodide.asm.wasm'));
if (createHash('sha256').update(machine).digest('hex') !== SEEN)
	throw new Error('this is another Python: look where its tables lie (LATE in pieces.mjs)');
const laidOut = kept.map((name) => [name, Buffer.from(python.FS.readFile(`/ours/${name}`))]);
const script = leanScript(
	readFileSync(join(pyodide, 'pyodide.asm.mjs'), 'utf8'),
	readFileSync(join(pyodide, 'pyodide.mjs'), 'utf8'),
);
const looked = laidOut.filter(([name]) => name.endsWith('.so')).flatMap(([, data]) => wantedBy(data));
const lean = leanNames(leanData(machine, frozen()), script, looked);
const tried = { wasm: without(lean, TABLES), script, library: cut, ours: laidOut };
const ran = await rehearsed(pyodide, tried, join(here, 'rehearsal.py'));
const early = LATE.find(({ by }) => by.some(([from, to]) => [...ran].some((n) => n >= from && n <= to)));
if (early) throw new Error(`a first game needs what lies at ${early.at}: take it out of LATE in pieces.mjs`);
const [wasm, rest] = halved(lean, ran, TABLES);
// Which Python this is: it asks for that in the list of packages, of which we have none.
const { info } = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'));
const first = pieces({
	wasm,
	script: Buffer.from(script),
	library: cut,
	ours: laid(laidOut),
});
writeFileSync(join(folder, 'pieces.json'), JSON.stringify({ pieces: first, later: pieces({ rest }), info }));
// The tables of the rehearsal stand open, and their clocks go on.
process.exit();
