// What of Python a page needs until its first games are on their way: it is tried here, with games of each kind.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPyodide } from 'pyodide';
import { COUNT, counted, haveRun } from './halves.mjs';

/** The storage of a page, as its worker gives it to Python: questions and answers in words. */
function shelf() {
	const tables = new Map();
	const questions = {
		create: (table, rows) => void tables.set(table, rows),
		append: (table, _, row) => void tables.get(table).push(row),
		rows: (table, since) => tables.get(table)?.slice(since) ?? [],
		opening: (table) => [0, null, tables.get(table) ?? []],
		entry: (table) => (tables.has(table) ? [table, null, 0, 0, tables.get(table).length] : null),
		entries: () => [],
		claim: () => true,
		release: () => 0,
	};
	return async (what, words) => JSON.stringify({ value: questions[what]?.(...JSON.parse(words)) ?? null });
}

/**
 * What ran in a browser (Chromium 156) and does not under Node: counted there in the same way, with four of the games. Where another
 * Python has other numbers nothing breaks, but the first question waits for the second half: `e2e/first-visit.spec.ts` would tell.
 */
const BROWSERS = [
	201, 255, 256, 257, 258, 2303, 2318, 4492, 4494, 4512, 4519, 4524, 4529, 4535, 4929, 5246, 6234, 6344, 8653, 14223,
	14261, 14495,
];

/** Our files, where the page has them. */
function lay(python, home, files) {
	for (const [name, data] of files) {
		const path = `${home}/${name}`;
		python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
		python.FS.writeFile(path, data);
	}
}

/** Which functions of the machine code run until some decisions of every game are made. */
export async function rehearsed(pyodide, { wasm, script, library, ours }, rehearsal) {
	const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
	const real = WebAssembly.instantiate;
	let instance;
	WebAssembly.instantiate = async (bytes, imports) => {
		const made = await real(bytes, imports);
		if (!made.instance?.exports.ran0) return made;
		instance = made.instance;
		// Whatever Python's own script finds there it takes for a symbol.
		const own = Object.entries(instance.exports).filter(([name]) => !COUNT.test(name));
		return { module: made.module, instance: { exports: Object.fromEntries(own) } };
	};
	try {
		symlinkSync(join(pyodide, 'pyodide-lock.json'), join(folder, 'pyodide-lock.json'));
		writeFileSync(join(folder, 'pyodide.asm.mjs'), script);
		writeFileSync(join(folder, 'pyodide.asm.wasm'), counted(wasm));
		writeFileSync(join(folder, 'python_stdlib.zip'), library);
		const home = '/tailback';
		const python = await loadPyodide({
			indexURL: folder,
			env: { HOME: home, PYTHONPATH: home, PYTHONDONTWRITEBYTECODE: '1' },
		});
		lay(python, home, ours);
		python.FS.writeFile('/rehearsal.py', readFileSync(rehearsal));
		await python.runPythonAsync('import sys\nsys.path.append("/")\nimport rehearsal');
		const { main } = python.pyimport('rehearsal');
		await main(shelf());
		return new Set([...haveRun(instance), ...BROWSERS]);
	} finally {
		WebAssembly.instantiate = real;
		rmSync(folder, { recursive: true });
	}
}
