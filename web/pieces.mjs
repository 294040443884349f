// Writes the pieces of Python that a page without a server starts: `node pieces.mjs <wheels> <folder>`.
//
// Python itself runs here once, as it will in the browser: it compiles our sources for its own version, and tells which
// modules of its library they need. The rest of the library stays at home.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

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

// Sources give way to what Python made of them. Nobody reads docstrings there, and nothing hangs on an assert.
python.runPython(`
import importlib.util, marshal

magic = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)

def compiled(source, name):
    return magic + marshal.dumps(compile(source, name, "exec", dont_inherit=True, optimize=2))

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

/** As small as Zstandard gets it: a fifth less than gzip, and unpacked as quickly. */
function packedUp(data) {
	python.FS.writeFile('/plain', data);
	python.runPython(`
from compression import zstd
Path("/packed").write_bytes(zstd.compress(Path("/plain").read_bytes(), 22))
`);
	return python.FS.readFile('/packed');
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pieces = {};
for (const [name, data] of Object.entries({
	wasm: readFileSync(join(pyodide, 'pyodide.asm.wasm')),
	script: readFileSync(join(pyodide, 'pyodide.asm.mjs')),
	library: library(),
	ours: laid(kept.map((name) => [name, Buffer.from(python.FS.readFile(`/ours/${name}`))])),
})) {
	const packed = packedUp(data);
	const mark = createHash('sha256').update(packed).digest('hex').slice(0, 12);
	// No ending that a server takes for its own packing: it must be handed out as it is.
	pieces[name] = { file: `${name}-${mark}.piece`, bytes: packed.length, plain: data.length };
	writeFileSync(join(folder, pieces[name].file), packed);
	console.log(`${name}: ${data.length} bytes, ${packed.length} packed`);
}
// Which Python this is: it asks for that in the list of packages, of which we have none.
const { info } = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'));
writeFileSync(join(folder, 'pieces.json'), JSON.stringify({ pieces, info }));
